import { factsOf } from '../../../src/core/advisor/gather-facts'
import type { Advice, Finding } from '../../../src/core/advisor/model'
import type { Rule } from '../../../src/core/advisor/rule'
import { rules } from '../../../src/core/advisor/rules/index'
import { activeRules } from '../../../src/core/advisor/settings'
import { columnStatistics } from '../../../src/core/advisor/statistics/from-tables'
import { analyze } from '../../../src/core/analysis/analyze'
import { dialectOf, type Family } from '../../../src/core/engine'
import { readTrace } from '../../../src/core/trace/read'
import type { ExplainResult, MeasureResult, Session } from '../../../src/engines/engine'
import { engineFor } from '../../../src/engines/index'
import { postgresGrammar, postgresMeaning, readStatements } from '../../../src/service/read-statements'
import { countForRules } from '../../../src/service/statistics/count-for-rules'
import { keptStatistics } from '../../../src/service/statistics/kept'
import { never, witness } from '../../kit/mysql'
import { dropPostgres, freshPostgres } from '../../kit/postgres'
import type { Endpoint } from '../../kit/servers'
import type { RuleCase, World } from './rule-case'

const mostRows = 65_536
const name = `sargable_rules_${process.pid}`

export function familyOf({ kind }: Endpoint): Family {
  return kind === 'pg' ? 'postgres' : 'mysql'
}

