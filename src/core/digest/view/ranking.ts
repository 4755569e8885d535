/** Numbers of shapes at places of an order, from `offset` on. */
export type Ranking = (offset: number, limit: number) => readonly number[]

/**
 * Ranks by a key without putting all in order: the keys alone are sorted (natively, as numbers), which tells between
 * which keys a page lies, and only what lies there is put in order. What has no key (NaN) stands last either way; equal
 * keys keep the order of `kept`, which must rise.
 */
export function rankedBy(kept: Int32Array, keyOf: (i: number) => number, ascending: boolean): Ranking {
  const sign = ascending ? 1 : -1
  const keys = Float64Array.from(kept, (i) => {
    const key = keyOf(i)
    return Number.isNaN(key) ? Number.POSITIVE_INFINITY : sign * key
  })
  const sorted = keys.slice().sort()
  return (offset, limit) => {
    const end = Math.min(offset + limit, sorted.length)
    if (offset >= end) return []
    const [low, high] = [sorted[offset] ?? 0, sorted[end - 1] ?? 0]
    let before = 0
    const inside: number[] = []
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] ?? 0
      if (key < low) before++
      else if (key <= high) inside.push(at)
    }
    inside.sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b)
    return inside.slice(offset - before, end - before).map((at) => kept[at] ?? 0)
  }
}

/** The numbers of names in their rising order; equal names keep theirs. */
export function orderOfNames(names: readonly string[]): Int32Array {
  const name = (i: number) => names[i] ?? ''
  return Int32Array.from(names.keys()).sort((a, b) => (name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : a - b))
}
