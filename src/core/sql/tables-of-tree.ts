import type { TableReference } from './model'
import type { SyntaxNode, SyntaxTree } from './syntax/model'
import type { TableFactorNode } from './syntax/table-model'
import { walk } from './syntax/walk'

/**
 * The stored tables that a statement names, in the order of the text, each use once. Left out: names that WITH
 * defines, DUAL, and the bare targets of a multi-table DELETE, which repeat names of its FROM.
 */
export function tablesOfTree(tree: SyntaxTree): TableReference[] {
  const found: TableReference[] = []
  const scopes = cteScopes(tree.statement)
  const targets = new Set<SyntaxNode>()
  walk(tree.statement, (node) => {
    if (node.type === 'delete') for (const target of node.targets) targets.add(target)
    if (node.type !== 'table' || targets.has(node)) return undefined
    const isCte = node.schema === undefined && means(scopes, node)
    if (!isCte && !isDual(tree, node)) found.push(reference(tree, node))
    return undefined
  })
  return found
}

function reference({ code }: SyntaxTree, node: TableFactorNode): TableReference {
  const [hint] = node.indexHints
  const end = hint === undefined ? node.span.end : code.end(hint.from - 1)
  return {
    ...(node.schema === undefined ? {} : { schema: node.schema }),
    name: node.name,
    ...(node.alias === undefined ? {} : { alias: node.alias.name }),
    span: { start: node.span.start, end },
    ...(node.hintSpan === undefined ? {} : { hintSpan: node.hintSpan }),
  }
}

function isDual({ code }: SyntaxTree, node: TableFactorNode): boolean {
  return node.schema === undefined && code.word(node.from) === 'DUAL'
}

/** Where an unqualified name means a common table expression: token places. */
type Scopes = ReadonlyMap<string, readonly { readonly from: number; readonly to: number }[]>

function means(scopes: Scopes, node: TableFactorNode): boolean {
  const places = scopes.get(node.name.toLowerCase()) ?? []
  return places.some(({ from, to }) => node.from >= from && node.from < to)
}

/** `WITH t AS (SELECT … FROM t) …`: in its own body the name still means the table, unless the list is RECURSIVE. */
function cteScopes(root: SyntaxNode): Scopes {
  const scopes = new Map<string, { from: number; to: number }[]>()
  walk(root, (node) => {
    if (!('with' in node) || node.with === undefined) return undefined
    for (const cte of node.with.ctes) {
      const name = cte.name.name.toLowerCase()
      const scope = { from: node.with.recursive ? cte.query.from : cte.query.to, to: node.to }
      const known = scopes.get(name)
      if (known === undefined) scopes.set(name, [scope])
      else known.push(scope)
    }
    return undefined
  })
  return scopes
}
