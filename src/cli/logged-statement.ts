import type { Dialect } from '../core/engine'
import { fault } from '../core/errors'
import { loggedParameters } from '../core/paste/parameters'
import type { Request } from '../service/api'
import type { Call } from './run-context'

/** The statement of a log entry, with the database and the values it ran with. */
export interface LoggedStatement {
  readonly sql: string
  readonly dialect: Dialect | undefined
  readonly database?: string
  readonly values?: NonNullable<Request<'analyze.run'>['values']>
}

/**
 * What a text holds where it is one entry of a slow log; undefined for anything else.
 * @throws SargableError `bad-request` for several entries, and for one without a statement
 */
export async function loggedStatement(call: Call, text: string): Promise<LoggedStatement | undefined> {
  if (!/duration: |^# \w+|^SET timestamp=/m.test(text)) return undefined
  const { parts } = await call('paste.recognize', { text })
  const [entry] = parts
  if (entry?.kind === 'slow-log')
    throw fault('bad-request', `This is a log of ${entry.facts['entries'] ?? 'several'} entries, not one statement.`, {
      hint: 'Add it up with sargable digest, or give one entry of it.',
    })
  if (entry?.kind !== 'slow-log-entry') return undefined
  const { statement, database, parameters } = entry.facts
  const part = parts.find(({ kind }) => kind === 'sql')
  const sql = typeof statement === 'string' ? statement : part && text.slice(part.span.start, part.span.end)
  if (sql === undefined) throw fault('bad-request', 'This entry of a log holds no statement.')
  const values = typeof parameters === 'string' ? loggedParameters(parameters) : []
  return {
    sql,
    dialect: entry.dialect,
    ...(typeof database === 'string' && { database }),
    ...(values.length > 0 && {
      values: {
        positional: [],
        named: Object.fromEntries(
          values.map(({ name, value }) => [
            name,
            value === undefined ? { kind: 'null' as const } : { kind: 'text' as const, value },
          ]),
        ),
      },
    }),
  }
}