/** A server with tables of ours: each world in a schema of its own. */
export class RuleServer {
  readonly #endpoint: Endpoint
  #send: (sql: string) => Promise<readonly Record<string, unknown>[]> = () => Promise.reject(new Error('Not open'))
  #end: () => Promise<void> = () => Promise.resolve()
  #session: Session | undefined
  #schemas = 0

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint
  }

  async open(): Promise<void> {
    const { kind, id, host, port, user, password } = this.#endpoint
    if (kind === 'pg') {
      const client = await freshPostgres(this.#endpoint, name)
      this.#send = async (sql) => (await client.query(sql)).rows ?? []
      this.#end = () => client.end()
      await this.#send('CREATE TABLE public.seq AS SELECT n FROM generate_series(0, 65535) AS g (n)')
    } else {
      const connection = await witness(this.#endpoint)
      this.#send = async (sql) => {
        const [rows] = await connection.query(sql)
        return Array.isArray(rows) ? (rows as Record<string, unknown>[]) : []
      }
      this.#end = () => connection.end()
      await this.#send("SET SESSION sql_mode = ''")
      await this.#send(`DROP DATABASE IF EXISTS ${name}`)
      await this.#send(`CREATE DATABASE ${name}`)
      await this.#send(`CREATE TABLE ${name}.seq (n INT NOT NULL PRIMARY KEY)`)
      await this.#send(`INSERT INTO ${name}.seq VALUES (0)`)
      for (let rows = 1; rows < mostRows; rows *= 2)
        await this.#send(`INSERT INTO ${name}.seq SELECT n + ${rows} FROM ${name}.seq`)
    }
    const product = kind === 'pg' ? 'postgres' : id.startsWith('mariadb') ? 'mariadb' : 'mysql'
    const target = { via: 'network', product, host, port, user, database: name } as const
    this.#session = await engineFor(target).connect(target, { password }, never)
  }

  async close(): Promise<void> {
    await this.#session?.close()
    await this.#end()
    if (this.#endpoint.kind === 'pg') return dropPostgres(this.#endpoint, name)
    const connection = await witness(this.#endpoint)
    for (let at = 0; at < this.#schemas; at++) await connection.query(`DROP DATABASE IF EXISTS ${name}_${at}`)
    await connection.query(`DROP DATABASE IF EXISTS ${name}`)
    await connection.end()
  }

  /** Makes the world in a schema of its own, in which statements run from now on. */
  async load({ schema, fill, use = [] }: Omit<World, 'cases'>): Promise<void> {
    const isPostgres = this.#endpoint.kind === 'pg'
    const own = isPostgres ? `w${this.#schemas}` : `${name}_${this.#schemas}`
    this.#schemas++
    await this.#send(`CREATE ${isPostgres ? 'SCHEMA' : 'DATABASE'} ${own}`)
    await this.#send(isPostgres ? `SET search_path = ${own}, public` : `USE ${own}`)
    await this.#session?.use(own, never)
    const seq = isPostgres ? 'public.seq' : `${name}.seq`
    for (const statement of schema.filter(isTable)) await this.#send(statement)
    for (const [table, { rows, columns }] of Object.entries(fill)) {
      const names = Object.keys(columns).join(', ')
      await this.#send(
        `INSERT INTO ${table} (${names}) SELECT ${Object.values(columns).join(', ')} FROM ${seq} WHERE n < ${rows}`,
      )
    }
    for (const statement of schema.filter((one) => !isTable(one))) await this.change(statement)
    await this.analyzed(Object.keys(fill))
    for (const statement of use) await this.#send(statement)
  }

  /** Indexes are dropped as PostgreSQL does, primary keys as MySQL does. */
  async change(statement: string): Promise<void> {
    const keyOf = /^ALTER TABLE (\w+) DROP PRIMARY KEY/i.exec(statement.trim())?.[1]
    if (keyOf !== undefined && this.#endpoint.kind === 'pg') {
      await this.#send(statement.replace(/DROP PRIMARY KEY/i, `DROP CONSTRAINT ${keyOf}_pkey`))
      return
    }
    const dropped = /^DROP INDEX (\w+)$/i.exec(statement.trim())?.[1]
    if (dropped === undefined || this.#endpoint.kind === 'pg') {
      await this.#send(statement)
      return
    }
    const [found] = await this.#send(
      `SELECT TABLE_NAME AS t FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE() AND INDEX_NAME = '${dropped}'`,
    )
    await this.#send(`DROP INDEX ${dropped} ON ${String(found?.['t'])}`)
  }

  /** Makes the changes of an advice, does something, and takes them back. */
  async withChanges({ variant: { ddl } }: Advice, tables: readonly string[], work: () => Promise<void>): Promise<void> {
    for (const { apply } of ddl) await this.#send(apply)
    await this.analyzed(tables)
    try {
      await work()
    } finally {
      for (const { undo } of [...ddl].reverse()) await this.#send(undo)
      await this.analyzed(tables)
    }
  }

  async analyzed(tables: readonly string[]): Promise<void> {
    for (const table of tables)
      await this.#send(this.#endpoint.kind === 'pg' ? `VACUUM ANALYZE ${table}` : `ANALYZE TABLE ${table}`)
  }

  /** What the rule says of the statement, without the other rules; `counts`: as after a measured run. */
  async asked(rule: Rule, asked: RuleCase, counts = false): Promise<readonly Finding[]> {
    const session = this.#session
    if (!session) throw new Error('Not open')
    const sql = typeof asked.sql === 'string' ? asked.sql : asked.sql[familyOf(this.#endpoint)]
    const dialect = dialectOf(session.identity.product)
    const request = { sql, trace: rule.needs.includes('trace') }
    const measured = rule.needs.some((need) => need === 'actuals' || need === 'counters' || need === 'work')
    const result: ExplainResult & Partial<MeasureResult> = measured
      ? await session.measure(request, never)
      : await session.explain(request, never)
    const [read] = (await readStatements(sql, dialect)).statements
    const catalog = await session.catalog(read?.tables ?? [], never)
    const kept = await keptStatistics(session, catalog, sql, never)
    const meaning = dialect === 'postgres' ? (await postgresMeaning(sql))?.(catalog) : undefined
    const grammar = dialect === 'postgres' ? await postgresGrammar() : undefined
    const analysis = analyze({
      engine: session.identity,
      capabilities: session.capabilities,
      sql,
      explain: result.outputs,
      catalog,
      statement: read,
      meaning,
      grammar,
      counters: result.counters,
      cautions: result.cautions,
    })
    const known = {
      analysis,
      meaning,
      grammar,
      trace: result.traceText === undefined ? undefined : readTrace(result.traceText, { engine: session.identity }),
    }
    const counted = counts ? (await countForRules(session, { ...known, kept }, never, () => {})).statistics : []
    const facts = factsOf({ ...known, statistics: columnStatistics([...counted, ...kept]) })
    const settings = asked.limits && { rules: { [rule.id]: asked.limits } }
    const active = activeRules(rules, settings).find((one) => one.rule.id === rule.id)
    return active ? [...active.rule.check(facts, active.limits)] : []
  }
}

function isTable(statement: string): boolean {
  return /^\s*CREATE TABLE/i.test(statement)
}
