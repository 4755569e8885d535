// Protects `sargable rules`: every rule a line, each page from its rule.
import { expect, test } from 'vitest'
import { rules } from '../../src/core/advisor/rules/index'
import { sargable } from '../kit/cli'

test('lists every rule', async () => {
  const run = await sargable(['rules'])
  expect(run.stdout.split('\n').map((line) => line.split(' ')[0])).toEqual([...rules.map(({ id }) => id), ''])
})

test('prints the page of one', async () => {
  const run = await sargable(['rules', 'index-composite-order'])
  expect(run.stdout).toMatch(/^# The range column stands before the others in the index\n/)
  expect(run.stdout).toContain('CREATE INDEX kind_sent ON mail (kind, sent);')
  expect(run.stdout).toContain('## When not')
})

test('a rule that there is not', async () => {
  const run = await sargable(['rules', 'no-such', '--json'])
  expect(run.code).toBe(2)
})
