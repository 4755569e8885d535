import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Family } from '../../../src/core/engine'
import type { BenchColumn, BenchIndex, BenchSchema, BenchStatement } from './model'

/** A key of a CREATE TABLE of the sample: all but the primary ones. */
const key = /, KEY\(([^)]*)\)/g

/** The star schema of the samples with its thirteen queries. */
export function ssbSchema(root: string): BenchSchema {
  const folder = join(root, 'samples/ssb-star-join')
  const read = (name: string, family: Family) =>
    readFileSync(join(folder, family === 'mysql' ? `${name}.sql` : `${name}.pg.sql`), 'utf8')
  const split = (text: string) => text.split(/;\s*\n/).filter((statement) => statement.trim() !== '')
  const creates = split(read('schema', 'mysql'))
  return {
    name: 'ssb',
    dataVersion: 'ssb 1',
    tables: new Map(creates.map((create) => [tableOf(create), columnsOf(create)])),
    create: (family) =>
      family === 'mysql'
        ? creates.map((create) => `${create.replaceAll(key, '')} STATS_SAMPLE_PAGES=200`)
        : split(read('schema', 'postgres')).filter((statement) => statement.startsWith('CREATE TABLE')),
    fill: (family) => split(read('data', family)),
    indexes: (family) =>
      family === 'mysql'
        ? creates.flatMap((create) =>
            [...create.matchAll(key)].map(
              ([, list = '']): BenchIndex => ({ table: tableOf(create), columns: listed(list) }),
            ),
          )
        : [...read('schema', 'postgres').matchAll(/CREATE INDEX \w+ ON (\w+) \(([^)]*)\)/g)].map(
            ([, table = '', list = '']): BenchIndex => ({ table, columns: listed(list) }),
          ),
    statements: (family) => [
      { name: 'q1_1', sql: statementOf(read('query', family)) },
      ...readdirSync(join(folder, 'variants'))
        .map((file) => file.replace(/(\.pg)?\.sql$/, ''))
        .filter((name, at, all) => /^q\d_\d(-\w+-fix)?$/.test(name) && all.indexOf(name) === at)
        // Without the cast that PostgreSQL refuses, and with the range the right way round.
        .filter((name, _at, all) => !all.some((other) => other.startsWith(`${name}-`)))
        .map((name): BenchStatement => ({ name, sql: statementOf(read(`variants/${name}`, family)) })),
    ],
  }
}

function statementOf(text: string): string {
  return text
    .split('\n')
    .filter((line) => !line.startsWith('--'))
    .join(' ')
    .trim()
    .replace(/;$/, '')
}

function tableOf(create: string): string {
  return /CREATE TABLE (\w+)/.exec(create)?.[1] ?? ''
}

function columnsOf(create: string): readonly BenchColumn[] {
  return [...create.replaceAll(key, '').matchAll(/[(,] ?(\w+) ([A-Z]+(?:\([\d,]+\))?)/g)].map(
    ([, name = '', type = '']) => ({ name: name.toLowerCase(), type }),
  )
}

function listed(list: string): readonly string[] {
  return list.split(',').map((name) => name.trim().toLowerCase())
}
