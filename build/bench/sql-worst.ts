import { performance } from 'node:perf_hooks'
import { fingerprint } from '../../src/core/sql/fingerprint'
import { readSql } from '../../src/core/sql/read'
import { parseSql } from '../../src/core/sql/syntax/parse'
import { tokenize } from '../../src/core/sql/tokenizer'
import { worstUnits } from '../../tests/kit/worst-units'

const largeBytes = 1_048_576
const times = 4

interface Reader {
  readonly name: string
  readonly read: (text: string) => unknown
}

const readers: readonly Reader[] = [
  { name: 'tokens mysql', read: (text) => tokenize(text, 'mysql') },
  { name: 'tokens postgres', read: (text) => tokenize(text, 'postgres') },
  { name: 'parse mysql', read: (text) => parseSql(text, 'mysql') },
  { name: 'parse mariadb', read: (text) => parseSql(text, 'mariadb') },
  { name: 'readSql mysql', read: (text) => readSql(text, 'mysql') },
  { name: 'readSql postgres', read: (text) => readSql(text, 'postgres') },
  { name: 'fingerprint mysql', read: (text) => fingerprint(text, 'mysql') },
]

/**
 * A megabyte of each worst case beside a quarter of it, in each reader of SQL: growth near 4 is linear time. Prints
 * the slowest and those that grow most, and the growth of all together.
 */
export function benchWorstSql(): readonly string[] {
  const cases = readers.flatMap(({ name, read }) =>
    worstUnits.map((unit) => {
      const small = fastest(read, unit.repeat(Math.ceil(largeBytes / times / unit.length)))
      const large = fastest(read, unit.repeat(Math.ceil(largeBytes / unit.length)))
      return { what: `${name} ${JSON.stringify(unit)}`, small, large, growth: large / small }
    }),
  )
  const line = (one: (typeof cases)[number]) =>
    `  ${one.what.padEnd(36)} ${one.large.toFixed(0).padStart(6)} ms  ${one.growth.toFixed(1)} × the time of a quarter`
  const by = (key: 'large' | 'growth') => [...cases].sort((a, b) => b[key] - a[key]).slice(0, 8)
  const sum = (key: 'small' | 'large') => cases.reduce((all, one) => all + one[key], 0)
  return [
    `${cases.length} worst cases of 1 MB: together ${(sum('large') / sum('small')).toFixed(2)} × the time of a quarter (linear: ${times})`,
    'slowest:',
    ...by('large').map(line),
    'growing most, of those over 50 ms:',
    ...[...cases]
      .filter(({ large }) => large > 50)
      .sort((a, b) => b.growth - a.growth)
      .slice(0, 8)
      .map(line),
  ]
}

/** Milliseconds of the fastest of two runs. */
function fastest(read: (text: string) => unknown, text: string): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 2; round++) {
    const startedAt = performance.now()
    read(text)
    best = Math.min(best, performance.now() - startedAt)
  }
  return best
}
