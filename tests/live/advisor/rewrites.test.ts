// Protects rewritten statements: they give the rows of the original wherever they say so, on random data and every server.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { underLimit } from '../../../src/core/advisor/rewrites/advice-parts'
import { asDeferredJoin } from '../../../src/core/advisor/rewrites/deferred-join'
import { asInSubquery } from '../../../src/core/advisor/rewrites/in-subquery'
import { withHints } from '../../../src/core/advisor/rewrites/index-hints'
import { fenced, unfenced } from '../../../src/core/advisor/rewrites/order-fence'
import { onlyTable, type Rewritable, rewritable } from '../../../src/core/advisor/rewrites/rewritable'
import { asUnionOfKeys } from '../../../src/core/advisor/rewrites/union-of-keys'
import { asTopOfEach, asUnionOfArms, showsKeys } from '../../../src/core/advisor/rewrites/unions'
import { valueLists, writtenOrs } from '../../../src/core/advisor/rewrites/written-or'
import { dialectOf } from '../../../src/core/engine'
import { orderOf } from '../../../src/core/experiment/result-order'
import { readMysqlStatement } from '../../../src/core/keyparts/mysql-reading'
import type { Session } from '../../../src/engines/engine'
import { postgresGrammar, postgresMeaning } from '../../../src/service/read-statements'
import { never } from '../../kit/mysql'
import { mysqlServers, postgresServers } from '../../kit/servers'
import { experimentServer, type Witness } from '../experiment/servers'
import { random, randomSelect, tables } from './random-selects'

const ids = ['mysql56', 'mysql80', 'mysql97', 'mariadb1011', 'mariadb114', 'pg15']
const servers = [...mysqlServers, ...postgresServers].filter(({ id }) => ids.includes(id))
const statements = 300
const seed = 20_261_120

test.runIf(servers.length === 0)('no server is here', ({ skip }) => skip())

describe.each(servers)('$id', (endpoint) => {
  const server = experimentServer(endpoint, `rewrites_${process.pid}`)
  let witness: Witness
  let session: Session
  let read: (sql: string) => Promise<Rewritable | undefined>

  beforeAll(async () => {
    await server.make(1, tables(server.isPostgres, random(seed)))
    witness = await server.witness()
    session = await server.open()
    const catalog = await session.catalog(
      [{ name: 't' }, { name: 'u' }].map((table) => ({ ...table, span: { start: 0, end: 0 } })),
      never,
    )
    const engine = session.identity
    const dialect = dialectOf(engine.product)
    const grammar = dialect === 'postgres' ? await postgresGrammar() : undefined
    read = async (sql) => {
      const meaning =
        dialect === 'postgres'
          ? (await postgresMeaning(sql))?.(catalog)
          : readMysqlStatement(sql, dialect, catalog, engine)?.meaning
      return rewritable({ sql, dialect, engine, catalog, meaning, grammar })
    }
  }, 60_000)
  afterAll(async () => {
    await session.close()
    await witness.end()
    await server.drop()
  })

  /** Every form that a statement can be given, with its name. */
  function forms(of: Rewritable): readonly (readonly [name: string, sql: string])[] {
    const only = onlyTable(of)
    const isPlain = !of.block.distinct
    const found: (readonly [string, string | undefined])[] = []
    if (only && isPlain) {
      found.push(['in-subquery', asInSubquery(of, only)], ['deferred join', asDeferredJoin(of, only)])
      found.push(['fence', fenced(of)], ['forced', withHints(of, only, [{ action: 'FORCE', indexes: ['t_b'] }])])
      for (const list of valueLists(of, only.source.source)) found.push(['top of each', asTopOfEach(of, list)?.sql])
    }
    for (const or of writtenOrs(of)) {
      const union = asUnionOfArms(of, or)
      found.push([union?.by === 'all' ? 'union all of arms' : 'union of arms', union?.sql])
      if (only) found.push(['union of keys', asUnionOfKeys(of, only, or)])
    }
    return found.filter((one): one is readonly [string, string] => one[1] !== undefined)
  }

  test(`the forms of ${statements} random statements give their rows`, { timeout: 240_000 }, async () => {
    const next = random(seed + 1)
    const wrong: string[] = []
    const seen = new Map<string, number>()
    for (let count = 0; count < statements; count++) {
      const { sql } = randomSelect(next)
      const of = await read(sql)
      if (!of) {
        wrong.push(`not read: ${sql}`)
        continue
      }
      const { equivalence } = underLimit(of)
      const order = orderOf(of.block, of.meaning, of.catalog, sql)
      const before = await witness.ask(sql)
      for (const [name, other] of forms(of)) {
        seen.set(name, (seen.get(name) ?? 0) + 1)
        const after = await witness.ask(other)
        // Of rows that LIMIT cuts among equals, other ones may come; as many in any case.
        const isCut = of.block.limit !== undefined && equivalence !== 'identical'
        const [one, two] = order === 'total' ? [before, after] : [[...before].sort(), [...after].sort()]
        const same = isCut ? before.length === after.length : one.join('\n') === two.join('\n')
        if (!same) wrong.push(`${name}: ${sql}\n→ ${other}\n${one.join(' | ')}\n${two.join(' | ')}`)
      }
    }
    expect(wrong.slice(0, 5)).toEqual([])
    console.info(`${endpoint.id}: ${[...seen].map(([name, count]) => `${name} ${count}`).join(', ')}`)
    for (const name of [
      'in-subquery',
      'deferred join',
      'fence',
      'top of each',
      'union of arms',
      'union all of arms',
      'union of keys',
    ])
      expect(seen.get(name) ?? 0, name).toBeGreaterThan(20)
  })

  test('a fence and the way back give the statement again', async () => {
    const sql = 'SELECT id, a FROM t WHERE a = 3 /* all */ ORDER BY id DESC LIMIT 5'
    const of = await read(sql)
    const hidden = of && fenced(of)
    expect(hidden).toBe('SELECT id, a FROM t WHERE a = 3 /* all */ ORDER BY id + 0 DESC LIMIT 5')
    const back = hidden === undefined ? undefined : await read(hidden)
    expect(back && unfenced(back)).toEqual({ sql, columns: ['id'] })
  })

  test('what is shown decides between UNION and UNION ALL', async () => {
    const keyed = await read('SELECT id FROM t WHERE a = 1 OR b = 2')
    const bare = await read('SELECT a FROM t WHERE a = 1 OR b = 2')
    const joined = await read('SELECT t.id, u.w FROM t JOIN u ON u.t_id = t.id WHERE t.a = 1 OR u.w = 2')
    expect([keyed, bare, joined].map((of) => of && showsKeys(of))).toEqual([true, false, false])
  })
})
