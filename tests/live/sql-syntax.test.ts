// Protects: the parser agrees with real servers. What one takes is understood whole, what all refuse is an error there.
// PREPARE is the judge: it reads a statement without running it, and only error 1064 is about syntax.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCases } from '../../build/recorder-cases'
import type { SyntaxTree } from '../../src/core/sql/syntax/model'
import { parseSql, type SyntaxDialect } from '../../src/core/sql/syntax/parse'
import { dropDatabase, freshDatabase, witness } from '../kit/mysql'
import { mysqlServers } from '../kit/servers'
import { sqlCorpus } from '../kit/sql-corpus'
import { judgedStatements, sampleTexts } from '../kit/sql-syntax'

const database = 'sqlpart_syntax'
const syntaxError = 1064
const dialects: readonly SyntaxDialect[] = ['mysql', 'mariadb']

const recorded = ['mysql.sql', 'mysql.traces.sql'].flatMap((file) =>
  readCases(readFileSync(join(import.meta.dirname, '../../fixtures/statements', file), 'utf8')).map(({ sql }) => sql),
)

const statements = [
  ...new Set(
    [
      ...recorded,
      ...sqlCorpus().map(({ text }) => text),
      ...sampleTexts().map(({ text }) => text),
      ...judgedStatements().map(({ sql }) => sql),
    ].flatMap((text) => parseSql(text, 'mysql').map(({ statement: { span } }) => text.slice(span.start, span.end))),
  ),
  // A megabyte of data proves nothing that its first rows do not.
].filter((sql) => sql.length < 20_000)

/** Where a server stops, as offsets that fit what it says; undefined when it takes the statement. */
type Verdict = readonly number[] | undefined

/** The server gives up to 80 characters from where it stopped; what is shorter reaches to the end. */
function placesOf(sql: string, message: string): readonly number[] | undefined {
  const near = /near '([\s\S]*)' at line \d+$/.exec(message)?.[1]
  if (near === undefined) return undefined
  if (near.length < 80) return [sql.length - near.length]
  const places: number[] = []
  for (let at = sql.indexOf(near); at !== -1; at = sql.indexOf(near, at + 1)) places.push(at)
  return places
}

const verdicts = new Map<string, Map<string, Verdict>>()

function dialectOf(server: string): SyntaxDialect {
  return server.startsWith('mariadb') ? 'mariadb' : 'mysql'
}

function treeOf(sql: string, dialect: SyntaxDialect): SyntaxTree {
  const [tree, second] = parseSql(sql, dialect)
  if (tree === undefined || second !== undefined) throw new Error(`Not one statement in ${dialect}: ${sql}`)
  return tree
}

/** Has the parser read it as something that it keeps whole? Then only its first words were looked at. */
function isOther(tree: SyntaxTree): boolean {
  const { statement } = tree
  return statement.type === 'other' || (statement.type === 'explain' && statement.statement.type === 'other')
}

beforeAll(async () => {
  for (const server of mysqlServers) {
    await freshDatabase(server, database, [])
    const connection = await witness(server, database)
    const found = new Map<string, Verdict>()
    for (const sql of statements) {
      try {
        await connection.query(`PREPARE s FROM ${connection.escape(sql)}`)
        found.set(sql, undefined)
      } catch (error) {
        if (!(error instanceof Error)) throw error
        const isSyntax = 'errno' in error && error.errno === syntaxError
        found.set(sql, isSyntax ? placesOf(sql, error.message) : undefined)
      }
    }
    verdicts.set(server.id, found)
    await connection.end()
  }
}, 60_000)

afterAll(async () => {
  for (const server of mysqlServers) await dropDatabase(server, database)
})

describe.each(mysqlServers)('$id', ({ id }) => {
  test('what it takes leaves no error and nothing opaque', () => {
    const dialect = dialectOf(id)
    const taken = statements.filter((sql) => verdicts.get(id)?.get(sql) === undefined)
    expect(taken.length).toBeGreaterThan(300)
    const misread = taken.filter((sql) => {
      const [tree, second] = parseSql(sql, dialect)
      return tree === undefined || second !== undefined || tree.error !== undefined || tree.notes.length > 0
    })
    console.log(`${id}: takes ${taken.length} of ${statements.length}; ${misread.length} with an error or opaque`)
    expect(misread).toEqual([])
  })
})

test.runIf(mysqlServers.length > 3)('what all refuse is an error within five tokens of their place', () => {
  const all = [...verdicts.values()]
  const refused = statements.filter((sql) => all.every((found) => found.get(sql) !== undefined))
  expect(refused.length).toBeGreaterThan(150)
  const far: string[] = []
  const kept = new Set<string>()
  for (const sql of refused) {
    for (const dialect of dialects) {
      const tree = treeOf(sql, dialect)
      if (isOther(tree) && tree.error === undefined) {
        kept.add(sql)
        continue
      }
      const { code, error } = tree
      const distances = all.flatMap((found) =>
        (found.get(sql) ?? []).map((offset) => {
          let at = 0
          while (at < code.length && code.end(at) <= offset) at++
          return error === undefined ? Number.POSITIVE_INFINITY : Math.abs(at - error.at)
        }),
      )
      if (Math.min(...distances) > 5) far.push(`${dialect}: ${sql}`)
    }
  }
  console.log(
    `refused by all: ${refused.length}; ${kept.size} of them of other kinds, kept whole by their first words; ${far.length} without an error within five tokens`,
  )
  expect(far).toEqual([])
  // CREATE, SET, SHOW … are recognized, not read: few of what is judged here, or the judgement would be empty.
  expect(kept.size).toBeLessThan(refused.length / 5)
})
