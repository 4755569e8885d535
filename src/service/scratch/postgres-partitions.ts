import { quoteName } from '../../core/dialects/postgres'
import type { ScratchPlace } from './place'
import { copyIndexes, type Original } from './postgres-indexes'

/** `RANGE (day)`: how a table is partitioned. */
export async function partitionClause({ session, signal }: ScratchPlace, oid: string): Promise<string> {
  const { rows } = await session.execute(`SELECT pg_get_partkeydef(${oid})`, signal)
  return rows[0]?.[0] ?? ''
}

/** Makes the partitions of a table, and theirs in turn, with the indexes that only they have. */
export async function copyPartitions(
  place: ScratchPlace,
  original: Pick<Original, 'oid'>,
  copy: string,
  unlogged: boolean,
): Promise<void> {
  const { session, schema, signal } = place
  const { rows } = await session.execute(
    `SELECT c.oid, c.relname, pg_get_expr(c.relpartbound, c.oid), c.relkind = 'p', array_to_string(c.reloptions, ', ')
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = ${original.oid} ORDER BY c.oid`,
    signal,
  )
  for (const [oid, name, bounds, partitioned, options] of rows) {
    if (!oid || !name) continue
    const child = `${quoteName(schema)}.${quoteName(name)}`
    const head = `TABLE ${child} PARTITION OF ${copy} ${bounds}`
    if (partitioned === 't') {
      await session.execute(`CREATE ${head} PARTITION BY ${await partitionClause(place, oid)}`, signal)
      await copyPartitions(place, { oid }, child, unlogged)
      continue
    }
    const set = [...(options ?? '').split(', '), 'autovacuum_enabled = false'].filter(
      (option) => option !== '' && !/^autovacuum_enabled=/.test(option),
    )
    await session.execute(`CREATE ${unlogged ? 'UNLOGGED ' : ''}${head} WITH (${set.join(', ')})`, signal)
    await copyIndexes(place, { oid, table: name }, child, { secondary: true, columns: undefined })
  }
}
