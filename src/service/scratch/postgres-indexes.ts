import { quoteName } from '../../core/dialects/postgres'
import { fault } from '../../core/errors'
import type { ScratchPlace } from './place'

/** A table that is copied. */
export interface Original {
  readonly oid: string
  readonly schema: string
  readonly table: string
  /** `"schema"."table"`. */
  readonly name: string
  readonly partitioned: boolean
  /** Storage parameters, as WITH (…) takes them. */
  readonly options: string
}

interface Wanted {
  /** Also those that are not the primary key. */
  readonly secondary: boolean
  /** Only those whose columns are all among these. */
  readonly columns: ReadonlySet<string> | undefined
}

/** Builds the indexes of a table on its copy, under their own names; LIKE would invent others. */
export async function copyIndexes(
  { session, signal, note }: ScratchPlace,
  { oid, table }: Pick<Original, 'oid' | 'table'>,
  copy: string,
  { secondary, columns }: Wanted,
): Promise<void> {
  const { rows } = await session.execute(
    `SELECT c.relname, i.indisprimary, pg_get_constraintdef(k.oid), pg_get_indexdef(i.indexrelid),
      format('%I.%I', n.nspname, t.relname), quote_ident(c.relname),
      (SELECT json_agg(a.attname) FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attnum > 0
        AND (a.attnum = ANY (i.indkey) OR EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass
          AND d.objid = i.indexrelid AND d.refobjid = i.indrelid AND d.refobjsubid = a.attnum)))
    FROM pg_index i
    JOIN pg_class c ON c.oid = i.indexrelid
    JOIN pg_class t ON t.oid = i.indrelid
    JOIN pg_namespace n ON n.oid = t.relnamespace
    LEFT JOIN pg_constraint k ON k.conindid = i.indexrelid AND k.conrelid = i.indrelid AND k.contype IN ('p', 'u', 'x')
    WHERE i.indrelid = ${oid} AND i.indisvalid AND NOT EXISTS (SELECT FROM pg_inherits h WHERE h.inhrelid = i.indexrelid)
    ORDER BY i.indisprimary DESC, c.oid`,
    signal,
  )
  const left: string[] = []
  for (const [name, primary, constraint, definition, qualified, quoted, used] of rows) {
    if (primary !== 't' && !secondary) continue
    if (columns && !namesOf(used).every((column) => columns.has(column))) {
      left.push(name ?? '')
      continue
    }
    await session.execute(
      constraint
        ? `ALTER TABLE ${copy} ADD CONSTRAINT ${quoteName(name ?? '')} ${constraint}`
        : onCopy(definition ?? '', quoted ?? '', qualified ?? '', copy),
      signal,
    )
  }
  if (left.length > 0) note(`${table}: indexes left out with their columns: ${left.join(', ')}.`)
}

/** `CREATE [UNIQUE] INDEX name ON [ONLY] schema.table USING …` of pg_get_indexdef(), for the copy. */
function onCopy(definition: string, quoted: string, qualified: string, copy: string): string {
  for (const unique of ['', 'UNIQUE ']) {
    for (const only of ['', 'ONLY ']) {
      const head = `CREATE ${unique}INDEX ${quoted} ON ${only}${qualified} `
      if (definition.startsWith(head)) {
        return `CREATE ${unique}INDEX ${quoted} ON ${copy} ${definition.slice(head.length)}`
      }
    }
  }
  throw fault('unsupported', `The index ${quoted} has a definition that cannot be read: ${definition}`)
}

function namesOf(json: string | null | undefined): readonly string[] {
  const names: unknown = JSON.parse(json ?? '[]')
  return Array.isArray(names) ? names.map(String) : []
}
