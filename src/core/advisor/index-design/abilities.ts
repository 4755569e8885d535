import { atLeast, type EngineIdentity } from '../../engine'

/**
 * Whether the server keeps an index part in descending order: MySQL from 8.0, MariaDB from 10.8, PostgreSQL always.
 * Older ones take the word and ignore it. Unknown servers are taken for new ones.
 */
export function sortsDescending(engine: EngineIdentity | undefined): boolean {
  if (!engine || engine.family === 'postgres') return true
  return engine.product === 'mariadb' ? atLeast(engine.version, 10, 8) : atLeast(engine.version, 8)
}
