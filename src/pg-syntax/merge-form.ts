import type { MergeStmt, MergeWhenClause } from 'libpg-query'
import type { WrittenTable } from '../core/sql/edits/postgres/outline'
import type { SignificantTokens } from '../core/sql/significant-tokens'
import { whenParts, whenPlaces } from './input/merge'
import { findOutside } from './input/token-runs'
import type { StatementPlaces, TokenRun } from './statement-places'
import { tablePlace } from './table-place'

export type MergeForm =
  | {
      readonly splice: { readonly start: number; readonly end: number; readonly text: string }
      readonly notes: readonly string[]
    }
  | { readonly reason: string }

/** A WHEN clause: when it holds, and whether it changes a row. */
interface When {
  readonly acts: boolean
  readonly condition?: string | undefined
}

/**
 * The rows of a MERGE's target that it changes: those that match and whose first WHEN that holds does something, and
 * those without a match for WHEN NOT MATCHED BY SOURCE. A MERGE that only inserts: the rows of its source.
 */
export function mergeForm(
  places: StatementPlaces,
  merge: MergeStmt,
  listOf: (table: WrittenTable) => string,
): MergeForm {
  const { code } = places
  const { relation, sourceRelation, mergeWhenClauses = [] } = merge
  const unread = { reason: 'The MERGE is not understood.' }
  if (relation?.location === undefined || sourceRelation === undefined) return unread
  const at = places.at(relation.location)
  const place = tablePlace(places, at, relation.alias !== undefined)
  let verb = places.beforeParens(at)
  while (verb >= 0 && code.word(verb) !== 'MERGE') verb--
  const first = verb + 2
  const rest = { from: place.end, to: code.length }
  if (code.word(place.end) !== 'USING') return unread
  const whens = whenPlaces(code, rest)
  const [firstWhen] = whens
  if (firstWhen === undefined) return unread
  const on = lastOn(code, { from: place.end, to: firstWhen })
  if (on === -1) return unread
  const text = (run: TokenRun): string => places.text(run)
  const target = text({ from: first, to: place.end })
  const isJoin = 'JoinExpr' in sourceRelation
  const written = text({ from: place.end + 1, to: on })
  const source = isJoin ? `(${written})` : written
  const condition = text({ from: on + 1, to: firstWhen })
  const end = findOutside(code, { from: firstWhen, to: code.length }, (_, word) => word === 'RETURNING')
  const read = mergeWhenClauses.map((node, index) => {
    const clause: MergeWhenClause = 'MergeWhenClause' in node ? node.MergeWhenClause : {}
    const parts = whenParts(code, { from: whens[index] ?? end, to: whens[index + 1] ?? end })
    const acts = clause.commandType !== 'CMD_NOTHING'
    return { kind: clause.matchKind, acts, condition: parts.condition && text(parts.condition) }
  })
  const of = (kind: MergeWhenClause['matchKind']): When[] => read.filter((one) => one.kind === kind)
  const reference = code.text(place.aliasAt ?? place.nameAt)
  const list = listOf({ schema: relation.schemaname, name: relation.relname ?? '', reference })
  const matched = of('MERGE_WHEN_MATCHED')
  const unmatched = of('MERGE_WHEN_NOT_MATCHED_BY_SOURCE')
  const added = of('MERGE_WHEN_NOT_MATCHED_BY_TARGET')
  const pieces: string[] = []
  if (matched.some(({ acts }) => acts)) {
    const holds = whichActs(matched)
    pieces.push(`SELECT ${list} FROM ${target} JOIN ${source} ON ${condition}${holds === '' ? '' : ` WHERE ${holds}`}`)
  }
  if (unmatched.some(({ acts }) => acts)) {
    const holds = whichActs(unmatched)
    const none = `NOT EXISTS (SELECT FROM ${source} WHERE ${condition})`
    pieces.push(`SELECT ${list} FROM ${target} WHERE ${none}${holds === '' ? '' : ` AND ${holds}`}`)
  }
  const notes: string[] = []
  if (added.some(({ acts }) => acts)) {
    if (pieces.length > 0) notes.push('Rows that the MERGE inserts are not there yet: they are not found.')
    else {
      const holds = whichActs(added)
      const none = `NOT EXISTS (SELECT FROM ${target} WHERE ${condition})`
      pieces.push(`SELECT * FROM ${source} WHERE ${none}${holds === '' ? '' : ` AND ${holds}`}`)
    }
  }
  if (pieces.length === 0) return { reason: 'The MERGE changes nothing.' }
  const splice = { start: code.start(verb), end: code.end(code.length - 1), text: pieces.join(' UNION ALL ') }
  return { splice, notes }
}

/** The last ON outside of parentheses: that of the MERGE stands behind those of joins in its source. */
function lastOn(code: SignificantTokens, run: TokenRun): number {
  let last = -1
  for (let from = run.from; from < run.to; ) {
    const at = findOutside(code, { from, to: run.to }, (_, word) => word === 'ON')
    if (at < run.to) last = at
    from = at + 1
  }
  return last
}

/** The first clause that holds decides; empty when the first has no condition and acts. */
function whichActs(whens: readonly When[]): string {
  const [first, second] = whens
  if (first === undefined || (first.acts && first.condition === undefined)) return ''
  if (first.acts && second === undefined) return `(${first.condition})`
  const branches: string[] = []
  let otherwise = 'FALSE'
  for (const { acts, condition } of whens) {
    const word = acts ? 'TRUE' : 'FALSE'
    if (condition === undefined) {
      otherwise = word
      break
    }
    branches.push(`WHEN ${condition} THEN ${word}`)
  }
  return branches.length === 0 ? otherwise : `CASE ${branches.join(' ')} ELSE ${otherwise} END`
}
