import type { ParseNote, TextSpan } from '../../text-span'
import type { Access, Operator } from '../model'
import { indexesOf, isDerivedName, mysqlAccessMethod, tidy } from './access-words'
import { draft, type NodeDraft } from './draft'
import type { Cell, Grid } from './grid'
import { bufferedJoin } from './join-chain'
import { extraPhrases, isKnownPhrase, selectTypes } from './mysql-extra'

/** One row of a tabular EXPLAIN: a node and what the tree needs to know about its place. */
export interface PlanRow {
  readonly node: NodeDraft
  readonly id: number | undefined
  readonly selectType: string
  readonly table: string | undefined
  /** How this table is joined to the ones before it. */
  readonly join: { readonly operator: Operator; readonly label: string }
  readonly sorts: boolean
  readonly temporaryTable: boolean
  /** ANALYZE: rows per loop before and after the condition. */
  readonly ran: { readonly read: number; readonly left: number } | undefined
}

/** Columns of all servers: plain, EXTENDED, PARTITIONS, and MariaDB's ANALYZE. */
const columnNames: ReadonlySet<string> = new Set([
  'id',
  'select_type',
  'table',
  'partitions',
  'type',
  'possible_keys',
  'key',
  'key_len',
  'ref',
  'rows',
  'r_rows',
  'filtered',
  'r_filtered',
  'Extra',
])

/** Reads the rows of a result set that is a tabular EXPLAIN. What is not understood goes to `notes`. */
export function planRows(grid: Grid, notes: ParseNote[]): PlanRow[] {
  for (const column of grid.columns) {
    if (!columnNames.has(column.text ?? '')) {
      notes.push({ message: `Unknown column "${column.text ?? ''}"`, span: column.span })
    }
  }
  return grid.rows.map((row) => {
    const cells = new Map<string, Cell>()
    for (const [index, cell] of row.cells.entries()) {
      const name = grid.columns[index]?.text
      if (name !== undefined && columnNames.has(name)) cells.set(name, cell)
    }
    return planRow(new RowCells(cells, notes), row.span)
  })
}

class RowCells {
  constructor(
    readonly cells: ReadonlyMap<string, Cell>,
    readonly notes: ParseNote[],
  ) {}

  /** The cell's text; undefined for NULL and for MariaDB's empty cells. */
  text(name: string): string | undefined {
    return this.cells.get(name)?.text || undefined
  }

  list(name: string): string[] | undefined {
    return this.text(name)?.split(',')
  }

  /** A number; `5 (4%)` (MariaDB, with a rowid filter) counts as its first one. */
  number(name: string): number | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const match = /^(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?: \(\d+(?:\.\d+)?%\))?$/.exec(text)
    const value = match ? Number(match[1]) : Number.NaN
    if (Number.isFinite(value)) return value
    this.note(name, `"${name}" is not a number`)
    return undefined
  }

  note(name: string, message: string): void {
    const span = this.cells.get(name)?.span
    if (span) this.notes.push({ message, span })
  }
}

function planRow(cells: RowCells, span: TextSpan): PlanRow {
  const table = cells.text('table')
  const type = cells.text('type')
  const selectType = cells.text('select_type') ?? ''
  const phrases = extraPhrases(cells.text('Extra') ?? '')
  for (const phrase of phrases) {
    if (!isKnownPhrase(phrase)) cells.note('Extra', `Unknown phrase "${phrase}" in Extra`)
  }
  if (!selectTypes.has(selectType)) cells.note('select_type', `Unknown select_type "${selectType}"`)
  const node = draft('access', type ?? phrases[0] ?? selectType, span)
  if (selectType !== '') node.rest.select_type = selectType
  const extra = cells.text('Extra')
  if (extra !== undefined) node.rest.Extra = extra
  if (table === undefined) node.operator = 'result'
  else {
    node.access = rowAccess(cells, table, type, phrases)
    const key = cells.text('key')
    if (key !== undefined && type === 'ALL') node.rest.key = key
  }
  if (selectType === 'INSERT' || selectType === 'REPLACE') node.operator = 'insert'

  const rows = cells.number('rows')
  const kept = cells.number('filtered')
  if (rows !== undefined) {
    node.estimate.rowsExaminedPerLoop = rows
    if (cells.text('rows') !== String(rows)) node.rest.rows = cells.text('rows') ?? ''
  }
  if (kept !== undefined) node.estimate.keptFraction = tidy(kept / 100)
  if (rows !== undefined && kept !== undefined) node.estimate.rowsPerLoop = tidy((rows * kept) / 100)

  const id = cells.number('id')
  return {
    node,
    id,
    selectType,
    table,
    join: joinWords(phrases),
    sorts: phrases.includes('Using filesort'),
    temporaryTable: phrases.includes('Using temporary'),
    ran: ranRows(cells, node),
  }
}

