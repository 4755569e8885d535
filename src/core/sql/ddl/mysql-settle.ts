import { atLeast } from '../../engine'
import { type DraftColumn, type DraftKey, type DraftPart, type DraftTable, sameName } from './draft'
import { bytesPerChar, type CharsetChoice, charsetName, chooseCharset, type MysqlTarget } from './mysql-charsets'
import { holdsText, printMysqlType } from './mysql-type'

/**
 * What a server does at the end of CREATE TABLE and ALTER TABLE: columns take the table's charset, primary keys are not
 * null, foreign keys get their indexes, everything gets a name, and keys are put in the server's order.
 * @param database the charset of tables that say none
 * @param whenColumnsAreKnown work of the statement's readers that needs types and charsets
 */
export function settleMysqlTable(
  table: DraftTable,
  database: CharsetChoice,
  target: MysqlTarget,
  whenColumnsAreKnown: readonly ((table: DraftTable) => void)[],
): void {
  reprintGenerated(table)
  const choice = chooseCharset(table, database, target)
  table.charset = choice.charset
  table.collation = choice.collation
  for (const column of table.columns) settleColumn(column, choice, target)
  for (const work of whenColumnsAreKnown) work(table)
  table.keys = table.keys.filter((key) => key.parts.length > 0)
  for (const key of table.keys) settleParts(key, table, target)
  removeImplied(table)
  nameKeys(table)
  for (const key of table.keys) settleMethod(key, table)
  sortKeys(table, keysWithNull(table), target.mariadb)
  nameForeignKeys(table)
}

/**
 * A generated column's text is kept as the statement that made it had it; each later change of the table prints it
 * again, now from columns that were looked up.
 */
export function reprintGenerated(table: DraftTable): void {
  for (const column of table.columns) column.generated = column.generatedOnceAltered ?? column.generated
}

function settleColumn(column: DraftColumn, table: CharsetChoice, target: MysqlTarget): void {
  const { pending } = column
  if (pending !== undefined) {
    const written = pending.national ? { ...pending, charset: charsetName('utf8', target) } : pending
    const json = pending.base === 'json' && target.mariadb
    let { charset, collation } = chooseCharset(json ? { collation: 'utf8mb4_bin' } : written, table, target)
    if (pending.binary && pending.collation === undefined && charset !== 'binary') collation = `${charset}_bin`
    const { text, hasCharset } = printMysqlType(pending, charset, target)
    column.type = text
    if (hasCharset) {
      column.charset = charset
      column.collation = collation
    } else {
      column.charset = undefined
      column.collation = undefined
    }
    column.pending = undefined
    // explicit_defaults_for_timestamp is on since MySQL 8.0.2 and MariaDB 10.10; before, TIMESTAMP is NOT NULL by itself.
    const explicit = target.mariadb ? atLeast(target.version, 10, 10) : atLeast(target.version, 8, 0, 2)
    if (pending.base === 'timestamp' && !explicit && column.generated === undefined) column.nullable ??= false
  }
  column.nullable ??= true
}

function columnOf(part: DraftPart, table: DraftTable): DraftColumn | undefined {
  return table.columns.find((one) => sameName(one.name, part.column))
}

/** Prefixes that are the whole column are none; spatial keys have one of 32 bytes; old servers forget DESC. */
function settleParts(key: DraftKey, table: DraftTable, target: MysqlTarget): void {
  const storesDescending = atLeast(target.version, target.mariadb ? 10 : 8, target.mariadb ? 8 : 0)
  for (const part of key.parts) {
    const column = columnOf(part, table)
    if (column !== undefined) part.column = column.name
    // MariaDB keeps no order for keys that are said to be hashes, though it makes B-trees of them.
    const unordered = key.kind === 'fulltext' || key.kind === 'spatial' || key.method === 'hash'
    if (!storesDescending || unordered) part.descending = false
    if (key.kind === 'fulltext') part.prefixChars = undefined
    else if (key.kind === 'spatial') part.prefixChars = 32
    else if (column !== undefined && part.prefixChars === wholeLength(column)) part.prefixChars = undefined
  }
}

function wholeLength(column: DraftColumn): number | undefined {
  const match = /^(?:var)?(?:char|binary)\((\d+)\)/.exec(column.type)
  return match?.[1] === undefined ? undefined : Number(match[1])
}

/**
 * An index made for a foreign key goes where another one begins with the same columns; of two made ones the shorter
 * goes. The later of two equal explicit ones stays, as servers allow that.
 */
function removeImplied(table: DraftTable): void {
  const kept: DraftKey[] = []
  for (const key of table.keys) {
    let dropped = false
    for (let at = 0; at < kept.length; at++) {
      const other = kept[at]
      if (other === undefined || !coversImplied(key, other)) continue
      const otherGoes = other.implied && !(key.implied && key.parts.length < other.parts.length)
      if (otherGoes) kept.splice(at, 1)
      else dropped = true
      break
    }
    if (!dropped) kept.push(key)
  }
  table.keys = kept
}

