import type { TypeName } from 'libpg-query'
import { stringOf } from './names'

/** Names that the grammar gives to types written in words of SQL, as the server prints them. */
const printed: Readonly<Record<string, string>> = {
  int2: 'smallint',
  int4: 'integer',
  int8: 'bigint',
  float4: 'real',
  float8: 'double precision',
  bool: 'boolean',
  bpchar: 'character',
  varchar: 'character varying',
  timestamp: 'timestamp without time zone',
  timestamptz: 'timestamp with time zone',
  time: 'time without time zone',
  timetz: 'time with time zone',
  varbit: 'bit varying',
  decimal: 'numeric',
}

/** A type as the server prints it, its precision left out: `integer`, `text[]`. */
export function typeText(type: TypeName | undefined): string | undefined {
  const names = type?.names ?? []
  const last = names[names.length - 1]
  const name = last === undefined ? undefined : stringOf(last)
  if (name === undefined) return undefined
  const isBuiltIn = names.length === 1 || stringOf(names[0]) === 'pg_catalog'
  const text = isBuiltIn && Object.hasOwn(printed, name) ? (printed[name] ?? name) : name
  return `${text}${'[]'.repeat((type?.arrayBounds ?? []).length)}`
}
