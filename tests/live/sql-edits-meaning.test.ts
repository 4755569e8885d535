// Protects: an edited statement means on real servers what was asked for: values, settings, hints, and the same rows.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type mysql from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCondition } from '../../src/core/sql/edits/conditions'
import { wrapStatement, wrapTable } from '../../src/core/sql/edits/derived-table'
import { wrapAsExplain } from '../../src/core/sql/edits/explain'
import { hintNames } from '../../src/core/sql/edits/hint-names'
import { setIndexHints } from '../../src/core/sql/edits/index-hints'
import type { EditContext, EditOutcome } from '../../src/core/sql/edits/model'
import { setOptimizerHints } from '../../src/core/sql/edits/optimizer-hints'
import { bindValues } from '../../src/core/sql/edits/placeholders'
import { selectForm } from '../../src/core/sql/edits/select-form'
import { setForStatement } from '../../src/core/sql/edits/session-settings'
import type { TypedValue } from '../../src/core/sql/edits/typed-value'
import { parseSql } from '../../src/core/sql/syntax/parse'
import { tablesOf } from '../core/sql/edits/operations'
import { dropDatabase, freshDatabase, witness } from '../kit/mysql'
import { type Endpoint, mysqlServers } from '../kit/servers'
import { dmlCases, setUp, tables } from './sql-edits-dml'
import { contextOf } from './sql-edits-servers'

const database = 'sqledits_meaning'
const syntaxError = 1064

/** Hints that name no table. */
const hintArguments: Readonly<Record<string, string>> = {
  JOIN_FIXED_ORDER: '',
  MAX_EXECUTION_TIME: '1000',
  NO_SEMIJOIN: 'FIRSTMATCH',
  QB_NAME: 'x',
  RESOURCE_GROUP: 'x',
  SEMIJOIN: 'FIRSTMATCH',
  SET_VAR: 'sort_buffer_size = 100000',
  SUBQUERY: 'MATERIALIZATION',
}

const explainForms: readonly string[] = [
  'EXPLAIN',
  'DESCRIBE',
  'EXPLAIN EXTENDED',
  'EXPLAIN PARTITIONS',
  'EXPLAIN FORMAT=JSON',
  'EXPLAIN FORMAT=TREE',
  'EXPLAIN ANALYZE',
  'ANALYZE',
  'ANALYZE FORMAT=JSON',
]
const samples = join(import.meta.dirname, '../../samples')

function textOf(outcome: EditOutcome): string {
  if (outcome.done) return outcome.sql
  throw new Error(outcome.fault.message)
}

/** The statements of a file, one by one. */
function statementsOf(path: string): readonly string[] {
  const text = readFileSync(path, 'utf8')
  return parseSql(text, 'mysql').map(({ statement: { span } }) => text.slice(span.start, span.end))
}

/** The samples that MySQL and MariaDB run: their CREATE TABLE statements, and the queries to tune. */
const cases = readdirSync(samples).flatMap((name) => {
  const folder = join(samples, name)
  if (!readdirSync(samples, { withFileTypes: true }).some((entry) => entry.name === name && entry.isDirectory()))
    return []
  if (!readdirSync(folder).includes('schema.sql')) return []
  const variants = readdirSync(folder).includes('variants') ? readdirSync(join(folder, 'variants')) : []
  const files = ['query.sql', ...variants.filter((file) => !file.endsWith('.pg.sql')).map((file) => `variants/${file}`)]
  const queries = files.filter((file) => file !== 'query.sql' || readdirSync(folder).includes('query.sql'))
  return [
    {
      name,
      schema: statementsOf(join(folder, 'schema.sql')).filter((sql) => /^(CREATE|ALTER)\b/i.test(sql)),
      queries: queries
        .flatMap((file) => statementsOf(join(folder, file)))
        .filter((sql) => /^(SELECT|UPDATE|DELETE|WITH)\b/i.test(sql)),
    },
  ]
})