function coversImplied(a: DraftKey, b: DraftKey): boolean {
  if (!a.implied && !b.implied) return false
  const swap = a.implied ? b.implied && a.parts.length > b.parts.length : true
  const [short, long] = swap ? [b, a] : [a, b]
  if (long.kind === 'fulltext' || long.kind === 'spatial') return false
  return short.parts.every((part, at) => {
    const other = long.parts[at]
    return sameName(part.column, other?.column) && part.prefixChars === other?.prefixChars
  })
}

/** `PRIMARY`, else the first column's name, with `_2`, `_3` … when that is taken; functional ones have a word of their own. */
function nameKeys(table: DraftTable): void {
  const seen = new Set<string>()
  for (const key of table.keys) {
    if (key.kind === 'primary') key.name = 'PRIMARY'
    if (key.name === undefined) {
      const functional = key.parts.some((part) => part.expression !== undefined)
      const base = functional ? 'functional_index' : (key.parts[0]?.column ?? '')
      // Only names of the keys before are looked at, except that no key may be called PRIMARY.
      const free = (name: string) => !seen.has(name.toLowerCase()) && name.toLowerCase() !== 'primary'
      let name = base
      for (let number = 2; !free(name); number++) name = `${base}_${number}`
      key.name = name
    }
    seen.add(key.name.toLowerCase())
  }
}

/** InnoDB and MyISAM make a B-tree whatever is asked for; MEMORY hashes unless told otherwise. */
function settleMethod(key: DraftKey, table: DraftTable): void {
  if (key.kind === 'fulltext' || key.kind === 'spatial' || key.kind === 'vector') key.method = key.kind
  else if (table.engine === 'MEMORY') key.method ??= 'hash'
  else if (key.kind === 'unique' && key.parts.some((part) => isLong(part, table))) key.method = 'hash'
  else key.method = 'btree'
}

/** MariaDB makes unique keys on whole texts by a hash of them. */
function isLong(part: DraftKey['parts'][number], table: DraftTable): boolean {
  const column = columnOf(part, table)
  return part.prefixChars === undefined && column !== undefined && /(?:text|blob)$/.test(column.type)
}

/**
 * The order of the server's own list: unique keys first, of them those without NULL, the primary key, those without
 * prefixes; then the others, full text last.
 */
function sortKeys(table: DraftTable, withNull: ReadonlySet<DraftKey>, mariadb: boolean): void {
  // MySQL puts keys on computed columns behind the others.
  const isVirtual = (key: DraftKey) => !mariadb && key.parts.some((part) => columnOf(part, table)?.virtual)
  const rank = (key: DraftKey): readonly number[] => {
    const unique = key.kind === 'primary' || key.kind === 'unique'
    if (!unique) return [1, key.kind === 'fulltext' ? 1 : 0]
    return [
      0,
      withNull.has(key) ? 1 : 0,
      key.kind === 'primary' ? 0 : 1,
      hasPrefix(key) ? 1 : 0,
      isVirtual(key) ? 1 : 0,
    ]
  }
  const ranked = table.keys.map((key, at) => ({ key, at, rank: rank(key) }))
  ranked.sort((a, b) => {
    for (let i = 0; i < Math.max(a.rank.length, b.rank.length); i++) {
      const difference = (a.rank[i] ?? 0) - (b.rank[i] ?? 0)
      if (difference !== 0) return difference
    }
    return a.at - b.at
  })
  table.keys = ranked.map(({ key }) => key)
}

/**
 * The keys that may hold NULL. Columns of the primary key are not null, but only from its place in the list on: a unique
 * key that is written before it still counts as one with NULL in the server's order.
 */
function keysWithNull(table: DraftTable): ReadonlySet<DraftKey> {
  const withNull = new Set<DraftKey>()
  for (const key of table.keys) {
    for (const part of key.parts) {
      const column = columnOf(part, table)
      if (key.kind === 'primary' && column !== undefined) column.nullable = false
      if (column === undefined || column.nullable !== false) withNull.add(key)
    }
  }
  return withNull
}

function hasPrefix(key: DraftKey): boolean {
  return key.parts.some((part) => part.prefixChars !== undefined)
}

/** `t_ibfk_1`, counting on from the highest number that is there. */
function nameForeignKeys(table: DraftTable): void {
  const isInnodb = table.engine === 'InnoDB' || table.engine?.toLowerCase() === 'ndbcluster'
  if (!isInnodb) table.foreignKeys = []
  const start = `${table.name}_ibfk_`.toLowerCase()
  let number = 0
  for (const { name, settled } of table.foreignKeys) {
    const digits = settled && name?.toLowerCase().startsWith(start) ? name.slice(start.length) : ''
    if (/^\d+$/.test(digits)) number = Math.max(number, Number(digits))
  }
  for (const key of table.foreignKeys) {
    if (key.name === undefined) {
      number++
      key.name = `${table.name}_ibfk_${number}`
    }
    key.settled = true
  }
}

/** Bytes of the longest character of a column's charset, where it has one. */
export function charMaxBytesOfColumn(column: DraftColumn): number | undefined {
  return column.charset === undefined ? undefined : bytesPerChar(column.charset)
}

/** Does the column take part in CONVERT TO CHARACTER SET? */
export function isText(column: DraftColumn): boolean {
  return holdsText(column.pending?.base ?? '') || column.charset !== undefined
}
