import { atLeast, type EngineIdentity } from '../../engine'

/** The switch came with MySQL 5.7.33 and 8.0.21 ("Switchable Optimizations"). MariaDB has none. */
export function hasOrderingSwitch(engine: EngineIdentity | undefined): boolean {
  if (engine?.product !== 'mysql') return false
  return engine.version.major === 5 ? atLeast(engine.version, 5, 7, 33) : atLeast(engine.version, 8, 0, 21)
}
