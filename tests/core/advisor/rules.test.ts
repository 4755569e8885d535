// Protects the list of rules: it equals the folder, and every rule's page says what a page must.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rules } from '../../../src/core/advisor/rules/index'

const folder = join(import.meta.dirname, '../../../src/core/advisor/rules')
const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && name !== 'index.ts')

test('the list is the folder, in its order', () => {
  expect(rules.map(({ id }) => `${id}.ts`)).toEqual([...files].sort())
})

describe.each(rules.map((rule) => [rule.id, rule] as const))('%s', (_id, rule) => {
  test('has a page whose sentences end', () => {
    const { when, why, notWhen, source } = rule.doc
    for (const words of [when, why, source, ...notWhen]) expect(words).toMatch(/[.)]$/)
  })
  test('has limits in words', () => {
    for (const { about } of Object.values(rule.limits)) expect(about).not.toBe('')
  })
  test('has an example that is SQL', () => {
    expect(rule.doc.schema).toMatch(/CREATE TABLE/)
    expect(rule.doc.bad).not.toBe('')
    expect(rule.doc.better !== rule.doc.bad || rule.doc.remedy !== undefined).toBe(true)
  })
})
