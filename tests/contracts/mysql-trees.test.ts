// Protects that MySQL's tree, its two JSON formats and its table tell one story about one recorded statement.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { catalogSchema } from '../../src/core/catalog/model'
import { keyUseOf } from '../../src/core/keyparts/key-use'
import { isMergePart } from '../../src/core/plan/merge-part'
import { metricsOf } from '../../src/core/plan/metrics'
import type { Plan, PlanNode } from '../../src/core/plan/model'
import { readPlans } from '../../src/core/plan/read'
import { each } from '../../src/core/plan/walk'
import { type Recorded, recordedPlans } from './fixtures'

const recorded = recordedPlans().filter(({ server }) => server === 'mysql80' || server === 'mysql97')
const statements = [...new Set(recorded.map(caseOf))]

function caseOf({ name }: Recorded): string {
  return name.split(' ')[0] ?? ''
}

function recording(name: string, format: string, measured: boolean): Recorded | undefined {
  return recorded.find((one) => caseOf(one) === name && one.format === format && one.measured === measured)
}

function planOf(name: string, format: string, measured = false): Plan | undefined {
  const found = recording(name, format, measured)
  return found && readPlans(found.text, found.context)[0]
}

/** Runs a check over all statements that have both formats and shows the ones that fail. */
function compare(
  formats: readonly [string, string],
  measured: boolean,
  check: (left: Plan, right: Plan, name: string) => readonly [unknown, unknown],
): number {
  let compared = 0
  const failures: unknown[] = []
  for (const name of statements) {
    const left = planOf(name, formats[0], measured)
    const right = planOf(name, formats[1], measured && formats[1] !== 'mysql-json-v1' && formats[1] !== 'mysql-table')
    if (!left || !right) continue
    compared++
    const [a, b] = check(left, right, name)
    if (JSON.stringify(a) !== JSON.stringify(b)) failures.push({ name, a, b })
  }
  expect(failures.slice(0, 5)).toEqual([])
  return compared
}

/** 9.x prints numbers of the tree with an error below 1 %. */
function near(left: number | undefined, right: number | undefined): boolean {
  if (left === undefined || right === undefined) return left === right
  return Math.abs(left - right) <= 0.01 * Math.max(Math.abs(left), Math.abs(right))
}

/** What both formats print of a node. */
function facts(node: PlanNode) {
  const { access } = node
  return {
    id: node.id,
    operator: node.operator,
    label: node.label,
    relation: node.relation,
    heading: node.rest.heading,
    table: access && (access.alias ?? access.table),
    derived: access?.derived,
    method: access?.method,
    // Skip scans step over parts that only JSON lists, JSON quotes names in expressions, and MEMBER OF names no part.
    indexes: access?.indexes.map(({ name, use, usedKeyParts }) => [
      name,
      use,
      /^(?:skip|loose)-scan$/.test(access.method) || node.conditions.some(({ text }) => text.includes('MEMBER OF'))
        ? []
        : (usedKeyParts ?? []).map((part) => part.replaceAll('`', '')),
    ]),
    flags: access && [access.covering, access.direction, access.multiRangeRead, access.indexCondition],
    // TREE prints two ranges and how many more there are.
    conditions: node.conditions
      .map(
        ({ text, checkedAt }) => `${checkedAt} ${checkedAt === 'index-seek' ? text.split(' OR ').slice(0, 2) : text}`,
      )
      .sort(),
    loops: node.actual?.neverExecuted,
  }
}

describe('the tree and the second JSON format', () => {
  test.each([
    ['estimated', false, 60],
    ['measured', true, 60],
  ])('have the same nodes, %s', (_name, measured, least) => {
    const count = compare(['mysql-tree', 'mysql-json-v2'], measured, (tree, json) => [
      [...each(tree.root)].map(facts),
      [...each(json.root)].map(facts),
    ])
    expect(count).toBeGreaterThanOrEqual(least)
  })

  test.each<[string, boolean, (node: PlanNode) => readonly (number | undefined)[]]>([
    ['estimates', false, ({ estimate }) => [estimate.rowsPerLoop, estimate.startupCost, estimate.subtreeCost]],
    ['rows and loops', true, ({ actual }) => [actual?.rowsPerLoop, actual?.loops]],
  ])('have the same %s', (_name, measured, numbers) => {
    const count = compare(['mysql-tree', 'mysql-json-v2'], measured, (tree, json) => {
      const [left, right] = [tree, json].map((plan) => [...each(plan.root)].flatMap(numbers))
      return [left?.filter((value, at) => !near(value, right?.[at])), []]
    })
    expect(count).toBeGreaterThanOrEqual(60)
  })
})

/** Stored tables with method and indexes, without what the executor's tree leaves out or says otherwise. */
function tablesOf(plan: Plan): string[] {
  return (
    [...each(plan.root)]
      .flatMap(({ access }) => (access && !access.derived && !isMergePart(access) ? [access] : []))
      .filter((access) => access.method !== 'constant' && access.method !== 'none')
      // Derived tables and JSON_TABLE, which the first JSON format names like stored ones.
      .filter((access) => !/^(?:t|x|y|r|jt|v)$/.test(access.table))
      .map(
        ({ alias, table, method, indexes }) => `${alias ?? table} ${method} ${indexes.map(({ name }) => name).join()}`,
      )
      .sort()
  )
}

