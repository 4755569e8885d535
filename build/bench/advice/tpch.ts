import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchIndex, BenchSchema } from './model'
import { statementFile } from './statement-file'
import { columns, createTable, inserts, type TableSpec } from './table'

const scale = '0.05'

/** The tables of TPC-H with the data of its generator; the statements are our own. Undefined without a generator. */
export function tpchSchema(root: string, cacheFolder: string): BenchSchema | undefined {
  const program = generator(cacheFolder)
  if (program === undefined) return undefined
  const folder = join(cacheFolder, `tpch-${scale}`)
  if (!existsSync(join(folder, 'supplier.tbl'))) {
    mkdirSync(folder, { recursive: true })
    execFileSync(program, ['-s', scale, '-o', folder], { stdio: 'ignore' })
  }
  const specs = tables.map((table) => ({ ...table, rows: () => rowsOf(join(folder, `${table.name}.tbl`)) }))
  return {
    name: 'tpch',
    dataVersion: `tpch ${scale} 1`,
    tables: new Map(tables.map((table) => [table.name, table.columns])),
    create: (family) => specs.map((spec) => createTable(spec, family)),
    *fill() {
      for (const spec of specs) yield* inserts(spec)
    },
    indexes: () => indexes,
    statements: () => statementFile(root, 'tpch'),
  }
}

/** `tpchgen-cli` of this computer, else its Python package in a folder of the bench's own. */
function generator(cacheFolder: string): string | undefined {
  const own = join(cacheFolder, 'tpchgen')
  const inOwn = join(own, 'bin/tpchgen-cli')
  for (const program of [process.env['TPCHGEN_CLI'], 'tpchgen-cli', inOwn]) {
    if (program !== undefined && runs(program, ['--version'])) return program
  }
  if (!runs('python3', ['-m', 'venv', own])) return undefined
  return runs(join(own, 'bin/pip'), ['install', '--quiet', 'tpchgen-cli']) ? inOwn : undefined
}

function runs(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, [...args], { stdio: 'ignore' })
    return true
  } catch {
    // Not here, or without a network: the caller says what that costs.
    return false
  }
}

function* rowsOf(file: string): Iterable<readonly string[]> {
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line !== '') yield line.split('|').slice(0, -1)
  }
}

const tables: readonly Omit<TableSpec, 'rows'>[] = [
  {
    name: 'region',
    columns: columns('r_regionkey INT', 'r_name CHAR(25)', 'r_comment VARCHAR(152)'),
    primaryKey: ['r_regionkey'],
  },
  {
    name: 'nation',
    columns: columns('n_nationkey INT', 'n_name CHAR(25)', 'n_regionkey INT', 'n_comment VARCHAR(152)'),
    primaryKey: ['n_nationkey'],
  },
  {
    name: 'supplier',
    columns: columns(
      's_suppkey INT',
      's_name CHAR(25)',
      's_address VARCHAR(40)',
      's_nationkey INT',
      's_phone CHAR(15)',
      's_acctbal DECIMAL(15,2)',
      's_comment VARCHAR(101)',
    ),
    primaryKey: ['s_suppkey'],
  },
  {
    name: 'customer',
    columns: columns(
      'c_custkey INT',
      'c_name VARCHAR(25)',
      'c_address VARCHAR(40)',
      'c_nationkey INT',
      'c_phone CHAR(15)',
      'c_acctbal DECIMAL(15,2)',
      'c_mktsegment CHAR(10)',
      'c_comment VARCHAR(117)',
    ),
    primaryKey: ['c_custkey'],
  },
  {
    name: 'part',
    columns: columns(
      'p_partkey INT',
      'p_name VARCHAR(55)',
      'p_mfgr CHAR(25)',
      'p_brand CHAR(10)',
      'p_type VARCHAR(25)',
      'p_size INT',
      'p_container CHAR(10)',
      'p_retailprice DECIMAL(15,2)',
      'p_comment VARCHAR(23)',
    ),
    primaryKey: ['p_partkey'],
  },
  {
    name: 'partsupp',
    columns: columns(
      'ps_partkey INT',
      'ps_suppkey INT',
      'ps_availqty INT',
      'ps_supplycost DECIMAL(15,2)',
      'ps_comment VARCHAR(199)',
    ),
    primaryKey: ['ps_partkey', 'ps_suppkey'],
  },
  {
    name: 'orders',
    columns: columns(
      'o_orderkey INT',
      'o_custkey INT',
      'o_orderstatus CHAR(1)',
      'o_totalprice DECIMAL(15,2)',
      'o_orderdate DATE',
      'o_orderpriority CHAR(15)',
      'o_clerk CHAR(15)',
      'o_shippriority INT',
      'o_comment VARCHAR(79)',
    ),
    primaryKey: ['o_orderkey'],
  },
  {
    name: 'lineitem',
    columns: columns(
      'l_orderkey INT',
      'l_partkey INT',
      'l_suppkey INT',
      'l_linenumber INT',
      'l_quantity DECIMAL(15,2)',
      'l_extendedprice DECIMAL(15,2)',
      'l_discount DECIMAL(15,2)',
      'l_tax DECIMAL(15,2)',
      'l_returnflag CHAR(1)',
      'l_linestatus CHAR(1)',
      'l_shipdate DATE',
      'l_commitdate DATE',
      'l_receiptdate DATE',
      'l_shipinstruct CHAR(25)',
      'l_shipmode CHAR(10)',
      'l_comment VARCHAR(44)',
    ),
    primaryKey: ['l_orderkey', 'l_linenumber'],
  },
]

/** Foreign keys, and what somebody added for a report once. */
const indexes: readonly BenchIndex[] = [
  { table: 'nation', columns: ['n_regionkey'] },
  { table: 'supplier', columns: ['s_nationkey'] },
  { table: 'customer', columns: ['c_nationkey'] },
  { table: 'customer', columns: ['c_mktsegment'] },
  { table: 'partsupp', columns: ['ps_suppkey'] },
  { table: 'part', columns: ['p_size', 'p_brand'] },
  { table: 'orders', columns: ['o_custkey'] },
  { table: 'orders', columns: ['o_orderdate'] },
  { table: 'orders', columns: ['o_orderstatus', 'o_orderpriority'] },
  { table: 'lineitem', columns: ['l_partkey', 'l_suppkey'] },
  { table: 'lineitem', columns: ['l_suppkey'] },
  { table: 'lineitem', columns: ['l_shipdate', 'l_shipmode'] },
]
