/**
 * A second, small reader for each format of MySQL and MariaDB, written without a look at the first: how many steps a text
 * prints, and the tables that they name, in the order of the text. Synthetic nodes are not printed and do not count.
 */

export interface Counted {
  readonly nodes: number
  readonly tables: readonly string[]
}

/** Members of an object or elements of a list, with their keys. */
type Visit = (key: string, value: Readonly<Record<string, unknown>>) => void

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Every object of a document in the order of the text, and every list under its key; elements have no key. */
function objects(key: string, value: unknown, visit: Visit): void {
  if (Array.isArray(value)) {
    visit(key, {})
    for (const each of value) objects('', each, visit)
  }
  if (!isRecord(value)) return
  visit(key, value)
  for (const [name, inner] of Object.entries(value)) objects(name, inner, visit)
}

/** One row is one step; `NULL` in the column `table` is none. */
function tabular(text: string): Counted {
  const [head = '', ...rows] = text.split('\n')
  const column = head.split('\t').indexOf('table')
  const tables = rows.map((row) => row.split('\t')[column] ?? '').filter((name) => name !== 'NULL' && name !== '')
  return { nodes: rows.length, tables }
}

/** Objects of FORMAT=JSON, version 1, that are a step whenever they stand there. */
const mysqlSteps =
  /^(?:table|grouping_operation|duplicates_removal|windowing|buffer_result|\w+_result|materialized_from_subquery)$/

function mysqlJson1(text: string): Counted {
  let nodes = 0
  const tables: string[] = []
  objects('', JSON.parse(text), (key, value) => {
    const works = value.using_filesort === true || value.using_temporary_table === true
    const isStep = mysqlSteps.test(key) || (key === 'ordering_operation' && works)
    // A block that reads nothing says why.
    if (isStep || (typeof value.message === 'string' && key !== 'table')) nodes++
    if (typeof value.table_name === 'string') tables.push(value.table_name)
  })
  return { nodes, tables }
}

function mysqlJson2(text: string): Counted {
  let nodes = 0
  const tables: string[] = []
  objects('', JSON.parse(text), (_key, value) => {
    if (typeof value.operation === 'string') nodes++
    // A lateral table is made anew for each row of the one named here.
    const reads = value.access_type !== 'invalidate_materialized_tables'
    if (reads && typeof value.table_name === 'string') tables.push(value.table_name)
  })
  return { nodes, tables }
}

/** Objects of MariaDB's FORMAT=JSON that are a step. */
const mariadbSteps =
  /^(?:table|block-nl-join|filesort|temporary_table|buffer|window_functions_computation|duplicates?_removal|\w+_result|recursive_union|materialized|materialization|expression_cache|subquery_cache)$/

function mariadbJson(text: string): Counted {
  let nodes = 0
  const tables: string[] = []
  // Conditions are printed with quotes and escapes that JSON forbids.
  const bare = text.replace(/("\w*_condition\w*": )".*"(,?)$/gm, '$1""$2')
  objects('', JSON.parse(bare), (key, value) => {
    if (mariadbSteps.test(key) || (typeof value.message === 'string' && key !== 'table')) nodes++
    if (typeof value.table_name === 'string') tables.push(value.table_name)
  })
  return { nodes, tables }
}

export const secondReaders: Readonly<Record<string, (text: string) => Counted>> = {
  'mysql-table': tabular,
  'mariadb-table': tabular,
  'mysql-json-v1': mysqlJson1,
  'mysql-json-v2': mysqlJson2,
  'mariadb-json': mariadbJson,
}
