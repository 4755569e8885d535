// Protects that no step and no table of a recorded MySQL or MariaDB plan is lost, doubled or moved.
import { describe, expect, test } from 'vitest'
import type { PlanNode } from '../../src/core/plan/model'
import { readPlans } from '../../src/core/plan/read'
import { each } from '../../src/core/plan/walk'
import { recordedPlans } from './fixtures'
import { secondReaders } from './second-readers'

const recorded = recordedPlans()

/** The tables of the nodes in the order of the text; a merge of MySQL's executor has the table of the scans below it. */
function tablesOf(nodes: readonly PlanNode[], format: string): string[] {
  return [...nodes]
    .sort((a, b) => a.span.start - b.span.start)
    .flatMap(({ access }) => (access && access.table !== '' ? [access] : []))
    .filter(({ method }) => format !== 'mysql-json-v2' || method !== 'index-merge')
    .map(({ table }) => table)
}

describe('counted by a second reader', () => {
  test.each(Object.entries(secondReaders))('every step and table of %s is there, in order', (format, count) => {
    const texts = recorded.filter((one) => one.format === format)
    const failures = texts.flatMap(({ name, text, context }) => {
      const nodes = readPlans(text, context).flatMap((plan) => [...each(plan.root)].filter((node) => !node.synthetic))
      const found = { nodes: nodes.length, tables: tablesOf(nodes, format) }
      const expected = count(text)
      return JSON.stringify(found) === JSON.stringify(expected) ? [] : [{ name, found, expected }]
    })
    expect(failures.slice(0, 5)).toEqual([])
    expect(texts.length).toBeGreaterThan(350)
  })
})
