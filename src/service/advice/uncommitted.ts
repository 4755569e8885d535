import type { AddedIndex } from '../../core/advisor/trial/index-changes'
import type { Catalog } from '../../core/catalog/model'
import { quoteName } from '../../core/dialects/postgres'
import { fault, SargableError } from '../../core/errors'
import type { Session, UncommittedRequest } from '../../engines/engine'
import { quoteLiteral } from '../scratch/postgres-text'

/** Indexes in a transaction of PostgreSQL that is never committed. */
export interface Uncommitted {
  /** Builds them; the session is inside the transaction until it is closed. */
  build(session: Session, signal: AbortSignal): Promise<void>
  /** Waits until the server has rolled back. @returns what is still there, in words */
  leftOn(session: Session): Promise<readonly string[]>
}

/** A backend that lost its client rolls back within milliseconds, or a second where it was working. */
const gonePatienceMs = 15_000

export function uncommittedOn(
  added: readonly AddedIndex[],
  catalog: Catalog,
  limits: Pick<UncommittedRequest, 'lockTimeoutMs' | 'timeoutMs'>,
): Uncommitted {
  const named = added.map((one, at) => ({ ...one, name: one.name ?? `sargable_trial_${at}` }))
  const changes = named.flatMap(({ schema, table, name, definition, parts }) => {
    const on = schema === undefined ? quoteName(table) : `${quoteName(schema)}.${quoteName(table)}`
    const columns = catalog.tables.find((one) => one.name === table)?.columns ?? []
    const isColumn = (part: string) =>
      columns.some((column) => part === column.name || part.startsWith(`${column.name} `))
    const create = `CREATE INDEX ${quoteName(name)} ON ${on} ${definition}`
    // What the planner knows of an expression it learns by ANALYZE alone.
    return parts.every(isColumn) ? [create] : [create, `ANALYZE ${on}`]
  })
  const backends: string[] = []
  const list = named.map(({ name }) => quoteLiteral(name)).join(', ')
  return {
    async build(session, signal) {
      if (session.buildUncommitted === undefined) throw fault('unsupported', 'This server commits new indexes at once.')
      try {
        const { rows } = await session.read('SELECT pg_backend_pid()', signal)
        backends.push(...rows.flatMap(([pid]) => pid ?? []))
        await session.buildUncommitted({ ...limits, changes }, signal)
        await checkUsable(session, list, signal)
      } catch (thrown) {
        throw withHint(thrown)
      }
    },
    async leftOn(session) {
      const { signal } = new AbortController()
      if (backends.length === 0) return []
      const end = Date.now() + gonePatienceMs
      for (;;) {
        // A backend whose transaction is rolled back without one is gone, as its client is.
        const { rows } = await session.read(
          `SELECT pid FROM pg_stat_activity WHERE pid IN (${backends.join(', ')})`,
          signal,
        )
        if (rows.length === 0) return []
        if (Date.now() > end)
          return rows.map(([pid]) => `The server has not yet ended session ${pid}, which rolls back.`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
  }
}

/**
 * Rows that were updated shortly before may have versions that an index built now does not point to; transactions that
 * might see those are kept from it (README.HOT of PostgreSQL), our own among them.
 */
async function checkUsable(session: Session, list: string, signal: AbortSignal): Promise<void> {
  const { rows } = await session.read(
    `SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indcheckxmin AND c.relname IN (${list})`,
    signal,
  )
  if (rows.length === 0) return
  throw fault(
    'not-allowed',
    'The server does not use the new index yet: rows of the table were updated a short time ago.',
    {
      hint: 'VACUUM the table and try again, or prove it on copies.',
    },
  )
}

function withHint(thrown: unknown): unknown {
  if (!(thrown instanceof SargableError)) return thrown
  const { code, hint } = thrown.fault
  if (code === 'lock-wait') {
    return new SargableError({
      ...thrown.fault,
      hint: 'Another session writes to the table; nothing was built. Try again when its transaction has ended.',
    })
  }
  if (code === 'missing-privilege') {
    return new SargableError({
      ...thrown.fault,
      hint: 'Only the owner of a table may index it. Connect as the owner, or prove it on copies.',
    })
  }
  return hint === undefined && code === 'timed-out'
    ? new SargableError({
        ...thrown.fault,
        hint: 'Prove it on copies, or raise the statement time limit of the connection.',
      })
    : thrown
}
