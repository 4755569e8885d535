import { TokenKind } from '../tokens'
import { expression } from './expressions'
import { indexHints } from './index-hints'
import { jsonTable } from './json-table'
import type { ExpressionNode, NameNode, OpaqueNode } from './model'
import { parenthesizedQuery } from './queries'
import type { Reader } from './reader'
import { periodValue, systemTime } from './system-time'
import type { TableFactorNode, TableNode } from './table-model'
import { tableList, tableReference } from './tables'
import { nameList } from './with'

/** What can be joined: a table, a derived table, JSON_TABLE, a list in parentheses, `{OJ …}`. */
export function tableFactor(r: Reader): TableNode {
  const from = r.at
  if (r.kind() === TokenKind.openParen) {
    return r.opensQuery() ? derivedTable(r, from, false) : r.nested(() => tableParentheses(r))
  }
  if (r.isOperator('{')) return r.nested(() => odbcJoin(r))
  const word = r.word()
  if (word === 'LATERAL' && r.opensQuery(1)) {
    r.at++
    return derivedTable(r, from, true)
  }
  if (word === 'JSON_TABLE' && r.kind(1) === TokenKind.openParen) return r.nested(() => jsonTable(r))
  if (word === 'DUAL') {
    r.at++
    return { type: 'table', from, to: r.at, span: r.span(from), name: 'DUAL', nameSpan: r.span(from), indexHints: [] }
  }
  return namedTable(r)
}

function derivedTable(r: Reader, from: number, lateral: boolean): TableNode {
  const query = parenthesizedQuery(r)
  const alias = tableAlias(r)
  const columns = alias === undefined ? undefined : nameList(r)
  return { type: 'derived-table', from, to: r.at, span: r.span(from), lateral, query, alias, columns }
}

function tableParentheses(r: Reader): TableNode {
  const from = r.at
  r.at++
  const items = tableList(r)
  const opaque = r.close(from)
  return { type: 'table-parentheses', from, to: r.at, span: r.span(from), items, opaque }
}

/** `{OJ a LEFT JOIN b ON …}` */
function odbcJoin(r: Reader): TableNode {
  const from = r.at
  r.at++
  r.name()
  const table = tableReference(r)
  if (!r.takeOperator('}')) r.fail('A closing brace is expected here.')
  return { type: 'odbc-join', from, to: r.at, span: r.span(from), table }
}

/** What the places where a table's name stands allow besides the name. */
export interface FactorRules {
  /** `t.*`, of the targets of a multi-table DELETE. */
  readonly star?: boolean
  /** `no` for targets of INSERT and TABLE, `before-partition` for single-table DELETE. */
  readonly alias?: 'no' | 'before-partition'
  readonly hints?: boolean
}

/** A table by its name with all that may belong to it. */
export function namedTable(r: Reader, rules: FactorRules = {}): TableFactorNode | OpaqueNode {
  const from = r.at
  const parts = r.dottedName()
  if (parts === undefined) return r.missing('A table')
  const nameSpan = r.span(from)
  if (parts.length > 2) r.fail('A table has a schema and a name.', r.at - 2)
  if (rules.star === true && r.kind() === TokenKind.dot && r.isOperator('*', 1)) r.at += 2
  let alias = rules.alias === 'before-partition' ? tableAlias(r) : undefined
  const partitions = r.word() === 'PARTITION' && r.kind(1) === TokenKind.openParen ? partitionNames(r) : undefined
  const time = r.takePair('FOR', 'SYSTEM_TIME') ? systemTime(r, r.at - 2) : undefined
  const portion = r.word() === 'FOR' && r.word(1) === 'PORTION' ? portionOf(r) : undefined
  let sample = tableSample(r)
  if (rules.alias === undefined) alias = tableAlias(r)
  sample ??= tableSample(r)
  const place = r.code.end(r.at - 1)
  const hints = rules.hints === false ? [] : indexHints(r)
  const [first] = hints
  const hintSpan = first === undefined ? { start: place, end: place } : r.span(first.from)
  return {
    type: 'table',
    from,
    to: r.at,
    span: r.span(from),
    schema: parts[parts.length - 2],
    name: parts[parts.length - 1] ?? '',
    nameSpan,
    partitions,
    systemTime: time,
    portion,
    sample,
    alias,
    indexHints: hints,
    hintSpan: rules.hints === false ? undefined : hintSpan,
  }
}

/** A table where nothing but its name can stand. */
export function tableName(r: Reader, rules: Pick<FactorRules, 'star'> = {}): TableFactorNode | OpaqueNode {
  return namedTable(r, { ...rules, alias: 'no', hints: false })
}

function partitionNames(r: Reader): readonly NameNode[] | undefined {
  r.at++
  return nameList(r)
}

/** `AS name`, `name` */
export function tableAlias(r: Reader): NameNode | undefined {
  const named = r.take('AS')
  if (r.isName() && (named || !notAlias(r))) return r.takeAnyName()
  if (named) r.fail('An alias is expected here.')
  return undefined
}

/** Words that are not reserved on every server, and no alias where their clause follows. */
function notAlias(r: Reader): boolean {
  const next = r.word(1)
  switch (r.word()) {
    case 'QUALIFY':
      return r.kind(1) !== TokenKind.none && r.kind(1) !== TokenKind.comma && next !== 'WHERE' && next !== 'JOIN'
    case 'TABLESAMPLE':
      return r.kind(2) === TokenKind.openParen
    case 'OFFSET':
      return r.mariadb
    default:
      return false
  }
}

/** MySQL 9: `TABLESAMPLE BERNOULLI (10)` */
function tableSample(r: Reader): ExpressionNode | undefined {
  if (r.word() !== 'TABLESAMPLE' || r.kind(2) !== TokenKind.openParen) return undefined
  r.at++
  return expression(r)
}

/** MariaDB: `FOR PORTION OF p FROM a TO b` */
function portionOf(r: Reader): ExpressionNode[] {
  r.at += 2
  r.expect('OF')
  r.name('A period')
  r.expect('FROM')
  const values = [periodValue(r)]
  r.expect('TO')
  values.push(periodValue(r))
  return values
}
