import type { TableRead, Work } from './work'

/** Table reads of two plans that stand for the same table of the statement, and a number for each such table. */
export interface TablePairs {
  /** Number of the table that each read of A (in the order of `Work.reads`) stands for. */
  readonly tablesOfA: Int32Array
  /** The same for B; paired reads have the same number, all others numbers of their own. */
  readonly tablesOfB: Int32Array
  readonly count: number
}

/** A bucket's further entries are tried this far when the first does not fit; more of one name do not occur. */
const furthest = 8

/**
 * Finds for each table read of A the one of B that reads the same table, by ever weaker signs: the same alias in the
 * same kind of subquery, the same alias anywhere, the same table under another alias, the same alias though the table
 * has another name (a pruned partition), a derived table in the same order. Of several equal ones the first of A
 * belongs to the first of B.
 */
export function pairTables(a: Work, b: Work): TablePairs {
  const partner = new Int32Array(a.reads.length).fill(-1)
  const taken = new Uint8Array(b.reads.length)
  const pass = (keyOf: (read: TableRead) => string | undefined, fits: (one: TableRead, two: TableRead) => boolean) => {
    const buckets = new Map<string, { first: number; places: number[] }>()
    for (const [at, read] of b.reads.entries()) {
      const key = taken[at] === 1 ? undefined : keyOf(read)
      if (key === undefined) continue
      const bucket = buckets.get(key)
      if (bucket) bucket.places.push(at)
      else buckets.set(key, { first: 0, places: [at] })
    }
    for (const [at, read] of a.reads.entries()) {
      const key = partner[at] === -1 ? keyOf(read) : undefined
      const bucket = key === undefined ? undefined : buckets.get(key)
      if (!bucket) continue
      for (let next = bucket.first; next < bucket.places.length && next < bucket.first + furthest; next++) {
        const place = bucket.places[next] ?? -1
        const other = b.reads[place]
        if (!other || taken[place] === 1 || !fits(read, other)) continue
        partner[at] = place
        taken[place] = 1
        break
      }
      while (taken[bucket.places[bucket.first] ?? -1] === 1) bucket.first++
    }
  }
  pass((read) => `${read.name}\n${read.block}\n${read.table ?? ''}`, always)
  pass((read) => `${read.name}\n${read.block}`, notContrary)
  pass((read) => read.name, notContrary)
  pass((read) => (read.derived ? undefined : `${read.table ?? read.name}\n${read.block}`), always)
  pass((read) => (read.derived ? undefined : (read.table ?? read.name)), always)
  pass((read) => `${read.name}\n${read.block}`, always)
  pass((read) => (read.derived ? read.block : undefined), always)
  return numbered(partner, b.reads.length)
}

const always = () => true

/** The same alias may stand for another table in another statement. */
function notContrary(one: TableRead, two: TableRead): boolean {
  return one.table === undefined || two.table === undefined || one.table === two.table
}

function numbered(partner: Int32Array, readsOfB: number): TablePairs {
  const tablesOfA = new Int32Array(partner.length)
  const tablesOfB = new Int32Array(readsOfB).fill(-1)
  let count = 0
  for (const [at, other] of partner.entries()) {
    tablesOfA[at] = count
    if (other !== -1) tablesOfB[other] = count
    count++
  }
  for (const [at, table] of tablesOfB.entries()) if (table === -1) tablesOfB[at] = count++
  return { tablesOfA, tablesOfB, count }
}
