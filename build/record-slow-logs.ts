import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise'
import { Client } from 'pg'

/**
 * Provokes slow logs on real servers and keeps them in fixtures/slow-logs/<server>/, each with `statements.json`: what was
 * sent, so that a reading of the log can be held against it. The servers are reconfigured: use private ones.
 * Of PostgreSQL the logging collector must run, with log_destination stderr, csvlog and jsonlog (15 and later); also syslog
 * where a daemon writes what it gets from there to the file that `--syslog` names.
 *
 *     npm run record:slow-logs -- --servers endpoints.json [--only mysql97] [--inside mysql97=/folder/of/its/chroot]
 *       [--syslog pg15=/var/log/postgres.log]
 */

interface Endpoint {
  readonly id: string
  readonly kind: 'mysql' | 'pg'
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
}

/** What was sent, how often, and what its entries should be called. */
interface Sent {
  readonly sql: string
  readonly count: number
  /** A kind that the digest must find, or must not. */
  readonly kind?: string
  readonly notKind?: string
}

const database = 'sargable_slowlog'
const lockedMs = 1200
const folder = join(process.cwd(), 'fixtures/slow-logs')

async function main(words: readonly string[]): Promise<void> {
  const option = (name: string) => words[words.indexOf(name) + 1]
  const path = words.includes('--servers') ? option('--servers') : undefined
  if (path === undefined) throw new Error('--servers endpoints.json is needed')
  const only = words.includes('--only') ? option('--only') : undefined
  const places = (name: string) =>
    new Map(
      words.flatMap((word, i) => {
        const [id, place] = words[i - 1] === name ? word.split('=') : []
        return id === undefined || place === undefined ? [] : [[id, place] as const]
      }),
    )
  const inside = places('--inside')
  const syslogs = places('--syslog')
  const endpoints: readonly Endpoint[] = JSON.parse(readFileSync(path, 'utf8'))
  for (const endpoint of endpoints) {
    if (only !== undefined && endpoint.id !== only) continue
    process.stdout.write(`${endpoint.id}\n`)
    if (endpoint.kind === 'mysql') await recordMysql(endpoint, inside.get(endpoint.id) ?? '')
    else await recordPostgres(endpoint, syslogs.get(endpoint.id))
  }
}

function keep(id: string, name: string, text: Uint8Array | string): void {
  mkdirSync(join(folder, id), { recursive: true })
  writeFileSync(join(folder, id, name), text)
}

// --- MySQL and MariaDB -----------------------------------------------------------------------------------------------

async function recordMysql(endpoint: Endpoint, insideFolder: string): Promise<void> {
  const { host, port, user, password } = endpoint
  const connect = () => createConnection({ host, port, user, password, multipleStatements: false })
  const admin = await connect()
  try {
    const version = await scalar(admin, 'SELECT VERSION()')
    await prepareMysql(admin)
    const variants: readonly (readonly [name: string, settings: readonly string[]])[] = version.includes('MariaDB')
      ? [
          ['plain', ["SET GLOBAL log_slow_verbosity=''"]],
          ['verbose', ["SET GLOBAL log_slow_verbosity='innodb,query_plan,explain'"]],
        ]
      : /^(?:8|9)\./.test(version)
        ? [
            ['plain', ['SET GLOBAL log_slow_extra=OFF']],
            ['extra', ['SET GLOBAL log_slow_extra=ON']],
          ]
        : [['plain', []]]
    for (const [name, settings] of variants) {
      for (const setting of settings) await admin.query(setting)
      const file = `recorded-${name}-${Date.now()}.log`
      await admin.query('SET GLOBAL slow_query_log=OFF')
      await admin.query(`SET GLOBAL slow_query_log_file='${file}'`)
      await admin.query('SET GLOBAL long_query_time=0')
      await admin.query('SET GLOBAL log_output=FILE')
      await admin.query('SET GLOBAL slow_query_log=ON')
      const sent = await runMysql(connect)
      await admin.query('SET GLOBAL slow_query_log=OFF')
      const place = join(`${insideFolder}${await scalar(admin, 'SELECT @@datadir')}`, file)
      if (!existsSync(place)) throw new Error(`${place} is not there`)
      keep(endpoint.id, `${name}.log`, readFileSync(place))
      keep(endpoint.id, `${name}.statements.json`, `${JSON.stringify({ version, settings, sent }, null, 2)}\n`)
    }
  } finally {
    await admin.query('SET GLOBAL long_query_time=10')
    await admin.query(`DROP DATABASE IF EXISTS ${database}`)
    await admin.end()
  }
}

async function scalar(connection: Connection, sql: string): Promise<string> {
  const [rows] = await connection.query<RowDataPacket[]>(sql)
  return String(Object.values(rows[0] ?? {})[0])
}

