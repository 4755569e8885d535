import { TokenKind } from '../tokens'
import type { OpaqueNode } from './model'
import { parenthesizedQuery } from './queries'
import type { CteNode, WithNode } from './query-model'
import type { Reader } from './reader'

/** `WITH [RECURSIVE] a [(x)] AS (query), …` at WITH. */
export function withClause(r: Reader): WithNode {
  const from = r.at
  r.at++
  const recursive = r.take('RECURSIVE')
  const ctes: CteNode[] = []
  const opaque: OpaqueNode[] = []
  do {
    const cte = commonTable(r)
    if (cte.type === 'opaque') opaque.push(cte)
    else ctes.push(cte)
  } while (r.takeComma())
  const rest = opaque.length > 0 ? opaque : undefined
  return { type: 'with', from, to: r.at, span: r.span(from), recursive, ctes, opaque: rest }
}

function commonTable(r: Reader): CteNode | OpaqueNode {
  const from = r.at
  if (!r.isName()) return r.missing('The name of a common table expression')
  const name = r.takeAnyName()
  const columns = nameList(r)
  r.expect('AS')
  const query = r.opensQuery() ? parenthesizedQuery(r) : r.missing('A query in parentheses')
  const cycle = r.take('CYCLE') ? r.names() : undefined
  if (cycle !== undefined) r.expect('RESTRICT')
  return { type: 'cte', from, to: r.at, span: r.span(from), name, columns, query, cycle }
}

/** `(a, b)` when it stands here. */
export function nameList(r: Reader) {
  if (r.kind() !== TokenKind.openParen) return undefined
  const open = r.at
  r.at++
  const names = r.names()
  r.close(open)
  return names
}
