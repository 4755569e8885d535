import { type ConnectionTarget, defaultLockTimeoutMs, defaultStatementTimeoutMs } from '../../core/connection/model'
import { fault } from '../../core/errors'
import type { Credentials, Engine, Session } from '../engine'
import { lineTo } from './dial'
import { MysqlSession } from './session'
import { setUp } from './set-up'

/**
 * Opens a session on MySQL, Percona Server or MariaDB; which one it is, the server says.
 * The signal stops the connecting only.
 */
export async function connectMysql(
  target: ConnectionTarget,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Session> {
  if (target.via !== 'network') throw fault('bad-request', 'This engine connects to a server by host or socket.')
  const statementTimeoutMs = target.statementTimeoutMs ?? defaultStatementTimeoutMs
  const lockTimeoutMs = target.lockTimeoutMs ?? defaultLockTimeoutMs
  const line = await lineTo(target, credentials)
  const wire = await line.open(signal)
  const stop = () => wire.destroy()
  signal.addEventListener('abort', stop, { once: true })
  try {
    const profile = await setUp(wire, { statementTimeoutMs, lockTimeoutMs })
    return new MysqlSession(wire, line, profile, { production: target.production === true, statementTimeoutMs })
  } catch (error) {
    wire.destroy()
    throw signal.aborted ? fault('cancelled', 'Stopped.') : error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** MySQL and Percona Server. */
export const mysqlEngine: Engine = {
  products: ['mysql', 'percona'],
  title: 'MySQL',
  connect: connectMysql,
}