async function prepareMysql(admin: Connection): Promise<void> {
  const digits =
    '(SELECT 0 n UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)'
  for (const sql of [
    `DROP DATABASE IF EXISTS ${database}`,
    `CREATE DATABASE ${database}`,
    `USE ${database}`,
    'CREATE TABLE orders (id INT PRIMARY KEY, customer INT, status VARCHAR(10), amount DECIMAL(10,2), note TEXT, KEY customer (customer)) ENGINE=InnoDB',
    `INSERT INTO orders SELECT a.n + 10*b.n + 100*c.n + 1000*d.n, c.n*10 + b.n, ELT(1 + a.n % 3, 'open', 'done', 'failed'), a.n * 1.5, REPEAT('x', 50) FROM ${digits} a, ${digits} b, ${digits} c, ${digits} d`,
    'CREATE TABLE warehouse (w_id INT PRIMARY KEY, w_ytd DECIMAL(12,2)) ENGINE=InnoDB',
    'INSERT INTO warehouse VALUES (24, 0), (25, 0)',
    'CREATE TABLE notes (id INT AUTO_INCREMENT PRIMARY KEY, body BLOB) ENGINE=InnoDB',
  ])
    await admin.query(sql)
}

async function runMysql(connect: () => Promise<Connection>): Promise<readonly Sent[]> {
  const sent: Sent[] = []
  const one = await connect()
  const other = await connect()
  const run = async (sql: string, more: Partial<Sent> = {}, count = 1) => {
    for (let i = 0; i < count; i++) await one.query(sql)
    sent.push({ sql, count, ...more })
  }
  await run(`USE ${database}`)
  await other.query(`USE ${database}`)
  sent.push({ sql: `USE ${database}`, count: 1 })
  await run("SELECT COUNT(*) FROM orders WHERE note LIKE '%y%'", { kind: 'reads-too-much' }, 3)
  await run('SELECT id, amount FROM orders ORDER BY amount DESC, id', { kind: 'returns-too-much' })
  await run('SELECT * FROM orders WHERE id = 17', {}, 2)
  await run('SELECT status, COUNT(*), MAX(note) FROM orders GROUP BY status ORDER BY 2')
  await run(
    'SELECT a.id FROM orders a JOIN orders b ON a.amount = b.amount AND a.status = b.status WHERE a.id < 3 AND b.id < 3',
  )
  await run(
    "INSERT INTO notes (body) VALUES ('see:\n# Time: 2026-11-20T06:52:22.874194Z\n# User@Host: root[root] @ localhost []\n# Query_time: 9.5  Lock_time: 0 Rows_sent: 0  Rows_examined: 0\nSELECT 1;\n'), ('it''s; so')",
    { kind: 'write' },
  )
  await run("INSERT INTO notes (body) VALUES (x'00ff0a23'), ('\\\\')", { kind: 'write' })
  await run('SELECT /* trace; 17 */ 1 # comment\n+ 1')
  // Reads the index without its rows being counted in Rows_examined on some versions: no work told is no proof.
  await run('SELECT DISTINCT customer FROM orders WHERE customer > 3', { notKind: 'lock-wait' })
  await run('SELECT (SELECT COUNT(*) FROM orders WHERE amount > 1)', { notKind: 'lock-wait' })
  // False slow: waits for another's row.
  await other.query('START TRANSACTION')
  await other.query('UPDATE warehouse SET w_ytd = w_ytd + 1 WHERE w_id = 25')
  const waiting = one.query('UPDATE warehouse SET w_ytd = w_ytd + 2628.00 WHERE w_id = 25')
  await new Promise((resolve) => setTimeout(resolve, lockedMs))
  await other.query('COMMIT')
  await waiting
  sent.push({ sql: 'START TRANSACTION', count: 1 }, { sql: 'COMMIT', count: 1 })
  sent.push({ sql: 'UPDATE warehouse SET w_ytd = w_ytd + 1 WHERE w_id = 25', count: 2, kind: 'lock-wait' })
  await one.ping()
  await one.end()
  await other.end()
  // The log may lag behind the goodbye.
  await new Promise((resolve) => setTimeout(resolve, 300))
  return sent
}

// --- PostgreSQL ------------------------------------------------------------------------------------------------------

