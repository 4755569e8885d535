import type { Actual } from '../model'
import { tidy } from './access-words'
import { draft, implied, type NodeDraft, related } from './draft'
import { joinChain } from './join-chain'
import { isUnionPart } from './mysql-extra'
import type { PlanRow } from './mysql-row'

/**
 * The tree behind a tabular EXPLAIN. Rows with one id are one select's tables in join order; `<derived2>`,
 * `<subquery2>` and `<union1,2>` name the selects that fill them; every other select is a subquery, and the table does
 * not say of which one: it hangs below the root.
 */
export function rowTree(rows: readonly PlanRow[]): NodeDraft {
  return new RowTree(rows).root()
}

interface Select {
  readonly id: number
  readonly rows: PlanRow[]
  readonly selectType: string
  /** Parts of a set operation that stand behind this one without a result row (UNION ALL). */
  readonly parts: Select[]
}

const references = /^<(?:derived|subquery|union|except|intersect|unit)(\d+(?:,\d+)*)(?:,\.\.\.)?(?:,\d+)*>$/

class RowTree {
  readonly #selects = new Map<number, Select>()
  readonly #order: Select[] = []
  /** Result rows of set operations, by the id of their first part. */
  readonly #results = new Map<number, PlanRow>()
  readonly #placed = new Set<Select | PlanRow>()
  readonly #loose: NodeDraft[] = []
  /** What happened in sorts of the first table of a join. */
  readonly #sorts = new Map<PlanRow, Actual>()

