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
    this.waiting.push({ node: root, correlated: false, scope: undefined })
    for (let place = this.waiting.pop(); place !== undefined; place = this.waiting.pop()) this.enter(place)
  }

  private enter(place: Place): void {
    const { node, correlated } = place
    if ('SelectStmt' in node) this.select(place, node)
    else if ('UpdateStmt' in node) {
      const { relation, withClause, ...rest } = node.UpdateStmt
      const inner = this.enterWith(withClause, place)
      const alsoInScope = this.target(relation)
      this.queries.push({ from: rest.fromClause ?? [], alsoInScope, where: rest.whereClause, correlated: false })
      this.push(inner, nodesIn(rest))
    } else if ('DeleteStmt' in node) {
      const { relation, withClause, ...rest } = node.DeleteStmt
      const inner = this.enterWith(withClause, place)
      const alsoInScope = this.target(relation)
      this.queries.push({ from: rest.usingClause ?? [], alsoInScope, where: rest.whereClause, correlated: false })
      this.push(inner, nodesIn(rest))
    } else if ('InsertStmt' in node) {
      const { relation, withClause, ...rest } = node.InsertStmt
      const inner = this.enterWith(withClause, place)
      const alsoInScope = [...this.target(relation), 'excluded']
      this.queries.push({ from: [], alsoInScope, where: rest.onConflictClause?.whereClause, correlated: false })
      this.push(inner, nodesIn(rest))
    } else if ('MergeStmt' in node) {
      const { relation, withClause, ...rest } = node.MergeStmt
      const inner = this.enterWith(withClause, place)
      const from = rest.sourceRelation === undefined ? [] : [rest.sourceRelation]
      this.queries.push({ from, alsoInScope: this.target(relation), on: rest.joinCondition, correlated: false })
      this.push(inner, nodesIn(rest))
    } else if ('RangeVar' in node) {
      const { schemaname, relname } = node.RangeVar
      if (schemaname !== undefined || !isCte(relname ?? '', place.scope)) this.tables.push(node.RangeVar)
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
    const inner = this.enterWith(withClause, place)
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

  private push({ correlated, scope }: Omit<Place, 'node'>, nodes: readonly Node[]): void {
    for (const node of nodes) this.waiting.push({ node, correlated, scope })
  }

  private target(relation: RangeVar | undefined): string[] {
    if (relation === undefined) return []
    this.tables.push(relation)
    return [relation.alias?.aliasname ?? relation.relname ?? '']
  }

  /** Enters the bodies of a WITH list; what it gives back is where its names hold. */
  private enterWith(clause: WithClause | undefined, place: Place): Omit<Place, 'node'> {
    const { correlated, scope: outer } = place
    if (clause === undefined) return { correlated, scope: outer }
    const expressions = (clause.ctes ?? []).flatMap((node) => ('CommonTableExpr' in node ? [node.CommonTableExpr] : []))
    const positions = new Map(expressions.map(({ ctename }, index) => [ctename ?? '', index]))
    const all = { positions, upTo: expressions.length, outer }
    for (const [index, { ctequery }] of expressions.entries()) {
      if (ctequery === undefined) continue
      // `WITH t AS (SELECT … FROM t)`: in its own body the name still means the table, unless the list is RECURSIVE.
      const scope = clause.recursive === true ? all : { positions, upTo: index, outer }
      this.waiting.push({ node: ctequery, correlated, scope })
    }
    return { correlated, scope: all }
  }
}
