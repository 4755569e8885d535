import type { Witness } from '../experiment/servers'

/** How a second connection sees the form of a table, without what a copy may do otherwise. */
export interface Look {
  quote(name: string): string
  shape(eyes: Witness, schema: string, table: string): Promise<readonly string[]>
}

export const mysqlEyes: Look = {
  quote: (name) => `\`${name.replace(/`/g, '``')}\``,
  async shape(eyes, schema, table) {
    const where = (column: string) => `${column} = ${literal(table)} AND TABLE_SCHEMA = '${schema}'`
    const columns = await eyes.ask(
      `SELECT CONCAT_WS('|', COLUMN_NAME, COLUMN_TYPE, COLLATION_NAME, IS_NULLABLE, COLUMN_DEFAULT, EXTRA, COLUMN_KEY) FROM information_schema.COLUMNS WHERE ${where('TABLE_NAME')} ORDER BY ORDINAL_POSITION`,
    )
    const indexes = await eyes.ask(
      `SELECT CONCAT_WS('|', INDEX_NAME, NON_UNIQUE, SEQ_IN_INDEX, COALESCE(COLUMN_NAME, 'expression'), SUB_PART, COLLATION, INDEX_TYPE) FROM information_schema.STATISTICS WHERE ${where('TABLE_NAME')} ORDER BY 1`,
    )
    const partitions = await eyes.ask(
      `SELECT CONCAT_WS('|', PARTITION_NAME, PARTITION_METHOD, PARTITION_EXPRESSION, PARTITION_DESCRIPTION) FROM information_schema.PARTITIONS WHERE ${where('TABLE_NAME')} ORDER BY 1`,
    )
    const [created] = await eyes.ask(
      `SELECT CONCAT_WS('|', ENGINE, ROW_FORMAT, TABLE_COLLATION) FROM information_schema.TABLES WHERE ${where('TABLE_NAME')}`,
    )
    return [created ?? '', ...columns, ...indexes, ...partitions]
  },
}

export const postgresEyes: Look = {
  quote: (name) => `"${name.replace(/"/g, '""')}"`,
  async shape(eyes, schema, table) {
    const oid = `(SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE nspname = '${schema}' AND relname = ${literal(table)})`
    // Names of the schema itself, in defaults and definitions, are the one thing that differs.
    const bare = (text: string) => text.split(`${schema}.`).join('').split('public.').join('')
    const columns = await eyes.ask(
      `SELECT concat_ws('|', attname, format_type(atttypid, atttypmod), attcollation, attnotnull, attgenerated, attidentity, pg_get_expr(adbin, adrelid))
        FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
        WHERE attrelid = ${oid} AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    )
    const indexes = await eyes.ask(
      `SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid IN (SELECT relid FROM pg_partition_tree(${oid}) UNION SELECT ${oid}) ORDER BY 1`,
    )
    const constraints = await eyes.ask(
      `SELECT conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = ${oid} AND contype <> 'f' ORDER BY 1`,
    )
    const partitions = await eyes.ask(
      `SELECT concat_ws('|', c.relname, pg_get_expr(c.relpartbound, c.oid), pg_get_partkeydef(c.oid)) FROM pg_partition_tree(${oid}) t JOIN pg_class c ON c.oid = t.relid ORDER BY 1`,
    )
    const options = await eyes.ask(
      `SELECT o FROM pg_class c, unnest(c.reloptions) o WHERE c.oid = ${oid} AND o NOT LIKE 'autovacuum_enabled%'`,
    )
    return [...columns, ...indexes, ...constraints, ...partitions, ...options].map(bare)
  },
}

function literal(text: string): string {
  return `'${text.replace(/'/g, "''")}'`
}
