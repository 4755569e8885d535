import type { RangeVar, WithClause } from 'libpg-query'
import type { Node } from './grammar'
import { membersOf, nodesIn } from './nodes'

interface Place {
  readonly node: Node
  readonly scope: Scope | undefined
}

/** The names of one WITH list that mean its common table expressions here: those before `upTo`. */
interface Scope {
  readonly positions: ReadonlyMap<string, number>
  readonly upTo: number
  readonly outer: Scope | undefined
}

function isCte(name: string, innermost: Scope | undefined): boolean {
  for (let scope = innermost; scope !== undefined; scope = scope.outer) {
    const position = scope.positions.get(name)
    if (position !== undefined && position < scope.upTo) return true
  }
  return false
}

/** Stored tables and views at any depth, each use once, in no order; names that WITH defines are left out. */
export function tablesOf(root: Node): readonly RangeVar[] {
  const walk = new TableWalk()
  walk.run(root)
  return walk.tables
}

class TableWalk {
  readonly tables: RangeVar[] = []
  private readonly waiting: Place[] = []

  run(root: Node): void {
    this.waiting.push({ node: root, scope: undefined })
    for (let place = this.waiting.pop(); place !== undefined; place = this.waiting.pop()) this.enter(place)
  }

  private enter(place: Place): void {
    const { node, scope } = place
    if ('SelectStmt' in node) {
      // INTO names a table that does not exist yet; FOR UPDATE OF repeats names.
      const { withClause, larg, rarg, intoClause, lockingClause, ...rest } = node.SelectStmt
      const inner = this.enterWith(withClause, scope)
      for (const member of membersOf(node)) this.waiting.push({ node: member, scope: inner })
      this.push(inner, nodesIn(rest))
    } else if ('UpdateStmt' in node) this.change(node.UpdateStmt, scope)
    else if ('DeleteStmt' in node) this.change(node.DeleteStmt, scope)
    else if ('InsertStmt' in node) this.change(node.InsertStmt, scope)
    else if ('MergeStmt' in node) this.change(node.MergeStmt, scope)
    else if ('RangeVar' in node) {
      const { schemaname, relname } = node.RangeVar
      if (schemaname !== undefined || !isCte(relname ?? '', scope)) this.tables.push(node.RangeVar)
    } else if (!('MultiAssignRef' in node) || (node.MultiAssignRef.colno ?? 1) === 1) {
      // `SET (a, b) = (SELECT …)`: the tree repeats the subquery for each column.
      this.push(scope, nodesIn(node))
    }
  }

  /** What is written is a table, whatever WITH calls so. */
  private change(
    { relation, withClause, ...rest }: { readonly relation?: RangeVar; readonly withClause?: WithClause },
    scope: Scope | undefined,
  ): void {
    if (relation !== undefined) this.tables.push(relation)
    this.push(this.enterWith(withClause, scope), nodesIn(rest))
  }

  private push(scope: Scope | undefined, nodes: readonly Node[]): void {
    for (const node of nodes) this.waiting.push({ node, scope })
  }

  /** Enters the bodies of a WITH list; what it gives back is where its names hold. */
  private enterWith(clause: WithClause | undefined, outer: Scope | undefined): Scope | undefined {
    if (clause === undefined) return outer
    const expressions = (clause.ctes ?? []).flatMap((node) => ('CommonTableExpr' in node ? [node.CommonTableExpr] : []))
    const positions = new Map(expressions.map(({ ctename }, index) => [ctename ?? '', index]))
    const all = { positions, upTo: expressions.length, outer }
    for (const [index, { ctequery }] of expressions.entries()) {
      if (ctequery === undefined) continue
      // `WITH t AS (SELECT … FROM t)`: in its own body the name still means the table, unless the list is RECURSIVE.
      const scope = clause.recursive === true ? all : { positions, upTo: index, outer }
      this.waiting.push({ node: ctequery, scope })
    }
    return all
  }
}
