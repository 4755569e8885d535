import { atLeast, type EngineIdentity } from '../core/engine'
import { SargableError } from '../core/errors'
import type { Session } from '../engines/engine'
import type { CostConstants } from './api'

/**
 * What the optimizer multiplies its counts with. MySQL from 5.7 keeps it in two tables ("The Optimizer Cost Model" in
 * its manual; NULL is the built-in value), MariaDB from 11.0 in variables; before that it stands in the server's source.
 */
export async function costConstants(session: Session, signal: AbortSignal): Promise<CostConstants> {
  const statement = statementFor(session.identity)
  if (statement === undefined)
    return { constants: [], because: 'This version has its cost constants in its source and does not tell them.' }
  try {
    const { rows } = await session.read(statement, signal)
    const constants = rows.map(([name, value, builtIn]) => ({
      name: name ?? '',
      value: value ?? builtIn ?? 'built in',
      // Without a value of its own the built-in one holds; MariaDB's variables do not say what was built in.
      changed: value !== null && value !== undefined && builtIn !== undefined,
    }))
    return { sent: statement, constants }
  } catch (thrown) {
    if (!(thrown instanceof SargableError) || thrown.fault.server === undefined) throw thrown
    return { sent: statement, constants: [], because: thrown.fault.server.message }
  }
}

function statementFor({ product, version }: EngineIdentity): string | undefined {
  if (product === 'mariadb') return atLeast(version, 11) ? "SHOW GLOBAL VARIABLES LIKE 'optimizer%cost'" : undefined
  if (!atLeast(version, 5, 7, 5)) return undefined
  // default_value came with 8.0.
  const builtIn = atLeast(version, 8) ? 'default_value' : 'NULL'
  return `SELECT cost_name, cost_value, ${builtIn} FROM mysql.server_cost UNION ALL SELECT cost_name, cost_value, ${builtIn} FROM mysql.engine_cost`
}
