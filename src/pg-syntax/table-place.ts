import type { RangeVar } from 'libpg-query'
import type { TableReference } from '../core/sql/model'
import { readDottedName } from '../core/sql/names'
import { TokenKind } from '../core/sql/tokens'
import type { StatementPlaces } from './statement-places'

/** Where a table stands: `[schema.]name [*] [[AS] alias]`. */
export interface TablePlace {
  /** The token with its own name. */
  readonly nameAt: number
  readonly aliasAt?: number
  /** The place after it; a list of column names after the alias does not belong to it. */
  readonly end: number
  /** The place after what is shown of it: the name alone of `ONLY (t) x`. */
  readonly shownEnd: number
}

export function tablePlace({ code }: StatementPlaces, at: number, hasAlias: boolean): TablePlace {
  const name = readDottedName(code, at)
  const nameAt = (name?.end ?? at + 1) - 1
  let end = nameAt + 1
  if (code.isOperator(end, '*')) end++
  // ONLY (t)
  const isEnclosed =
    code.kind(end) === TokenKind.closeParen && code.opening(end) === at - 1 && code.word(at - 2) === 'ONLY'
  const shownEnd = end
  if (isEnclosed) end++
  if (!hasAlias) return { nameAt, end, shownEnd }
  const aliasAt = code.word(end) === 'AS' ? end + 1 : end
  return { nameAt, aliasAt, end: aliasAt + 1, shownEnd: isEnclosed ? shownEnd : aliasAt + 1 }
}

/** A table as the contract tells it. Names are as the server knows them: folded to lower case unless quoted. */
export function tableReference(places: StatementPlaces, table: RangeVar): TableReference {
  const { code } = places
  const at = places.at(table.location ?? 0)
  const alias = table.alias?.aliasname
  const { shownEnd } = tablePlace(places, at, alias !== undefined)
  return {
    ...(table.schemaname === undefined ? {} : { schema: table.schemaname }),
    name: table.relname ?? '',
    ...(alias === undefined ? {} : { alias }),
    span: { start: code.start(at), end: code.end(shownEnd - 1) },
  }
}
