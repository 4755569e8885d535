// Protects the rules' pages in docs/rules: one for each rule, as the rule says it now, and a list of all.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rulePages } from '../../../src/core/advisor/rule-pages'
import { rules } from '../../../src/core/advisor/rules/index'

const folder = join(import.meta.dirname, '../../../docs/rules')
const pages = rulePages(rules)

test('the folder has a page for each rule, and the list', () => {
  const wanted = [...rules.map(({ id }) => `${id}.md`), 'README.md'].sort()
  expect(readdirSync(folder).sort(), 'npm run docs:rules').toEqual(wanted)
})

test('the list links every rule once', () => {
  const list = readFileSync(join(folder, 'README.md'), 'utf8')
  const links = [...list.matchAll(/\]\(([\w-]+)\.md\)/g)].map(([, id]) => id)
  expect(links.sort()).toEqual(rules.map(({ id }) => id).sort())
})

describe.each([...pages])('%s', (name, text) => {
  test('is what its rule says', () => {
    expect(readFileSync(join(folder, name), 'utf8'), 'npm run docs:rules').toBe(text)
  })
})
