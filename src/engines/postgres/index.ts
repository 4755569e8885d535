import { type ConnectionTarget, defaultLockTimeoutMs, defaultStatementTimeoutMs } from '../../core/connection/model'
import { fault } from '../../core/errors'
import type { Credentials, Engine, Session } from '../engine'
import { cancelled } from '../shared/stoppable'
import { dial } from './dial'
import { PostgresSession, type SessionSettings } from './session'
import { setUp } from './set-up'
import type { PostgresWire } from './wire'

/** Makes a session of an open wire; cuts the wire when that fails or is stopped. */
export async function openSession(
  wire: PostgresWire,
  product: 'postgres' | 'pglite',
  target: ConnectionTarget,
  signal: AbortSignal,
): Promise<Session> {
  const settings: SessionSettings = {
    production: target.production === true,
    statementTimeoutMs: target.statementTimeoutMs ?? defaultStatementTimeoutMs,
    lockTimeoutMs: target.lockTimeoutMs ?? defaultLockTimeoutMs,
  }
  const stop = () => wire.destroy()
  signal.addEventListener('abort', stop, { once: true })
  try {
    if (signal.aborted) throw cancelled()
    return new PostgresSession(wire, await setUp(wire, product, settings), settings)
  } catch (error) {
    wire.destroy()
    throw signal.aborted ? cancelled() : error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

async function connect(target: ConnectionTarget, credentials: Credentials, signal: AbortSignal): Promise<Session> {
  if (target.via !== 'network') throw fault('bad-request', 'This engine connects to a server by host or socket.')
  return openSession(await dial(target, credentials, signal), 'postgres', target, signal)
}

export const postgresEngine: Engine = { products: ['postgres'], title: 'PostgreSQL', connect }
