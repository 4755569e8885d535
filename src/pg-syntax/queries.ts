import type { RangeVar, WithClause } from 'libpg-query'
import type { Node } from './grammar'
import { membersOf, nodesIn } from './nodes'

/** One SELECT, UPDATE, DELETE, MERGE or ON CONFLICT with its own tables and conditions. */
export interface Query {
  /** The items of its FROM or USING list. */
  readonly from: readonly Node[]
  /** What it changes, and what is in scope without being in `from`. */
  readonly alsoInScope: readonly string[]
  readonly where?: Node | undefined
  readonly having?: Node | undefined
  readonly on?: Node | undefined
  /** Inside a subquery or LATERAL: a column may be one of an outer query. */
  readonly correlated: boolean
}

export interface QueriesOfTree {
  readonly queries: readonly Query[]
  /** Stored tables and views, each use once, in no order; names that WITH defines are left out. */
  readonly tables: readonly RangeVar[]
}

interface Place {
  readonly node: Node
  readonly correlated: boolean
  /** Names that mean a common table expression here. */
  readonly ctes: ReadonlySet<string>
}

/** Finds every query of a statement, at any depth. */
export function queriesOf(root: Node): QueriesOfTree {
  const walk = new QueryWalk()
  walk.run(root)
  return walk
}

class QueryWalk implements QueriesOfTree {
  readonly queries: Query[] = []
  readonly tables: RangeVar[] = []
  private readonly waiting: Place[] = []

  run(root: Node): void {
    this.waiting.push({ node: root, correlated: false, ctes: new Set() })
    for (let place = this.waiting.pop(); place !== undefined; place = this.waiting.pop()) this.enter(place)
  }

  private enter(place: Place): void {
    const { node, correlated } = place
    if ('SelectStmt' in node) this.select(place, node)
    else if ('UpdateStmt' in node) {
      const { relation, withClause, ...rest } = node.UpdateStmt
      const inner = this.scope(withClause, place)
      const alsoInScope = this.target(relation)
      this.queries.push({ from: rest.fromClause ?? [], alsoInScope, where: rest.whereClause, correlated: false })
      this.push(inner, nodesIn(rest))
    } else if ('DeleteStmt' in node) {
      const { relation, withClause, ...rest } = node.DeleteStmt
      const inner = this.scope(withClause, place)
      const alsoInScope = this.target(relation)
      this.queries.push({ from: rest.usingClause ?? [], alsoInScope, where: rest.whereClause, correlated: false })
      this.push(inner, nodesIn(rest))
    } else if ('InsertStmt' in node) {
      const { relation, withClause, ...rest } = node.InsertStmt
      const inner = this.scope(withClause, place)
      const alsoInScope = [...this.target(relation), 'excluded']
      this.queries.push({ from: [], alsoInScope, where: rest.onConflictClause?.whereClause, correlated: false })
      this.push(inner, nodesIn(rest))
    } else if ('MergeStmt' in node) {
      const { relation, withClause, ...rest } = node.MergeStmt
      const inner = this.scope(withClause, place)
      const from = rest.sourceRelation === undefined ? [] : [rest.sourceRelation]
      this.queries.push({ from, alsoInScope: this.target(relation), on: rest.joinCondition, correlated: false })
      this.push(inner, nodesIn(rest))
    } else if ('RangeVar' in node) {
      const { schemaname, relname } = node.RangeVar
      if (schemaname !== undefined || !place.ctes.has(relname ?? '')) this.tables.push(node.RangeVar)
    } else if ('MultiAssignRef' in node && (node.MultiAssignRef.colno ?? 1) > 1) {
      // `SET (a, b) = (SELECT …)`: the tree repeats the subquery for each column.
    } else {
      const outside = 'SubLink' in node || ('RangeSubselect' in node && node.RangeSubselect.lateral === true)
      this.push({ ...place, correlated: correlated || outside }, nodesIn(node))
    }
  }

  private select(place: Place, node: Extract<Node, { SelectStmt: unknown }>): void {
    // INTO names a table that does not exist yet; FOR UPDATE OF repeats names.
    const { withClause, larg, rarg, intoClause, lockingClause, ...rest } = node.SelectStmt
    const inner = this.scope(withClause, place)
    if (larg === undefined && rarg === undefined) {
      const { fromClause, whereClause, havingClause } = node.SelectStmt
      this.queries.push({
        from: fromClause ?? [],
        alsoInScope: [],
        where: whereClause,
        having: havingClause,
        correlated: place.correlated,
      })
    }
    for (const member of membersOf(node)) this.waiting.push({ ...inner, node: member })
    this.push(inner, nodesIn(rest))
  }

  private push({ correlated, ctes }: Omit<Place, 'node'>, nodes: readonly Node[]): void {
    for (const node of nodes) this.waiting.push({ node, correlated, ctes })
  }

  private target(relation: RangeVar | undefined): string[] {
    if (relation === undefined) return []
    this.tables.push(relation)
    return [relation.alias?.aliasname ?? relation.relname ?? '']
  }

  /** Enters the bodies of a WITH list; what it gives back is where its names hold. */
  private scope(clause: WithClause | undefined, place: Place): Omit<Place, 'node'> {
    const { correlated } = place
    if (clause === undefined) return { correlated, ctes: place.ctes }
    const known = new Set(place.ctes)
    const expressions = (clause.ctes ?? []).flatMap((node) => ('CommonTableExpr' in node ? [node.CommonTableExpr] : []))
    if (clause.recursive === true) for (const { ctename } of expressions) known.add(ctename ?? '')
    for (const { ctename, ctequery } of expressions) {
      // `WITH t AS (SELECT … FROM t)`: in its own body the name still means the table, unless the list is RECURSIVE.
      if (ctequery !== undefined) this.waiting.push({ node: ctequery, correlated, ctes: new Set(known) })
      known.add(ctename ?? '')
    }
    return { correlated, ctes: known }
  }
}
