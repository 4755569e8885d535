// Protects that a tabular plan and a JSON plan of one statement agree in every field that both print.
import { describe, expect, test } from 'vitest'
import type { Access, IndexUse, Plan, PlanNode } from '../../src/core/plan/model'
import { readPlans } from '../../src/core/plan/read'
import { each } from '../../src/core/plan/walk'
import { type Recorded, recordedPlans } from './fixtures'

const recorded = recordedPlans().filter(({ server }) => !server.startsWith('pg'))

function caseOf({ name }: Recorded): string {
  return name.split(' ')[0] ?? ''
}

/** EXPLAIN, ANALYZE, and what another connection was shown meanwhile are different plans. */
function formOf({ measured, statement }: Recorded): string {
  return `${measured} ${/^SHOW| FOR CONNECTION /.test(statement)}`
}

interface Pair {
  readonly table: Recorded
  readonly json: Recorded
}

function pairs(product: 'mysql' | 'mariadb'): Pair[] {
  const isJson = ({ format }: Recorded) => format === 'mysql-json-v1' || format === 'mariadb-json'
  const documents = new Map(recorded.filter(isJson).map((one) => [`${caseOf(one)} ${formOf(one)}`, one]))
  return recorded
    .filter(({ format }) => format === `${product}-table`)
    .flatMap((table) => {
      const json = documents.get(`${caseOf(table)} ${formOf(table)}`)
      return json ? [{ table, json }] : []
    })
}

/** Tables of FROM that are no stored ones; JSON names them by alias, the table by number. */
const derivedAliases = /^(?:<.*>|t|x|y|r|jt|v)$/

/** What reads a stored table. The target of INSERT is not read. */
function reads({ text, context }: Recorded): (PlanNode & { readonly access: Access })[] {
  return readPlans(text, context)
    .flatMap((plan: Plan) => [...each(plan.root)])
    .flatMap((node) => (node.access ? [{ ...node, access: node.access }] : []))
    .filter(({ access }) => access.method !== 'none' && !access.derived && !derivedAliases.test(access.table))
    .sort((a, b) => (keyOf(a.access) < keyOf(b.access) ? -1 : 1))
}

function keyOf({ table, accessType, indexes }: Access): string {
  return [table, accessType, ...indexes.map(({ name }) => name)].join()
}

/** JSON has no length of the single indexes of a merge or a rowid filter; the table has no key parts. */
function indexFacts({ name, use, keyLengthBytes }: IndexUse): unknown[] {
  return [name, use, use === 'main' ? keyLengthBytes : undefined]
}

function facts({ access }: { readonly access: Access }): Readonly<Record<string, unknown>> {
  const { table, alias, method, accessType, possibleIndexes, ref, covering, direction, partitions } = access
  const { multiRangeRead, indexCondition } = access
  return {
    ...{ table, alias, method, accessType, covering, direction, multiRangeRead, indexCondition },
    possibleIndexes,
    ref,
    partitions,
    indexes: access.indexes.map(indexFacts),
  }
}

/** Numbers, and by how much the printed digits let them differ: the table prints percentages with two decimals. */
function numbers({
  estimate,
  actual,
  rest,
}: PlanNode): Readonly<Record<string, readonly [number | undefined, number]>> {
  const examined = estimate.rowsExaminedPerLoop ?? 0
  return {
    rowsExaminedPerLoop: [estimate.rowsExaminedPerLoop, 0],
    keptFraction: [estimate.keptFraction, 0.0001],
    rowsPerLoop: [estimate.rowsPerLoop, examined * 0.0001 + 0.01],
    actualRowsPerLoop: [actual?.rowsPerLoop, Number(rest.r_rows ?? 0) * 0.0001 + 0.01],
  }
}

/** Where one server prints different things of one statement. */
const otherwise: Readonly<Record<string, string>> = {
  'mariadb1011/update-subquery indexes': 'JSON has no length of the index of a unique_subquery',
}

function differences({ table, json }: Pair): string[] {
  const [left, right] = [reads(table), reads(json)]
  if (left.length !== right.length) return [`${table.name}: ${left.length} tables, ${right.length} in JSON`]
  return left.flatMap((a, index) => {
    const b = right[index]
    if (!b) return []
    const [x, y] = [facts(a), facts(b)]
    const words = Object.keys(x).filter((field) => x[field] !== undefined && y[field] !== undefined)
    const unlike = words.filter((field) => JSON.stringify(x[field]) !== JSON.stringify(y[field]))
    const [u, v] = [numbers(a), numbers(b)]
    const far = Object.keys(u).filter((field) => {
      const [one, tolerance = 0] = u[field] ?? []
      const [other] = v[field] ?? []
      return one !== undefined && other !== undefined && Math.abs(one - other) > tolerance + 1e-9
    })
    return [...unlike, ...far]
      .filter((field) => !(`${caseOf(table)} ${field}` in otherwise))
      .map((field) => `${table.name} ${a.access.table} ${field}: ${x[field] ?? u[field]}, JSON ${y[field] ?? v[field]}`)
  })
}

describe('the table and the first JSON format', () => {
  test.each([
    ['mysql', 900],
    ['mariadb', 1200],
  ] as const)('of %s agree in every field that both print', (product, least) => {
    const all = pairs(product)
    expect(all.flatMap(differences).slice(0, 20)).toEqual([])
    expect(all.length).toBeGreaterThan(least)
  })
})
