import type { Dialect } from '../../core/engine'
import type { ScratchTable } from '../../core/scratch/model'
import type { SizedTable } from '../../core/scratch/size'
import type { Session } from '../../engines/engine'
import { readStatements } from '../read-statements'
import type { BenchVariant } from './bench'

/**
 * The tables that the statements of a connection's variants name, each once, as they are to be copied, with their sizes
 * by the server's estimates. One that the connection does not find stays as it was named: copying it says so.
 */
export async function copiedTables(
  session: Pick<Session, 'catalog'>,
  variants: readonly Pick<BenchVariant, 'sql' | 'writes'>[],
  dialect: Dialect,
  { rows, fraction }: { readonly rows: 'all' | 'sample'; readonly fraction?: number | undefined },
  signal: AbortSignal,
): Promise<readonly SizedTable[]> {
  const writes = variants.some((one) => one.writes)
  const found = new Map<string, SizedTable>()
  for (const { sql } of variants) {
    for (const { tables } of (await readStatements(sql, dialect)).statements) {
      for (const { schema, name } of tables) {
        const [known] = (await session.catalog([{ schema, name }], signal)).tables
        const whole = known ?? { schema, name }
        const table: ScratchTable = {
          ...(whole.schema !== undefined && { schema: whole.schema }),
          name: whole.name,
          rows,
          ...(rows === 'sample' && fraction !== undefined && { fraction }),
          indexes: true,
          // Nothing fires the triggers of tables that are only read.
          triggers: writes,
        }
        found.set(JSON.stringify([whole.schema, whole.name]), { table, source: known ?? { name } })
      }
    }
  }
  return [...found.values()]
}
