import type { DraftKey, DraftTable, SchemaDraft } from './draft'

/** Bytes of a name; longer ones are cut (NAMEDATALEN - 1). */
const maxNameBytes = 63

function byteLength(text: string): number {
  let bytes = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}

function cut(text: string, bytes: number): string {
  let kept = ''
  let length = 0
  for (const character of text) {
    length += byteLength(character)
    if (length > bytes) break
    kept += character
  }
  return kept
}

/** `table_columns_label`, the longer of the first two cut until it fits, as the server's makeObjectName does. */
function objectName(first: string, second: string, label: string): string {
  const available = maxNameBytes - (label.length + 1) - (second === '' ? 0 : 1)
  let firstBytes = byteLength(first)
  let secondBytes = byteLength(second)
  while (firstBytes + secondBytes > available) {
    if (firstBytes > secondBytes) firstBytes--
    else secondBytes--
  }
  const middle = second === '' ? '' : `_${cut(second, secondBytes)}`
  return `${cut(first, firstBytes)}${middle}_${label}`
}

/** The first free one of `t_a_key`, `t_a_key1`, `t_a_key2` … */
export function freeName(first: string, second: string, label: string, taken: ReadonlySet<string>): string {
  for (let number = 0; ; number++) {
    const name = objectName(first, second, number === 0 ? label : `${label}${number}`)
    if (!taken.has(name)) return name
  }
}

/** Tables and indexes share their names in a schema. */
export function relationNames(draft: SchemaDraft, schema: string): Set<string> {
  const names = new Set<string>()
  for (const table of draft.tables) {
    if (table.schema !== schema) continue
    names.add(table.name)
    for (const key of table.keys) if (key.name !== undefined) names.add(key.name)
  }
  return names
}

/** Constraints of all tables of a schema. */
export function constraintNames(draft: SchemaDraft, schema: string): Set<string> {
  const names = new Set<string>()
  for (const table of draft.tables) {
    if (table.schema !== schema) continue
    for (const key of table.keys) if (key.constraint && key.name !== undefined) names.add(key.name)
    for (const key of table.foreignKeys) if (key.name !== undefined) names.add(key.name)
  }
  return names
}

/** The name of an index that nobody named. */
export function indexName(table: DraftTable, key: DraftKey, draft: SchemaDraft, exclusion = false): string {
  const taken = relationNames(draft, table.schema)
  if (key.constraint) for (const name of constraintNames(draft, table.schema)) taken.add(name)
  if (key.kind === 'primary') return freeName(table.name, '', 'pkey', taken)
  const label = exclusion ? 'excl' : key.constraint ? 'key' : 'idx'
  return freeName(table.name, columnNames(key).join('_'), label, taken)
}

/** Names of the parts, made different from each other: `lower`, `lower1`. */
function columnNames(key: DraftKey): readonly string[] {
  const names: string[] = []
  const all = [...key.parts.map((part) => part.column ?? part.label ?? 'expr'), ...key.include]
  for (const wanted of all) {
    let name = wanted
    for (let number = 1; names.includes(name); number++) name = `${cut(wanted, maxNameBytes - 1)}${number}`
    names.push(name)
  }
  return names
}
