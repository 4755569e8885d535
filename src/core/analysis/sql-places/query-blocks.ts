import type { SignificantTokens } from '../../sql/significant-tokens'
import { TokenKind } from '../../sql/tokens'
import type { TextSpan } from '../../text-span'

/** A SELECT, or a statement that changes rows, with what stands inside it. A member of a UNION is one of its own. */
export interface QueryBlock {
  readonly span: TextSpan
  readonly outer?: QueryBlock | undefined
  /** Reads more than the tables that the statement names: a derived table, a common table expression, a function. */
  hasOtherSources: boolean
  /** `USING (a, b)` of its joins. */
  readonly using: { readonly name: string; readonly span: TextSpan }[]
}

const members: ReadonlySet<string> = new Set(['UNION', 'EXCEPT', 'INTERSECT', 'MINUS'])
const endsFrom: ReadonlySet<string> = new Set(['WHERE', 'GROUP', 'HAVING', 'ORDER', 'LIMIT', 'SET', 'WINDOW', 'FOR'])
const startsFrom: ReadonlySet<string> = new Set(['FROM', 'UPDATE', 'JOIN', 'INTO'])

/** The query blocks of a statement by its tokens, outer ones before those inside them; of any dialect, also of broken text. */
export function queryBlocks(code: SignificantTokens): readonly QueryBlock[] {
  const blocks: QueryBlock[] = []
  const ctes = cteNames(code)
  const open = (from: number, to: number, outer: QueryBlock | undefined) => {
    const end = to > from ? code.end(to - 1) : code.start(from)
    const block: QueryBlock = { span: { start: code.start(from), end }, outer, hasOtherSources: false, using: [] }
    blocks.push(block)
    return block
  }
  const waiting = [{ from: 0, to: code.length, outer: undefined as QueryBlock | undefined }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    let from = next.from
    let block = open(from, endOfMember(code, from, next.to), next.outer)
    let inFrom = false
    for (let at = from; at < next.to; at++) {
      const word = code.word(at)
      if (members.has(word)) {
        from = at + 1
        block = open(from, endOfMember(code, from, next.to), next.outer)
        inFrom = false
      } else if (startsFrom.has(word)) inFrom = true
      else if (endsFrom.has(word)) inFrom = false
      if (inFrom && code.isName(at) && ctes.has(code.text(at).toLowerCase())) block.hasOtherSources = true
      if (code.kind(at) !== TokenKind.openParen) continue
      const close = Math.min(code.closing(at), next.to)
      if (isQuery(code, at + 1)) {
        waiting.push({ from: at + 1, to: close, outer: block })
        if (inFrom) block.hasOtherSources = true
        at = close
      } else if (code.word(at - 1) === 'USING') {
        for (let name = at + 1; name < close; name++)
          if (code.isName(name)) {
            const span = { start: code.start(name), end: code.end(name) }
            block.using.push({ name: code.text(name).replace(/^[`"]|[`"]$/g, ''), span })
          }
      } else if (inFrom && code.isName(at - 1) && !notFunctions.has(code.word(at - 1))) block.hasOtherSources = true
    }
  }
  return blocks
}

/** Words before a parenthesis in a FROM list that are no functions. */
const notFunctions: ReadonlySet<string> = new Set([
  'FROM',
  'JOIN',
  'ON',
  'AND',
  'OR',
  'NOT',
  'IN',
  'USING',
  'INDEX',
  'KEY',
  'PARTITION',
  'INTO',
  'UPDATE',
  'VALUES',
  'EXISTS',
])

/** The smallest block around a place. */
export function blockAt(blocks: readonly QueryBlock[], { start, end }: TextSpan): QueryBlock | undefined {
  let found: QueryBlock | undefined
  for (const block of blocks) {
    if (block.span.start > start || block.span.end < end) continue
    if (found === undefined || block.span.end - block.span.start <= found.span.end - found.span.start) found = block
  }
  return found
}

function isQuery(code: SignificantTokens, at: number): boolean {
  let first = at
  while (code.kind(first) === TokenKind.openParen) first++
  return ['SELECT', 'WITH', 'VALUES', 'TABLE'].includes(code.word(first))
}

function endOfMember(code: SignificantTokens, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    if (members.has(code.word(at))) return at
    if (code.kind(at) === TokenKind.openParen) at = Math.min(code.closing(at), to)
  }
  return to
}

/** Names before `AS (SELECT …`, of a statement that has WITH. */
function cteNames(code: SignificantTokens): ReadonlySet<string> {
  const names = new Set<string>()
  let hasWith = false
  for (let at = 0; at < code.length; at++) {
    if (code.word(at) === 'WITH') hasWith = true
    if (!hasWith || code.word(at) !== 'AS') continue
    let open = at + 1
    while (['NOT', 'MATERIALIZED'].includes(code.word(open))) open++
    if (code.kind(open) !== TokenKind.openParen || !isQuery(code, open + 1)) continue
    let name = at - 1
    if (code.kind(name) === TokenKind.closeParen) name = code.opening(name) - 1
    if (code.isName(name)) names.add(code.text(name).toLowerCase())
  }
  return names
}
