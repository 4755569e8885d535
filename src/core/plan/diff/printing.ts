import type { Operator, Plan, PlanFormatId } from '../model'

/**
 * What a format can say at all. Only what the formats of both plans can print is compared: the absence of a filter node
 * in a table of rows says nothing about the plan.
 *
 * - `rows`: MySQL's and MariaDB's classical table: one row per table access, joins and temporary tables implied
 * - `blocks`: MySQL's first JSON format and MariaDB's: query blocks with accesses and named operations
 * - `iterators`: MySQL's TREE and second JSON format: what the executor runs, step by step
 * - `postgres`: PostgreSQL's four, which say the same
 */
export type PrintStyle = 'rows' | 'blocks' | 'iterators' | 'postgres'

const styles: Readonly<Record<PlanFormatId, PrintStyle>> = {
  'mysql-table': 'rows',
  'mariadb-table': 'rows',
  'mysql-json-v1': 'blocks',
  'mariadb-json': 'blocks',
  'mysql-json-v2': 'iterators',
  'mysql-tree': 'iterators',
  'postgres-text': 'postgres',
  'postgres-json': 'postgres',
  'postgres-yaml': 'postgres',
  'postgres-xml': 'postgres',
}

export function printStyle(plan: Plan): PrintStyle {
  return styles[plan.source.format]
}

/** Operators whose nodes stand in every style, though not always at the same place. */
const everywhere: ReadonlySet<Operator> = new Set([
  'access',
  'nested-loop',
  'hash-join',
  'merge-join',
  'block-nested-loop',
  'batched-key-access',
  'semi-join',
  'anti-join',
  'sort',
])

/** True when a plan of style `other` would show a node with this operator if it were there. */
export function wouldPrint(own: PrintStyle, other: PrintStyle, operator: Operator, synthetic: boolean): boolean {
  if (own === other) return true
  return everywhere.has(operator) && !synthetic
}

/** Both styles number their rows, name their indexes' lengths and print flags with the same words. */
export function sameWords(a: PrintStyle, b: PrintStyle): boolean {
  return a === b
}

/** Costs count the same only within one product and version, and one format's idea of a node. */
export function comparableCosts(a: Plan, b: Plan): boolean {
  if (printStyle(a) !== printStyle(b) || isMariadb(a) !== isMariadb(b)) return false
  const one = a.source.engine
  const two = b.source.engine
  if (!one || !two) return true
  const { major, minor } = one.version
  return one.product === two.product && major === two.version.major && minor === two.version.minor
}

function isMariadb({ source }: Plan): boolean {
  return source.format.startsWith('mariadb')
}