describe.each(mysqlServers)('$id', (server: Endpoint) => {
  let connection: mysql.Connection
  let context: EditContext

  beforeAll(async () => {
    await freshDatabase(server, database, [...tables, ...setUp.filter((sql) => /^INSERT INTO [a-z]+ VALUES/.test(sql))])
    connection = await witness(server, database)
    context = await contextOf(connection, server)
  }, 60_000)

  afterAll(async () => {
    await connection.end()
    await dropDatabase(server, database)
  })

  async function rowsOf(sql: string): Promise<string[]> {
    const [rows] = await connection.query<mysql.RowDataPacket[][]>({ sql, rowsAsArray: true })
    return rows.map((row) => JSON.stringify(row)).sort()
  }

  test.each(["it's", '"', '\\', "\\'", 'a\0b', '\x1a', 'ä🙂', '%_\n\r\t', "' OR 1 = 1 -- "])(
    'the text %j arrives',
    async (value) => {
      for (const mode of ['', 'NO_BACKSLASH_ESCAPES', 'ANSI_QUOTES']) {
        await connection.query(`SET SESSION sql_mode = '${mode}'`)
        const modes = { noBackslashEscapes: mode.startsWith('NO'), ansiQuotes: mode.startsWith('ANSI') }
        const bound = bindValues('SELECT HEX(?)', { ...context, modes }, { positional: [{ kind: 'text', value }] })
        expect(await rowsOf(textOf(bound))).toEqual([
          JSON.stringify([Buffer.from(value).toString('hex').toUpperCase()]),
        ])
      }
      await connection.query("SET SESSION sql_mode = ''")
    },
  )

  test.each<[TypedValue, string]>([
    [{ kind: 'null' }, '? IS NULL'],
    [{ kind: 'number', value: '-12345678901234567890.5' }, '? = -12345678901234567890.5'],
    [{ kind: 'boolean', value: true }, '? = 1'],
    [{ kind: 'date', value: '2024-02-29' }, '? + INTERVAL 1 DAY = 20240301'],
    [{ kind: 'datetime', value: '2024-02-29 23:59:59' }, '? + INTERVAL 1 SECOND = 20240301000000'],
    [{ kind: 'time', value: '-10:00:00' }, 'TIME_TO_SEC(?) = -36000'],
    [{ kind: 'binary', hex: '00ff' }, 'LENGTH(?) = 2'],
  ])('the value %j is what it says', async (value, test) => {
    const bound = bindValues(`SELECT ${test}`, context, { positional: [value] })
    expect(await rowsOf(textOf(bound))).toEqual(['[1]'])
  })

  test('a setting for one statement holds in it and not after it', async () => {
    const read = 'SELECT @@sort_buffer_size'
    const [before] = await rowsOf(read)
    const outcome = setForStatement(read, context, [{ name: 'sort_buffer_size', value: '1M' }])
    if (!outcome.done) {
      expect(outcome.fault.message).toBe('MySQL before 8.0.3 has no settings for one statement.')
      expect(['mysql56', 'mysql57']).toContain(server.id)
      return
    }
    expect(await rowsOf(outcome.sql)).toEqual(['[1048576]'])
    expect(await rowsOf(read)).toEqual([before])
    const again = setForStatement(outcome.sql, context, [
      { name: 'sort_buffer_size', value: '2097152' },
      { name: 'optimizer_switch', value: 'mrr=off' },
    ])
    expect(await rowsOf(textOf(again))).toEqual(['[2097152]'])
    const [warnings] = await connection.query<mysql.RowDataPacket[]>('SHOW WARNINGS')
    expect(warnings).toEqual([])
  })

  test.each(explainForms)('%s is taken where it is made', async (form) => {
    for (const sql of [
      'SELECT a FROM t',
      'UPDATE t SET a = 1',
      'DELETE x FROM t x, t y',
      'INSERT INTO p VALUES (99, 1)',
    ]) {
      const outcome = wrapAsExplain(sql, context, form)
      const prepared = connection.query(`PREPARE s FROM ${connection.escape(`${form} ${sql}`)}`)
      // What is refused is what the server does not take either, by syntax (1064) or by the name of the format (1791).
      if (outcome.done) await prepared
      else await expect(prepared).rejects.toMatchObject({ errno: expect.toSatisfy((no) => no === 1064 || no === 1791) })
    }
  })

  test('optimizer hints are read as hints, or refused', async () => {
    const sql = 'SELECT a FROM t WHERE a > 3'
    const outcome = setOptimizerHints(sql, context, { hints: ['NO_RANGE_OPTIMIZATION(t)', 'MRR(t)'] })
    if (!outcome.done) {
      expect(['mysql56', 'mariadb1011', 'mariadb114']).toContain(server.id)
      return
    }
    const explained = textOf(wrapAsExplain(outcome.sql, context, 'EXPLAIN'))
    const [plan] = await connection.query<mysql.RowDataPacket[]>(explained)
    expect(plan[0]?.['type']).not.toBe('range')
    const [warnings] = await connection.query<mysql.RowDataPacket[]>('SHOW WARNINGS')
    expect(warnings.filter((warning) => warning['Level'] === 'Warning')).toEqual([])
  })

  test.skipIf(server.id.startsWith('mariadb') || server.id === 'mysql56')(
    'each optimizer hint is written where it is read, and refused where it is a syntax warning',
    async () => {
      const wrong: string[] = []
      for (const name of hintNames) {
        const hint = `${name}(${hintArguments[name] ?? 't'})`
        await connection.query(`EXPLAIN SELECT /*+ ${hint} */ a FROM t`)
        const [warnings] = await connection.query<mysql.RowDataPacket[]>('SHOW WARNINGS')
        const read = !warnings.some((warning) => warning['Code'] === syntaxError)
        if (setOptimizerHints('SELECT a FROM t', context, { hints: [hint] }).done !== read) wrong.push(name)
      }
      expect(wrong).toEqual([])
      expect(hintNames.length).toBeGreaterThan(30)
    },
  )

  test('a query in other clothes returns the same rows', async () => {
    const wrong: string[] = []
    let compared = 0
    for (const [sql] of dmlCases) {
      const select = selectForm(sql, context)
      if (!select.done || select.sql.startsWith('SET')) continue
      let rows: string[]
      try {
        rows = await rowsOf(select.sql)
      } catch (error) {
        // A statement of other servers.
        if (error instanceof Error && 'errno' in error && error.errno === syntaxError) continue
        throw error
      }
      const clothed = [
        addCondition(select.sql, context, { condition: '1 = 1 OR 1 = 0' }),
        ...tablesOf(select.sql, context.dialect).map((place) => wrapTable(select.sql, context, place)),
        ...(/\b(LIMIT|JOIN)\b|,.* FROM/.test(select.sql) ? [] : [wrapStatement(select.sql, context)]),
        ...tablesOf(select.sql, context.dialect).map((place) =>
          setIndexHints(select.sql, context, [{ ...place, hints: [{ action: 'USE', indexes: [] }] }]),
        ),
      ]
      for (const outcome of clothed) {
        if (!outcome.done) continue
        compared++
        if ((await rowsOf(outcome.sql)).join() !== rows.join()) wrong.push(outcome.sql)
      }
    }
    expect(wrong).toEqual([])
    expect(compared).toBeGreaterThan(200)
  }, 60_000)

  test('EXPLAIN takes every index of the samples at every alias', async () => {
    const wrong: string[] = []
    let taken = 0
    for (const { schema, queries } of cases) {
      const name = `${database}_case`
      await connection.query(`DROP DATABASE IF EXISTS ${name}`)
      await connection.query(`CREATE DATABASE ${name}`)
      await connection.query(`USE ${name}`)
      for (const sql of schema) await connection.query(sql)
      for (const sql of queries) {
        for (const place of tablesOf(sql, context.dialect)) {
          const [indexes] = await connection.query<mysql.RowDataPacket[]>(
            'SELECT DISTINCT INDEX_NAME AS name FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?',
            [name, place.name],
          )
          for (const index of indexes) {
            const hints = [{ action: 'FORCE', indexes: [String(index['name'])] }] as const
            const hinted = setIndexHints(sql, context, [{ ...place, hints }])
            if (!hinted.done) continue
            try {
              await connection.query(textOf(wrapAsExplain(hinted.sql, context, 'EXPLAIN')))
              taken++
            } catch (error) {
              wrong.push(`${error instanceof Error ? error.message : error}: ${hinted.sql}`)
            }
          }
        }
      }
      await connection.query(`USE ${database}`)
      await connection.query(`DROP DATABASE ${name}`)
    }
    expect(wrong).toEqual([])
    expect(taken).toBeGreaterThan(20)
  }, 60_000)
})
