import { countPlan } from '../../core/advisor/statistics/count-statements'
import type { ConsentCard } from '../../core/errors'
import { fault } from '../../core/errors'
import type { ServiceContext } from '../context'
import { countStatements, countTable } from '../statistics/count'
import type { Area } from './area'

const defaultTimeoutMs = 20_000

/** Values of tables, counted because somebody asked. */
export function statisticsMethods({ connections }: ServiceContext): Area<'statistics'> {
  return {
    'statistics.count': ({ connectionId, table: name, consent, timeoutMs = defaultTimeoutMs, ...wanted }, { signal }) =>
      connections.withSession(connectionId, signal, async (session, { target }) => {
        const [table] = (await session.catalog([name], signal)).tables
        if (table === undefined) throw fault('unknown-table', `There is no table ${name.name} on this server.`)
        if (table.type === 'view')
          throw fault('not-allowed', `${name.name} is a view: its values belong to the tables behind it.`)
        if (target.production && !consent) {
          const plan = countPlan(session.identity.family, table, wanted)
          throw fault(
            'needs-consent',
            `Counting values of ${table.name} reads the whole table on a production server.`,
            {
              hint: 'Agree to the card, or pass --yes on the command line.',
              card: cardFor(table.name, countStatements(plan), timeoutMs, table.rows),
            },
          )
        }
        return countTable(session, { table, wanted, timeoutMs }, signal)
      }),
  }
}

function cardFor(table: string, sends: readonly string[], timeoutMs: number, rows: number | undefined): ConsentCard {
  const seconds = `${(timeoutMs / 1000).toLocaleString('en')} s`
  return {
    title: `Count values of ${table} on a production server`,
    sends: [...sends],
    locks: 'None on rows; a metadata lock on the table while it is read.',
    ...(rows !== undefined && { rows: `About ${rows.toLocaleString('en-US')} rows, once for each statement.` }),
    timeLimit: `${seconds} for all of it, then the server is told to stop.`,
    worstCase: `The table is read from end to end several times for up to ${seconds}; its pages push others out of the cache.`,
  }
}
