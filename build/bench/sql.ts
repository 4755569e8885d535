import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MySQL } from 'dt-sql-parser/dist/parser/mysql'
import { format } from 'sql-formatter'
import { SignificantTokens } from '../../src/core/sql/significant-tokens'
import { parseSql } from '../../src/core/sql/syntax/parse'
import { tokenize } from '../../src/core/sql/tokenizer'
import { median, ratio, rounds } from './rounds'

/** A text of this size is cut into tokens and parsed. */
const wantedBytes = 1_000_000

/**
 * Parsing MySQL: megabytes per second over a text of many statements, and milliseconds per query of the Star Schema
 * Benchmark, beside sql-formatter, which only cuts into tokens and prints, and dt-sql-parser, which makes a tree. `root` is the project's folder.
 */
export function benchSql(root: string): readonly string[] {
  const folder = join(root, 'samples/ssb-star-join')
  const variants = readdirSync(join(folder, 'variants')).filter((name) => /^q\d_\d\.sql$/.test(name))
  const paths = ['query.sql', ...variants.map((name) => join('variants', name))]
  const queries = paths.map((path) => readFileSync(join(folder, path), 'utf8').trim())
  const one = queries.join('\n')
  const text = `${one}\n`.repeat(Math.ceil(wantedBytes / one.length))
  const megabytes = text.length / 1e6

  const whole = rounds(
    {
      baseline: () => tokenize(text, 'mysql'),
      words: () => wordsOf(text),
      parse: () => parseSql(text, 'mysql'),
    },
    5,
  )
  const speed = (name: keyof typeof whole) => {
    const milliseconds = median(whole[name])
    return `${(megabytes / (milliseconds / 1000)).toFixed(1)} MB/s  ${ratio(whole[name], whole.baseline).toFixed(2)} × tokens`
  }
  const peer = new MySQL()
  const each = rounds(
    {
      baseline: () => queries.map((query) => format(query, { language: 'mysql' })),
      peer: () => queries.map((query) => peer.parse(query)),
      parse: () => queries.map((query) => parseSql(query, 'mysql')),
    },
    9,
  )
  const perQuery = (name: keyof typeof each) => (median(each[name]) / queries.length).toFixed(3)
  return [
    `SQL of ${megabytes.toFixed(1)} MB: tokens ${speed('baseline')}`,
    `  words    ${speed('words')}`,
    `  parse    ${speed('parse')}`,
    `${queries.length} SSB queries: sql-formatter ${perQuery('baseline')} ms per query, ${speedOf(queries, each.baseline)} MB/s`,
    `  dt-sql-parser ${perQuery('peer')} ms per query, ${speedOf(queries, each.peer)} MB/s  ${ratio(each.peer, each.baseline).toFixed(3)} × sql-formatter`,
    `  parse         ${perQuery('parse')} ms per query, ${speedOf(queries, each.parse)} MB/s  ${ratio(each.parse, each.baseline).toFixed(3)} × sql-formatter, ${ratio(each.parse, each.peer).toFixed(3)} × dt-sql-parser`,
  ]
}

/** Megabytes per second over all the queries. */
function speedOf(queries: readonly string[], milliseconds: readonly number[]): string {
  const bytes = queries.reduce((sum, query) => sum + query.length, 0)
  return (bytes / 1e6 / (median(milliseconds) / 1000)).toFixed(1)
}

/** What every reader of tokens pays: the words in upper case. */
function wordsOf(text: string): number {
  const code = new SignificantTokens(tokenize(text, 'mysql'))
  let words = 0
  for (let at = 0; at < code.length; at++) if (code.word(at) !== '') words++
  return words
}
