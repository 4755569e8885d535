// Protects the menu of the desktop window: each item runs a command that the page has.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planViews } from '../../src/ui/state/atoms'

const root = join(import.meta.dirname, '../..')
const menu = readFileSync(join(root, 'electron/menu.ts'), 'utf8')
const commands = readFileSync(join(root, 'src/ui/commands/list.ts'), 'utf8')

const menuIds = [...menu.matchAll(/^ {2}\['[^']+', '([\w.-]+)'/gm)].map((match) => match[1] ?? '')
const commandIds = new Set([
  ...[...commands.matchAll(/\bid: '([\w.-]+)'/g)].map((match) => match[1] ?? ''),
  ...planViews.map((view) => `view.${view}`),
])

test('the menu has items', () => {
  expect(menuIds.length).toBeGreaterThan(15)
})

test.each(menuIds)('the page has the command %s', (id) => {
  expect([...commandIds]).toContain(id)
})
