// Records the pairs of plans of recorded.json: `SARGABLE_SERVERS=endpoints.json node tests/core/plan/diff/record.mjs`.
// On each server it makes the database plandiff_rec and drops it again.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import mysql from 'mysql2/promise'
import pg from 'pg'

const endpoints = JSON.parse(readFileSync(process.env.SARGABLE_SERVERS, 'utf8'))
const recorded = {}
const range = (count, make) => Array.from({ length: count }, (_, at) => make(at + 1))

const join2 = "SELECT c.name, o.total FROM customers c JOIN orders o ON o.customer_id = c.id WHERE c.city = 'city3'"
const mysqlCases = {
  free: join2,
  ignored: join2.replace('orders o', 'orders o IGNORE INDEX (ix_cust, ix_cust_status)'),
  straight:
    "SELECT c.name, o.total FROM orders o STRAIGHT_JOIN customers c ON o.customer_id = c.id WHERE c.city = 'city3'",
  'one-part': 'SELECT * FROM orders o FORCE INDEX (ix_cust_status) WHERE customer_id = 7',
  'two-parts': "SELECT * FROM orders o FORCE INDEX (ix_cust_status) WHERE customer_id = 7 AND status = 'new'",
  unsorted: 'SELECT * FROM orders o WHERE customer_id = 7',
  sorted: 'SELECT * FROM orders o WHERE customer_id = 7 ORDER BY total',
}
const mysqlForms = {
  mysql57: { json: 'EXPLAIN FORMAT=JSON', table: 'EXPLAIN' },
  mysql80: {
    json: 'EXPLAIN FORMAT=JSON',
    table: 'EXPLAIN FORMAT=TRADITIONAL',
    tree: 'EXPLAIN FORMAT=TREE',
    analyze: 'EXPLAIN ANALYZE',
  },
  mysql97: {
    json: 'EXPLAIN FORMAT=JSON',
    table: 'EXPLAIN FORMAT=TRADITIONAL',
    tree: 'EXPLAIN FORMAT=TREE',
    analyze: 'EXPLAIN ANALYZE FORMAT=TREE',
  },
  mariadb114: { json: 'EXPLAIN FORMAT=JSON', table: 'EXPLAIN', analyze: 'ANALYZE FORMAT=JSON' },
}

/** An answer as it is pasted: a table with tabs, or the one cell. */
function planText(rows, form) {
  const words = (row) => Object.values(row).map((value) => (value === null ? 'NULL' : String(value)))
  if (form !== 'table') return words(rows[0])[0]
  return [Object.keys(rows[0]), ...rows.map(words)].map((row) => row.join('\t')).join('\n')
}

for (const [id, forms] of Object.entries(mysqlForms)) {
  const { host, port, user, password } = endpoints.find((each) => each.id === id)
  const connection = await mysql.createConnection({ host, port, user, password, multipleStatements: true })
  await connection.query('DROP DATABASE IF EXISTS plandiff_rec')
  await connection.query('CREATE DATABASE plandiff_rec DEFAULT CHARACTER SET utf8mb4; USE plandiff_rec')
  await connection.query(`
    CREATE TABLE customers (id INT PRIMARY KEY, name VARCHAR(40), city VARCHAR(20), KEY ix_city (city));
    CREATE TABLE orders (id INT PRIMARY KEY, customer_id INT, status VARCHAR(10), placed DATE, total DECIMAL(8,2),
      KEY ix_cust (customer_id), KEY ix_cust_status (customer_id, status), KEY ix_placed (placed))`)
  const customers = range(500, (at) => [at, `n${at}`, `city${at % 20}`])
  const orders = range(5000, (at) => [
    at,
    ((at * 7) % 500) + 1,
    ['new', 'paid', 'sent'][at % 3],
    `2024-01-${String((at % 28) + 1).padStart(2, '0')}`,
    at % 90,
  ])
  await connection.query('INSERT INTO customers VALUES ?', [customers])
  await connection.query('INSERT INTO orders VALUES ?', [orders])
  await connection.query('ANALYZE TABLE customers, orders')
  for (const [name, sql] of Object.entries(mysqlCases)) {
    for (const [form, explain] of Object.entries(forms)) {
      const [rows] = await connection.query(`${explain} ${sql}`)
      recorded[`${id}/${name}.${form}`] = planText(rows, form)
    }
  }
  await connection.query('DROP DATABASE plandiff_rec')
  await connection.end()
}

/** Worked cases of samples/: the statement as it stands against variants of it. */
const sampleVariants = {
  'equality-like-prefix': ['query', 'a-better-index'],
  'enum-or-order-limit': ['query', '0-force-col1', 'd-union-topn'],
  'dbt2-customer-by-name': ['query', 'a-index-extended', 'b-index-without-order'],
  'ssb-star-join': ['q1_1-straight-dim-first', 'q1_1-straight-fact-first'],
}
const samplesFolder = join(import.meta.dirname, '../../../../samples')

