import { canonicalLiteral } from '../../experiment/disjoint-members'
import { orderOf } from '../../experiment/result-order'
import type { SortColumn } from '../../sql/meaning/model'
import { orderByOutput } from './order-items'
import { type Rewritable, removal, rewritten } from './rewritable'
import type { ValueList, WrittenOr } from './written-or'

/** More members than this make a text that nobody reads. */
const mostMembers = 16

export interface TopOfEach {
  readonly sql: string
  readonly members: number
}

/**
 * The first rows of each value of a list, put together and cut again: `(… a = 1 ORDER BY … LIMIT n) UNION ALL (… a = 2
 * …) ORDER BY … LIMIT n`. Each member can follow an index on the column and the order. Undefined where two values might
 * be one to the server, so that a row would come twice.
 */
export function asTopOfEach(of: Rewritable, list: ValueList): TopOfEach | undefined {
  const { block, sql } = of
  const { limit } = block
  const order = orderByOutput(of)
  const values = list.values.map((value) => canonicalLiteral(value, list.type))
  const isDistinct = values.every((value) => value !== undefined) && new Set(values).size === values.length
  if (limit?.count === undefined || order === undefined || order === '' || !isDistinct) return undefined
  if (list.values.length < 2 || list.values.length > mostMembers || !canBeRepeated(of)) return undefined
  const { count, offset = 0 } = limit
  const members = list.values.map((value) =>
    textWith(sql, block.span, [
      { span: list.span, text: `${list.columnText} = ${value}` },
      ...(offset > 0 ? [{ span: limit.span, text: `LIMIT ${count + offset}` }] : []),
    ]),
  )
  const end = `ORDER BY ${order} LIMIT ${count}${offset > 0 ? ` OFFSET ${offset}` : ''}`
  const text = `(${members.join(')\nUNION ALL\n(')})\n${end}`
  const whole = rewritten(of, [{ span: block.span, text }])
  return whole === undefined ? undefined : { sql: whole, members: members.length }
}

export interface UnionOfArms {
  readonly sql: string
  /** distinct: by UNION, because rows differ in a key that is shown; all: rows of an arm are kept out of later ones. */
  readonly by: 'distinct' | 'all'
}

/**
 * One SELECT for each arm of an OR, put together so that every row comes as often as before. ORDER BY and LIMIT stand
 * behind the union; undefined where they cannot.
 */
export function asUnionOfArms(of: Rewritable, or: WrittenOr): UnionOfArms | undefined {
  const { block, sql } = of
  if (or.arms.length < 2 || or.arms.length > mostMembers || !canBeRepeated(of)) return undefined
  if (block.aggregates || block.windows || block.groupBy.length > 0) return undefined
  if (block.conditions.some(({ clause }) => clause === 'having' || clause === 'qualify')) return undefined
  const order = orderByOutput(of)
  if (order === undefined || (block.limit && block.limit.count === undefined)) return undefined
  const by =
    block.distinct || (showsKeys(of) && !of.block.output?.some(({ type }) => cannotBeCompared.test(type ?? '')))
      ? 'distinct'
      : 'all'
  const ends = endsOf(of)
  if (ends === undefined) return undefined
  const texts = or.arms.map(({ type, span }) => {
    const arm = sql.slice(span.start, span.end)
    return type === 'or' || type === 'xor' ? `(${arm})` : arm
  })
  const members = texts.map((arm, at) => {
    const kept = by === 'distinct' ? [] : texts.slice(0, at).map((earlier) => `(${earlier}) IS NOT TRUE`)
    const edits = [{ span: or.span, text: [arm, ...kept].join(' AND ') }, ...ends]
    return textWith(sql, block.span, edits)
  })
  const { limit } = block
  const tail = [
    ...(order === '' ? [] : [`ORDER BY ${order}`]),
    ...(limit?.count === undefined ? [] : [`LIMIT ${limit.count}${limit.offset ? ` OFFSET ${limit.offset}` : ''}`]),
  ].join(' ')
  const text = `${members.join(`\n${by === 'distinct' ? 'UNION' : 'UNION ALL'}\n`)}${tail === '' ? '' : `\n${tail}`}`
  const whole = rewritten(of, [{ span: block.span, text }])
  return whole === undefined ? undefined : { sql: whole, by }
}

/** PostgreSQL has no equality for these. */
const cannotBeCompared = /^(?:json|xml|point|line|lseg|box|path|polygon|circle)(?:\[\])*$/i

/** Words that MySQL and MariaDB take only in the first SELECT of a statement. */
const firstOnly: ReadonlySet<string> = new Set(['HIGH_PRIORITY', 'SQL_BUFFER_RESULT', 'SQL_CACHE', 'SQL_NO_CACHE'])

/** May the text stand in a statement more than once? */
function canBeRepeated({ code }: Rewritable): boolean {
  for (let at = 0; at < code.length; at++) if (firstOnly.has(code.word(at))) return false
  return true
}

/** Does the output hold a unique key of every table, so that no two rows of it are alike? */
export function showsKeys({ block, meaning, catalog, sql }: Rewritable): boolean {
  if (block.output === undefined) return false
  const shown = block.output.map(({ column, span }, item): SortColumn => ({ span, descending: false, column, item }))
  // An order by the output that leaves no ties; without an output, so that looking alike does not count.
  return orderOf({ ...block, output: undefined, orderBy: shown }, meaning, catalog, sql) === 'total'
}

/** The edits that take ORDER BY and LIMIT out of a member. */
function endsOf(of: Rewritable): readonly { span: { start: number; end: number }; text: string }[] | undefined {
  const { block, code } = of
  const first = block.orderBy[0]
  const starts: number[] = []
  if (first !== undefined) {
    let at = 0
    while (at < code.length && code.start(at) < first.span.start) at++
    // ORDER BY
    if (code.word(at - 1) !== 'BY' || code.word(at - 2) !== 'ORDER') return undefined
    starts.push(code.start(at - 2))
  }
  if (block.limit) starts.push(block.limit.span.start)
  if (starts.length === 0) return []
  const end = block.limit?.span.end ?? block.orderBy[block.orderBy.length - 1]?.span.end ?? block.span.end
  if (end !== block.span.end) return undefined
  const edit = removal(of, { start: Math.min(...starts), end })
  return [edit]
}

/** A part of the text with edits in it. */
function textWith(
  sql: string,
  within: { readonly start: number; readonly end: number },
  edits: readonly { readonly span: { readonly start: number; readonly end: number }; readonly text: string }[],
): string {
  const ordered = [...edits].sort((one, other) => one.span.start - other.span.start)
  const pieces: string[] = []
  let at = within.start
  for (const { span, text } of ordered) {
    pieces.push(sql.slice(at, span.start), text)
    at = span.end
  }
  return `${pieces.join('')}${sql.slice(at, within.end)}`
}