async function recordPostgres({ id, host, port, user, password }: Endpoint, syslog: string | undefined): Promise<void> {
  const connect = async (name: string) => {
    const client = new Client({ host, port, user, password, database: name, application_name: 'recorder' })
    await client.connect()
    return client
  }
  const admin = await connect(user)
  try {
    const version = String((await admin.query('SHOW server_version')).rows[0]?.server_version)
    await admin.query(`DROP DATABASE IF EXISTS ${database}`)
    await admin.query(`CREATE DATABASE ${database}`)
    const prepare = await connect(database)
    await prepare.query(
      'CREATE TABLE orders AS SELECT n AS id, n % 100 AS customer, repeat(chr(120), 50) AS note FROM generate_series(1, 20000) n',
    )
    await prepare.query('CREATE TABLE warehouse AS SELECT 25 AS w_id, 0.0 AS w_ytd')
    await prepare.end()
    for (const setting of [
      'log_min_duration_statement = 0',
      "log_line_prefix = '%m [%p] %q%u@%d '",
      'log_lock_waits = on',
    ])
      await admin.query(`ALTER SYSTEM SET ${setting}`)
    await admin.query('SELECT pg_reload_conf()')
    await new Promise((resolve) => setTimeout(resolve, 1200))
    // Its own reading of the log stays out of it.
    await admin.query('SET log_min_duration_statement = -1')
    await admin.query('SELECT pg_rotate_logfile()')
    await new Promise((resolve) => setTimeout(resolve, 1200))
    const before = syslog === undefined ? 0 : statSync(syslog).size
    const sent = await runPostgres(connect)
    await new Promise((resolve) => setTimeout(resolve, 500))
    for (const form of ['stderr', 'csvlog', 'jsonlog']) {
      const { rows } = await admin.query('SELECT pg_read_binary_file(pg_current_logfile($1)) AS log', [form])
      keep(id, `${form}.log`, rows[0]?.log)
    }
    if (syslog !== undefined) keep(id, 'syslog.log', readFileSync(syslog).subarray(before))
    keep(id, 'statements.json', `${JSON.stringify({ version, sent }, null, 2)}\n`)
  } finally {
    for (const name of ['log_min_duration_statement', 'log_line_prefix', 'log_lock_waits'])
      await admin.query(`ALTER SYSTEM RESET ${name}`)
    await admin.query('SELECT pg_reload_conf()')
    await admin.query(`DROP DATABASE IF EXISTS ${database}`)
    await admin.end()
  }
}

async function runPostgres(connect: (name: string) => Promise<Client>): Promise<readonly Sent[]> {
  const sent: Sent[] = []
  const one = await connect(database)
  const other = await connect(database)
  const run = async (sql: string, count = 1) => {
    for (let i = 0; i < count; i++) await one.query(sql)
    sent.push({ sql, count })
  }
  await run("SELECT count(*) FROM orders\nWHERE note LIKE '%y%'\n\tAND id > 3", 3)
  await run('SELECT id, "note" FROM orders WHERE id = 17', 2)
  await run(
    "INSERT INTO orders VALUES (-1, 1, 'a\n2026-11-20 06:00:00.000 UTC [4711] LOG:  duration: 99.000 ms  statement: SELECT 1'), (-2, 2, E'it\\'s; \"so\"')",
  )
  await run('SELECT $$a;b$$, $x$ $$ $x$')
  await one.query('SELECT id FROM orders WHERE customer = $1 AND note = $2', [7, 'it\'s; a "b"'])
  sent.push({ sql: 'SELECT id FROM orders WHERE customer = $1 AND note = $2', count: 1 })
  await one.query('SELECT nothing FROM orders').catch(() => undefined) // its ERROR and STATEMENT lines are wanted
  await other.query('BEGIN')
  await other.query('UPDATE warehouse SET w_ytd = w_ytd + 1 WHERE w_id = 25')
  const waiting = one.query('UPDATE warehouse SET w_ytd = w_ytd + 2 WHERE w_id = 25')
  await new Promise((resolve) => setTimeout(resolve, lockedMs))
  await other.query('COMMIT')
  await waiting
  sent.push({ sql: 'BEGIN', count: 1 }, { sql: 'COMMIT', count: 1 })
  sent.push({ sql: 'UPDATE warehouse SET w_ytd = w_ytd + 1 WHERE w_id = 25', count: 2 })
  // Durations behind their statements, in two sessions at once.
  for (const client of [one, other]) {
    await client.query('SET log_min_duration_statement = -1')
    await client.query("SET log_statement = 'all'")
    await client.query('SET log_duration = on')
  }
  await Promise.all([one.query('SELECT 1 AS one'), other.query('SELECT 2 AS other'), other.query('SELECT 3 AS other')])
  sent.push({ sql: 'SELECT 1 AS one', count: 1 }, { sql: 'SELECT 2 AS other', count: 2 })
  sent.push({ sql: 'SET log_duration = on', count: 2 })
  for (const setting of ["log_statement = 'none'", 'log_duration = off']) await one.query(`SET ${setting}`)
  // Plans beside the statements, then plans alone.
  for (const setting of [
    'auto_explain.log_min_duration = 0',
    'auto_explain.log_analyze = on',
    'log_min_duration_statement = 0',
  ])
    await one.query(`SET ${setting}`)
  await run('SELECT customer, count(*) FROM orders GROUP BY customer')
  await one.query('SET log_min_duration_statement = -1')
  await one.query("SET auto_explain.log_format = 'json'")
  await run('SELECT max(id) AS "m"\nFROM orders')
  await one.end()
  await other.end()
  return sent
}

main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    process.exit(1)
  },
)
