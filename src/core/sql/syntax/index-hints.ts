import { TokenKind } from '../tokens'
import type { NameNode, OpaqueNode } from './model'
import type { Reader } from './reader'
import type { IndexHintNode } from './table-model'

/** `USE INDEX (a) IGNORE KEY FOR JOIN (b)`: all hints that stand here. */
export function indexHints(r: Reader): IndexHintNode[] {
  const hints: IndexHintNode[] = []
  for (;;) {
    const action = r.word()
    if (action !== 'USE' && action !== 'FORCE' && action !== 'IGNORE') return hints
    if (r.word(1) !== 'INDEX' && r.word(1) !== 'KEY') return hints
    hints.push(indexHint(r, action))
  }
}

function indexHint(r: Reader, action: IndexHintNode['action']): IndexHintNode {
  const from = r.at
  r.at += 2
  let scope: IndexHintNode['scope']
  const opaque: OpaqueNode[] = []
  if (r.take('FOR')) {
    if (r.take('JOIN')) scope = 'JOIN'
    else if (r.takePair('ORDER', 'BY')) scope = 'ORDER BY'
    else if (r.takePair('GROUP', 'BY')) scope = 'GROUP BY'
    else r.fail('JOIN, ORDER BY or GROUP BY is expected here.')
  }
  const open = r.at
  const indexes: NameNode[] = []
  if (r.kind() !== TokenKind.openParen) opaque.push(r.missing('A list of indexes in parentheses'))
  else {
    r.at++
    if (action !== 'USE' || r.kind() !== TokenKind.closeParen) {
      do indexes.push(indexName(r))
      while (r.takeComma())
    }
    opaque.push(...(r.close(open) ?? []))
  }
  const rest = opaque.length > 0 ? opaque : undefined
  return { type: 'index-hint', from, to: r.at, span: r.span(from), action, scope, indexes, opaque: rest }
}

function indexName(r: Reader): NameNode {
  return r.word() === 'PRIMARY' ? r.takeAnyName() : r.name('The name of an index')
}
