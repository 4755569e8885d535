import type { Dialect } from '../../engine'

export interface HintWord {
  readonly name: string
  readonly form: string
  /** What it does, one sentence. */
  readonly about: string
  readonly dialects: readonly Dialect[]
}

const mysql: readonly Dialect[] = ['mysql']

function hints(text: string): readonly HintWord[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [form = '', about = ''] = line.trim().split(' — ')
      return { name: form.replace(/\(.*$/, ''), form, about, dialects: mysql }
    })
}

/** Optimizer hints of MySQL; which version reads which is in edits/hint-names.ts. Sources: the servers' manuals. */
export const hintWords: readonly HintWord[] = hints(`
INDEX(table index, …) — Reads the table by these indexes only, for joins, grouping and sorting.
NO_INDEX(table index, …) — Keeps these indexes of the table out; without a list, all of them.
JOIN_ORDER(table, …) — Joins the tables in this order.
JOIN_PREFIX(table, …) — The join order begins with these tables.
JOIN_SUFFIX(table, …) — The join order ends with these tables.
JOIN_FIXED_ORDER() — Joins in the order of the FROM clause, as STRAIGHT_JOIN does.
JOIN_INDEX(table index, …) — Uses these indexes to find rows of the table.
NO_JOIN_INDEX(table index, …) — Keeps these indexes from finding rows of the table.
ORDER_INDEX(table index, …) — Uses these indexes for ORDER BY.
NO_ORDER_INDEX(table index, …) — Keeps these indexes from serving ORDER BY.
GROUP_INDEX(table index, …) — Uses these indexes for GROUP BY.
NO_GROUP_INDEX(table index, …) — Keeps these indexes from serving GROUP BY.
INDEX_MERGE(table index, …) — Merges the results of several indexes of the table.
NO_INDEX_MERGE(table index, …) — Reads the table by one index only.
SKIP_SCAN(table index, …) — Steps over the leading part of the index where no condition is on it.
NO_SKIP_SCAN(table index, …) — Keeps skip scans out.
NO_RANGE_OPTIMIZATION(table index, …) — Reads no ranges of these indexes.
MRR(table index, …) — Sorts row positions before reading rows (multi-range read).
NO_MRR(table index, …) — Reads rows in the order of the index.
NO_ICP(table index, …) — Checks no conditions in the index before the row is read.
BKA(table, …) — Looks rows up in batches (batched key access).
NO_BKA(table, …) — No batched key access.
BNL(table, …) — Joins through a buffer; from 8.0.20 on a hash join.
NO_BNL(table, …) — Joins without buffer; from 8.0.20 on without hash join.
HASH_JOIN(table, …) — Hash join; read by 8.0.18 only, ignored since.
NO_HASH_JOIN(table, …) — No hash join; read by 8.0.18 only, ignored since.
MERGE(table, …) — Merges the derived table or view into the query.
NO_MERGE(table, …) — Keeps the derived table or view as one of its own.
DERIVED_CONDITION_PUSHDOWN(table, …) — Moves conditions into the derived table.
NO_DERIVED_CONDITION_PUSHDOWN(table, …) — Keeps conditions outside of the derived table.
SEMIJOIN(strategy, …) — Runs IN and EXISTS as a semi-join by one of: DUPSWEEDOUT, FIRSTMATCH, LOOSESCAN, MATERIALIZATION.
NO_SEMIJOIN(strategy, …) — Keeps these semi-join strategies out; without a list, all.
SUBQUERY(strategy) — Runs the subquery by INTOEXISTS or MATERIALIZATION.
QB_NAME(name) — Names this query block for other hints.
SET_VAR(variable = value) — Sets a session variable for this statement.
MAX_EXECUTION_TIME(ms) — Stops the SELECT after so many milliseconds.
RESOURCE_GROUP(name) — Runs the statement in a resource group.
`)
