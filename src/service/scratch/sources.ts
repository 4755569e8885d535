import { fault } from '../../core/errors'
import type { ScratchTable } from '../../core/scratch/model'
import type { Session } from '../../engines/engine'
import type { CopyOrder } from './place'

/**
 * The definitions of the tables to copy.
 * @throws SargableError `unknown-table`; `not-allowed` for views, and for two tables of one name
 */
export async function findSources(
  session: Session,
  tables: readonly ScratchTable[],
  signal: AbortSignal,
): Promise<readonly CopyOrder[]> {
  const orders: CopyOrder[] = []
  for (const table of tables) {
    const { tables: found } = await session.catalog([{ schema: table.schema, name: table.name }], signal)
    const [source] = found
    if (!source) {
      const whole = table.schema === undefined ? table.name : `${table.schema}.${table.name}`
      throw fault('unknown-table', `There is no table ${whole} to copy, or you may not see it.`, {
        hint: 'Check the spelling and the database that is chosen.',
      })
    }
    if (/view/.test(source.type ?? '')) {
      throw fault('not-allowed', `${source.name} is a view; only tables can be copied into a scratch schema.`, {
        hint: 'Name the tables that it reads instead.',
      })
    }
    if (orders.some((other) => other.source.name === source.name)) {
      const again = orders.some((other) => other.source.name === source.name && other.source.schema === source.schema)
      throw again
        ? fault('bad-request', `${source.name} is named twice.`)
        : fault('not-allowed', `Two tables are called ${source.name}; a scratch schema holds one of each name.`)
    }
    orders.push({ table: { ...table, schema: source.schema, name: source.name }, source })
  }
  return orders
}
