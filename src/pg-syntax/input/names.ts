import type { Alias } from 'libpg-query'
import type { Node } from '../grammar'

/** The text of a String node. */
export function stringOf(node: Node | undefined): string | undefined {
  return node !== undefined && 'String' in node ? (node.String.sval ?? '') : undefined
}

/** The last part of a name with dots: that of a function or operator without its schema. */
export function lastName(names: readonly Node[] | undefined): string {
  return stringOf(names?.[names.length - 1]) ?? ''
}

/** Undefined for a name without one, and for what is the server's own. */
export function schemaOf(names: readonly Node[] | undefined): string | undefined {
  const schema = names !== undefined && names.length > 1 ? stringOf(names[names.length - 2]) : undefined
  return schema === 'pg_catalog' ? undefined : schema
}

export function strings(nodes: readonly Node[] | undefined): string[] {
  return (nodes ?? []).flatMap((node) => stringOf(node) ?? [])
}

/** The columns that an alias names: `x (a, b)`. */
export function aliasColumns(alias: Alias | undefined): readonly string[] | undefined {
  return alias?.colnames === undefined ? undefined : strings(alias.colnames)
}