function ranRows(cells: RowCells, node: NodeDraft): PlanRow['ran'] {
  const read = cells.number('r_rows')
  const kept = cells.number('r_filtered')
  if (read !== undefined) node.rest.r_rows = read
  if (kept !== undefined) node.rest.r_filtered = kept
  return read === undefined ? undefined : { read, left: tidy((read * (kept ?? 100)) / 100) }
}

function rowAccess(cells: RowCells, table: string, type: string | undefined, phrases: readonly string[]): Access {
  const has = (start: string) => phrases.some((phrase) => phrase.startsWith(start))
  let method = type === undefined ? 'none' : mysqlAccessMethod(type)
  if (method === undefined) cells.note('type', `Unknown type "${type}"`)
  if (has('Using index for group-by')) method = 'loose-scan'
  if (has('Using index for skip scan')) method = 'skip-scan'
  const selectType = cells.text('select_type')
  if (selectType === 'INSERT' || selectType === 'REPLACE') method = 'none'
  const key = cells.text('key')
  const possibleIndexes = cells.list('possible_keys')
  const ref = cells.list('ref')
  const partitions = cells.list('partitions')
  const derived = isDerivedName(table)
  return {
    table,
    ...(derived ? {} : { alias: table }),
    method: method ?? 'other',
    accessType: type ?? '',
    indexes: key === undefined ? [] : indexesOf(key, cells.text('key_len'), type),
    ...(possibleIndexes ? { possibleIndexes } : {}),
    ...(ref ? { ref } : {}),
    covering: phrases.some((phrase) => /^Using index(?: for .*)?$/.test(phrase)),
    direction: has('Backward index scan') ? 'backward' : 'forward',
    multiRangeRead: has('Using MRR') || phrases.some((phrase) => /ordered scan$/.test(phrase)),
    indexCondition: has('Using index condition'),
    ...(partitions ? { partitions } : {}),
    ...(derived ? { derived: true } : {}),
  }
}

/** MariaDB's join buffers: `flat` or `incremental`, and the algorithm (H: with a hash table). */
function mariadbBuffer(words: string): Operator | undefined {
  const match = /^(?:flat|incremental), (BNLH?|BKAH?) join$/.exec(words)
  if (match?.[1] === 'BNLH') return 'hash-join'
  if (match?.[1] === 'BNL') return 'block-nested-loop'
  return match ? 'batched-key-access' : undefined
}

function joinWords(phrases: readonly string[]): PlanRow['join'] {
  for (const phrase of phrases) {
    if (phrase === 'Not exists') return { operator: 'anti-join', label: phrase }
    if (/^(?:FirstMatch|LooseScan)\b/.test(phrase)) return { operator: 'semi-join', label: phrase }
    const buffer = /^Using join buffer \((.*)\)$/.exec(phrase)?.[1]
    const operator = buffer === undefined ? undefined : (bufferedJoin(buffer) ?? mariadbBuffer(buffer))
    if (operator) return { operator, label: buffer ?? '' }
  }
  return { operator: 'nested-loop', label: 'Nested loop' }
}