/** Where the server itself says different things about one statement. */
const otherwise: Readonly<Record<string, string>> = {
  'covering-scan': 'the executor counts rows in the storage engine',
  'count-all': 'the executor counts rows in the storage engine',
  'join-cross': 'the executor multiplies the counts of both tables',
  'insert-subquery-value': 'the tree leaves out subqueries of VALUES',
  'insert-duplicate-subquery': 'the tree leaves out subqueries of ON DUPLICATE KEY UPDATE',
  'index-merge-union-of-intersect': 'the tree of 8.0 leaves out the merge with the primary key',
  'impossible-on': 'the tree leaves out a table that is never read',
  'spatial-join': 'the table says ALL with "Range checked for each record"',
  'range-checked': 'the table says ALL with "Range checked for each record"',
  'subquery-materialized-partial': 'the tree has both alternatives of an IN subquery',
}

/** Where one of them says more about the conditions, so that key parts have other roles. */
const otherParts: Readonly<Record<string, string>> = {
  ...otherwise,
  'in-to-exists': 'the first JSON format leaves out the condition on groups',
  'order-offset': 'the tree of 8.0 does not say that the index covers',
  'index-hint-join': 'the join condition names the column in the tree, and nothing in JSON',
  'subquery-in-group-by': 'ANALYZE of 9.x leaves out the subquery',
}

describe.each(['mysql-json-v1', 'mysql-table'])('the tree and %s', (format) => {
  test('read the same stored tables in the same way through the same indexes', () => {
    const count = compare(['mysql-tree', format], false, (tree, other, name) => {
      const isLeftOut = (name.split('/')[1] ?? '') in otherwise || tree.root.label.startsWith('<not executable')
      return isLeftOut ? [0, 0] : [tablesOf(tree), tablesOf(other)]
    })
    expect(count).toBeGreaterThan(400)
  })
})

describe('the arrows of a tree', () => {
  const headings =
    /-> (?:Hash|Batch input rows|Repeat until convergence|Disable deduplication|Select #|Limit table size)/
  test('are the nodes, and name the tables in this order', () => {
    const failures = recorded
      .filter(({ format }) => format === 'mysql-tree')
      .flatMap((one) => {
        const arrows = one.text.split('\n').filter((line) => line.includes('-> ') && !/-> Hash$/.test(line))
        // Changes of one table are no steps of the executor; 8.0 prints a line without an arrow.
        if (one.text.includes('<not executable by iterator executor>')) return []
        const steps = arrows.filter((line) => !headings.test(line.replace(/-> Hash (?:anti|semi)join/, '')))
        const tables = steps.flatMap(
          (line) =>
            /-> (?:[A-Z][\w -]*(?:scan|lookup|search)(?: for \w+| \(Multi-Range Read\))? on|Constant row from|Count rows in|Scan new records on|Insert into|Replace into) (<[^>]+>|\S+)/
              .exec(line)
              ?.slice(1, 2) ?? [],
        )
        const [plan] = readPlans(one.text, one.context)
        const nodes = plan ? [...each(plan.root)] : []
        const read = nodes.flatMap(({ access }) => (access && access.method !== 'index-merge' ? [access.table] : []))
        const same = nodes.length === steps.length && read.join() === tables.join()
        return same ? [] : [{ name: one.name, steps: steps.length, nodes: nodes.length, tables, read }]
      })
    expect(failures.slice(0, 5)).toEqual([])
  })
})

describe('the key parts of a measured plan', () => {
  test.each([
    ['mysql-tree', 55],
    ['mysql-json-v2', 25],
  ])('%s has those of the first JSON format', (format, least) => {
    let uses = 0
    const count = compare([format, 'mysql-json-v1'], true, (measured, json, name) => {
      const text = readFileSync(join(import.meta.dirname, '../../fixtures', name, 'catalog.json'), 'utf8')
      const catalog = catalogSchema.parse(JSON.parse(text))
      const found = keyUseOf({ plans: [measured, json], catalog, sql: json.source.sql })
      const lines = (planIndex: number) =>
        found
          .filter((use) => use.planIndex === planIndex && use.chosen && !((name.split('/')[1] ?? '') in otherParts))
          .map(({ table, index, keyLengthBytes, agrees, parts }) =>
            JSON.stringify([
              table,
              index,
              keyLengthBytes,
              agrees,
              parts.map(({ column, role, narrows }) => [column, role, narrows]),
            ]),
          )
          .sort()
      uses += lines(0).length
      // Constant tables are read before the executor starts.
      const isConstant = [...each(json.root)].some(({ access }) => access?.method === 'constant')
      return isConstant ? [0, 0] : [lines(0), lines(1)]
    })
    expect(count).toBeGreaterThan(least)
    expect(uses).toBeGreaterThan(least / 2)
  })
})

describe('the times of a measured tree', () => {
  test('own times are not negative, and none contradicts another', () => {
    const failures = recorded
      .filter(({ format, measured }) => measured && /tree|v2/.test(format))
      .flatMap((one) => {
        const [plan] = readPlans(one.text, one.context)
        if (!plan) return [one.name]
        const metrics = metricsOf(plan)
        return [...each(plan.root)].flatMap(({ id, actual, label }) => {
          const own = metrics[id]
          if (actual?.lastRowMsPerLoop === undefined) return []
          return own?.selfMs !== undefined && own.selfMs >= 0 ? [] : [`${one.name} ${one.format} ${id} ${label}`]
        })
      })
    expect(failures).toEqual([])
  })
})