for (const id of ['mysql80', 'mysql97', 'mariadb114']) {
  const { host, port, user, password } = endpoints.find((each) => each.id === id)
  for (const [sample, variants] of Object.entries(sampleVariants)) {
    const connection = await mysql.createConnection({ host, port, user, password, multipleStatements: true })
    await connection.query('DROP DATABASE IF EXISTS plandiff_rec')
    await connection.query('CREATE DATABASE plandiff_rec DEFAULT CHARACTER SET utf8mb4; USE plandiff_rec')
    for (const file of ['schema.sql', 'data.sql']) {
      await connection.query(readFileSync(join(samplesFolder, sample, file), 'utf8'))
    }
    const [tables] = await connection.query('SHOW TABLES')
    await connection.query(`ANALYZE TABLE ${tables.map((row) => Object.values(row)[0]).join(', ')}`)
    for (const variant of variants) {
      const own = join(samplesFolder, sample, 'variants', `${variant}.sql`)
      const text = readFileSync(existsSync(own) ? own : join(samplesFolder, sample, 'query.sql'), 'utf8')
      const steps = (word) => [...text.matchAll(new RegExp(`^-- @${word} (.*)$`, 'gm'))].map((match) => match[1])
      const sql = text
        .replace(/^--.*$/gm, '')
        .trim()
        .replace(/;$/, '')
      for (const step of steps('setup')) await connection.query(step)
      for (const [form, explain] of Object.entries(mysqlForms[id])) {
        const [rows] = await connection.query(`${explain} ${sql}`)
        recorded[`${id}/${sample}/${variant}.${form}`] = planText(rows, form)
      }
      for (const step of steps('teardown')) await connection.query(step)
    }
    await connection.query('DROP DATABASE plandiff_rec')
    await connection.end()
  }
}

const postgresForms = {
  text: 'ANALYZE, BUFFERS, TIMING OFF',
  json: 'FORMAT JSON, ANALYZE, BUFFERS',
  plain: 'COSTS ON',
}
const sorted = 'SELECT * FROM orders ORDER BY total, placed, id DESC'
const grouped = 'SELECT customer_id, count(*) FROM orders GROUP BY customer_id'
const postgresCases = {
  free: [join2],
  nohash: [join2, 'SET enable_hashjoin = off'],
  nested: [join2, 'SET enable_hashjoin = off; SET enable_mergejoin = off'],
  seq: ['SELECT * FROM orders o WHERE customer_id = 7', 'SET enable_indexscan = off; SET enable_bitmapscan = off'],
  index: ['SELECT * FROM orders o WHERE customer_id = 7', 'SET enable_bitmapscan = off'],
  'sort-mem': [sorted, "SET work_mem = '64MB'"],
  'sort-disk': [sorted, "SET work_mem = '64kB'"],
  hashagg: [grouped],
  groupagg: [grouped, 'SET enable_hashagg = off'],
  'parts-3': ['SELECT * FROM m WHERE d >= 0'],
  'parts-2': ['SELECT * FROM m WHERE d >= 150'],
  'parts-1': ['SELECT * FROM m WHERE d = 250'],
}

for (const endpoint of endpoints.filter(({ kind }) => kind === 'pg')) {
  const { id, host, port, user, password, database } = endpoint
  const admin = new pg.Client({ host, port, user, password, database })
  await admin.connect()
  await admin.query('DROP DATABASE IF EXISTS plandiff_rec')
  await admin.query('CREATE DATABASE plandiff_rec')
  const client = new pg.Client({ host, port, user, password, database: 'plandiff_rec' })
  await client.connect()
  await client.query(`
    CREATE TABLE customers (id int PRIMARY KEY, name text, city text);
    CREATE TABLE orders (id int PRIMARY KEY, customer_id int, status text, placed date, total numeric);
    CREATE INDEX ix_cust ON orders (customer_id);
    INSERT INTO customers SELECT i, 'n' || i, 'city' || (i % 20) FROM generate_series(1, 2000) i;
    INSERT INTO orders SELECT i, (i * 7) % 2000 + 1, (array['new', 'paid', 'sent'])[i % 3 + 1],
      '2024-01-01'::date + i % 300, i % 90 FROM generate_series(1, 50000) i;
    CREATE TABLE m (d int, v int) PARTITION BY RANGE (d);
    CREATE TABLE m_a PARTITION OF m FOR VALUES FROM (0) TO (100);
    CREATE TABLE m_b PARTITION OF m FOR VALUES FROM (100) TO (200);
    CREATE TABLE m_c PARTITION OF m FOR VALUES FROM (200) TO (300);
    INSERT INTO m SELECT i % 300, i FROM generate_series(1, 9000) i`)
  await client.query('VACUUM ANALYZE')
  for (const [name, [sql, settings = '']] of Object.entries(postgresCases)) {
    for (const [form, options] of Object.entries(postgresForms)) {
      await client.query(`RESET ALL; SET max_parallel_workers_per_gather = 0; ${settings}`)
      const { rows } = await client.query(`EXPLAIN (${options}) ${sql}`)
      const plan = rows.map((row) => row['QUERY PLAN'])
      recorded[`${id}/${name}.${form}`] = form === 'json' ? JSON.stringify(plan[0]) : plan.join('\n')
    }
  }
  await client.end()
  await admin.query('DROP DATABASE plandiff_rec')
  await admin.end()
}

const names = Object.keys(recorded).sort()
const sortedRecord = Object.fromEntries(names.map((name) => [name, recorded[name]]))
writeFileSync(join(import.meta.dirname, 'recorded.json'), `${JSON.stringify(sortedRecord, null, 1)}\n`)
console.log(`${names.length} plans`)
