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
export function freeName(first: string, second: string, label: string, taken: (name: string) => boolean): string {
  for (let number = 0; ; number++) {
    const name = objectName(first, second, number === 0 ? label : `${label}${number}`)
    if (!taken(name)) return name
  }
}

/** Tables and indexes share their names in a schema. */
function hasRelation(draft: SchemaDraft, schema: string, name: string): boolean {
  if (!draft.mayBeTaken(schema, name)) return false
  for (const table of draft.tables) {
    if (table.schema !== schema) continue
    if (table.name === name || table.keys.some((key) => key.name === name)) return true
  }
  return false
}

/** Constraints of all tables of a schema have different names where the server chooses them. */
export function hasConstraint(draft: SchemaDraft, schema: string, name: string): boolean {
  if (!draft.mayBeTaken(schema, name)) return false
  for (const table of draft.tables) {
    if (table.schema !== schema) continue
    if (table.keys.some((key) => key.constraint && key.name === name)) return true
    if (table.foreignKeys.some((key) => key.name === name)) return true
  }
  return false
}

/** The name of an index that nobody named. */
export function indexName(table: DraftTable, key: DraftKey, draft: SchemaDraft, exclusion = false): string {
  const { schema } = table
  const taken = (name: string) =>
    hasRelation(draft, schema, name) || (key.constraint && hasConstraint(draft, schema, name))
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