  constructor(rows: readonly PlanRow[]) {
    let head: Select | undefined
    for (const row of rows) {
      const named = this.#parts(row.table)
      if (row.selectType.endsWith('RESULT') || (row.id === undefined && named.length > 0)) {
        const [first] = named
        if (first !== undefined) this.#results.set(first, row)
        else this.#loose.push(row.node)
        continue
      }
      const id = row.id ?? 1
      const known = this.#selects.get(id)
      if (known) {
        known.rows.push(row)
        continue
      }
      const select: Select = { id, rows: [row], selectType: row.selectType, parts: [] }
      this.#selects.set(id, select)
      this.#order.push(select)
      if (isUnionPart(row.selectType) && head) head.parts.push(select)
      else head = select
    }
    // A result row names its parts; they must not be taken for parts of the select before them.
    for (const row of this.#results.values()) {
      const named = new Set(this.#parts(row.table))
      for (const select of this.#order) {
        const own = select.parts.filter((part) => !named.has(part.id))
        select.parts.length = 0
        select.parts.push(...own)
      }
    }
  }

  root(): NodeDraft {
    const [first] = this.#order
    const root = first ? this.#select(first.id) : undefined
    const node = root ?? this.#loose.shift() ?? draft('result', 'EXPLAIN', { start: 0, end: 0 })
    for (const select of this.#order) {
      if (this.#placed.has(select)) continue
      const below = this.#select(select.id)
      if (below) node.children.push(related(below, 'subquery'))
    }
    for (const [id, row] of this.#results) if (!this.#placed.has(row)) node.children.push(this.#union(id, row))
    node.children.push(...this.#loose)
    return node
  }

  /** Ids in `<union1,2>`; between two far ones MySQL writes `...`, which stands for all that lie between. */
  #parts(table: string | undefined): number[] {
    const match = table === undefined ? null : references.exec(table)
    if (!match) return []
    const ids = [...(table ?? '').matchAll(/\d+/g)].map((each) => Number(each[0]))
    const dots = (table ?? '').indexOf('...')
    if (dots === -1) return ids
    const before = Number(/(\d+),\.\.\./.exec(table ?? '')?.[1])
    const after = Number(/\.\.\.,(\d+)/.exec(table ?? '')?.[1])
    for (let id = before + 1; id < after; id++) ids.push(id)
    return ids.sort((a, b) => a - b)
  }

  /** The select with this id, with the set operation around it if it is the first part of one. */
  #select(id: number): NodeDraft | undefined {
    const result = this.#results.get(id)
    if (result && !this.#placed.has(result)) return this.#union(id, result)
    const select = this.#selects.get(id)
    if (!select || this.#placed.has(select)) return undefined
    this.#placed.add(select)
    const node = this.#joined(select)
    if (select.parts.length === 0) return node
    const parts = [node, ...select.parts.map((part) => this.#select(part.id)).filter((each) => each !== undefined)]
    for (const part of parts) related(part, 'union-part')
    return implied('union', 'Union all', spanOf(parts), parts)
  }

  #union(_id: number, row: PlanRow): NodeDraft {
    this.#placed.add(row)
    const node = row.node
    node.operator = 'union'
    for (const id of this.#parts(row.table)) {
      const part = this.#select(id)
      if (part) node.children.push(related(part, 'union-part'))
    }
    return sorted(node, [row])
  }

  #joined(select: Select): NodeDraft {
    const { rows } = select
    const measure = !/DEPENDENT|UNCACHEABLE|LATERAL/.test(select.selectType)
    let loops: number | undefined = measure ? 1 : undefined
    for (const row of rows) {
      for (const id of this.#parts(row.table)) {
        const below = this.#select(id)
        if (below) {
          const fills = implied('materialize', 'Materialized', below.span, [below])
          row.node.children.push(fills)
        }
      }
      if (row.join.operator !== 'nested-loop') loops = undefined
      loops = measured(row, loops, this.#sorts)
    }
    // INSERT and REPLACE: the first row is the target, the others are what is read.
    const [target, ...sources] = rows
    if (target?.node.operator === 'insert') {
      const from = joinRows(sources, this.#sorts)
      if (from) target.node.children.push(from)
      return target.node
    }
    const node = joinRows(rows, this.#sorts) ?? draft('result', select.selectType, { start: 0, end: 0 })
    const write = rows.find((row) => row.selectType === 'UPDATE' || row.selectType === 'DELETE')?.selectType
    if (write === 'UPDATE') return implied('update', 'update', node.span, [node])
    if (write === 'DELETE') return implied('delete', 'delete', node.span, [node])
    return node
  }
}

/** A sort without a temporary table sorts the first table; with one, the whole join goes through the table first. */
function joinRows(rows: readonly PlanRow[], sorts: ReadonlyMap<PlanRow, Actual>): NodeDraft | undefined {
  const throughTable = rows.some((row) => row.temporaryTable)
  const joined = joinChain(
    rows.map((row) => ({ node: throughTable ? row.node : sorted(row.node, [row], sorts.get(row)), ...row.join })),
  )
  return joined && throughTable ? sorted(joined, rows) : joined
}

function sorted(node: NodeDraft, rows: readonly PlanRow[], ran?: Actual): NodeDraft {
  let above = node
  const steps = [
    rows.some((row) => row.temporaryTable) && ('temporary-table' as const),
    rows.some((row) => row.sorts) && ('sort' as const),
  ]
  for (const step of steps) {
    if (!step) continue
    above = implied(step, step === 'sort' ? 'Using filesort' : 'Using temporary', node.span, [above])
    if (step !== 'sort') continue
    if (node.estimate.rowsPerLoop !== undefined) above.estimate.rowsPerLoop = node.estimate.rowsPerLoop
    if (ran) above.actual = ran
  }
  return above
}

/**
 * ANALYZE prints rows per loop and no loops. In a nested loop they are the rows of the tables before it; through join
 * buffers, below sorts and in dependent subqueries they are unknown, and then there is no `actual`.
 * The rows of a table that is sorted before the join are those that came out of the sort (MariaDB, sql_explain.cc).
 * Gives the loops of the next table.
 */
function measured(row: PlanRow, loops: number | undefined, sorts: Map<PlanRow, Actual>): number | undefined {
  if (!row.ran || loops === undefined) return undefined
  if (row.sorts && !row.temporaryTable) {
    sorts.set(row, { loops, rowsPerLoop: row.ran.read, neverExecuted: loops === 0 })
    return row.ran.left === row.ran.read ? Math.round(loops * row.ran.read) : undefined
  }
  row.node.actual = {
    loops,
    rowsPerLoop: row.ran.left,
    rowsFilteredPerLoop: tidy(row.ran.read - row.ran.left),
    neverExecuted: loops === 0,
  }
  return Math.round(loops * row.ran.left)
}

function spanOf(nodes: readonly NodeDraft[]): { start: number; end: number } {
  return {
    start: Math.min(...nodes.map((each) => each.span.start)),
    end: Math.max(...nodes.map((each) => each.span.end)),
  }
}
