import { quoteName } from '../../core/dialects/postgres'
import type { ScratchPlace } from './place'
import type { Original } from './postgres-indexes'
import { quoteLiteral } from './postgres-text'

/**
 * LIKE copies `DEFAULT nextval('…')` as it is, so that a row in the copy would take a number of the original: each such
 * column gets a sequence of its own. Another default that uses a sequence is taken away.
 */
export async function copySequences(place: ScratchPlace, { oid }: Original, table: string): Promise<void> {
  const { session, schema, signal, note } = place
  const { rows } = await session.execute(
    `SELECT DISTINCT a.attname, s.relname, format_type(q.seqtypid, NULL), q.seqincrement,
      pg_get_expr(f.adbin, f.adrelid) ~ '^nextval\\(''([^'']|'''')+''::regclass\\)$'
      FROM pg_attrdef f
      JOIN pg_attribute a ON a.attrelid = f.adrelid AND a.attnum = f.adnum
      JOIN pg_depend d ON d.classid = 'pg_attrdef'::regclass AND d.objid = f.oid AND d.refclassid = 'pg_class'::regclass
      JOIN pg_class s ON s.oid = d.refobjid AND s.relkind = 'S'
      JOIN pg_sequence q ON q.seqrelid = s.oid
      WHERE f.adrelid = ${oid}`,
    signal,
  )
  for (const [column, sequence, type, increment, plain] of rows) {
    const copy = `${quoteName(schema)}.${quoteName(table)}`
    const alter = `ALTER TABLE ${copy} ALTER COLUMN ${quoteName(column ?? '')}`
    if (plain !== 't') {
      await session.execute(`${alter} DROP DEFAULT`, signal)
      note(`${table}.${column}: its default, which takes numbers of ${sequence}, is left out.`)
      continue
    }
    const own = `${quoteName(schema)}.${quoteName(sequence ?? '')}`
    const owned = `OWNED BY ${copy}.${quoteName(column ?? '')}`
    await session.execute(`CREATE SEQUENCE IF NOT EXISTS ${own} AS ${type} INCREMENT ${increment} ${owned}`, signal)
    await session.execute(`${alter} SET DEFAULT nextval(${quoteLiteral(own)}::regclass)`, signal)
  }
}

/** The next number of each sequence of the copy follows its highest value. */
export async function sequencesToEnd({ session, schema, signal }: ScratchPlace, table: string): Promise<void> {
  const copy = `${quoteName(schema)}.${quoteName(table)}`
  const { rows } = await session.execute(
    `SELECT a.attname, pg_get_serial_sequence(${quoteLiteral(copy)}, a.attname), q.seqincrement > 0
      FROM pg_attribute a JOIN pg_sequence q ON q.seqrelid = pg_get_serial_sequence(${quoteLiteral(copy)}, a.attname)::regclass
      WHERE a.attrelid = ${quoteLiteral(copy)}::regclass AND a.attnum > 0 AND NOT a.attisdropped`,
    signal,
  )
  for (const [column, sequence, rising] of rows) {
    const end = `${rising === 't' ? 'max' : 'min'}(${quoteName(column ?? '')})`
    await session.execute(
      `SELECT setval(${quoteLiteral(sequence ?? '')}::regclass, ${end}) FROM ${copy} HAVING ${end} IS NOT NULL`,
      signal,
    )
  }
}
