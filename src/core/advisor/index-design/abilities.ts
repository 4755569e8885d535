import { atLeast, type EngineIdentity, type Family } from '../../engine'

/**
 * Whether the server keeps an index part in descending order: MySQL from 8.0, MariaDB from 10.8, PostgreSQL always.
 * Older ones take the word and ignore it. Unknown servers are taken for new ones.
 */
export function sortsDescending(engine: EngineIdentity | undefined): boolean {
  if (!engine || engine.family === 'postgres') return true
  return engine.product === 'mariadb' ? atLeast(engine.version, 10, 8) : atLeast(engine.version, 8)
}

/** Whether an index part may be an expression: MySQL from 8.0.13, PostgreSQL always, MariaDB never. */
export function indexesExpressions(engine: EngineIdentity | undefined): boolean {
  if (!engine) return false
  if (engine.family === 'postgres') return true
  return engine.product !== 'mariadb' && atLeast(engine.version, 8, 0, 13)
}

/** PostgreSQL's INCLUDE, from version 11 on. */
export function includesColumns(family: Family, engine: EngineIdentity | undefined): boolean {
  return family === 'postgres' && (!engine || atLeast(engine.version, 11))
}

/** Joins by hashing one side where no index helps: MySQL from 8.0.18 and PostgreSQL. Others go through a buffer of rows. */
export function joinsByHash(family: Family, engine: EngineIdentity | undefined): boolean {
  if (family === 'postgres') return true
  return !engine || (engine.product !== 'mariadb' && atLeast(engine.version, 8, 0, 18))
}

/**
 * `c = 3 AND (a = 1 OR b = 2)` by indexes on (c, a) and (c, b): PostgreSQL and MariaDB put the other conditions into each
 * arm. MySQL does not, so that its arms begin with their own columns.
 */
export function armsTakeRest(family: Family, engine: EngineIdentity | undefined): boolean {
  return family === 'postgres' || engine?.product === 'mariadb'
}

/**
 * The most bytes of one index part on MySQL and MariaDB: 3,072 with the DYNAMIC row format, which is the default from
 * MySQL 5.7 and MariaDB 10.2 on; 767 before.
 */
export function mostPartBytes(engine: EngineIdentity | undefined): number {
  if (!engine || engine.family === 'postgres') return 3072
  const isNew = engine.product === 'mariadb' ? atLeast(engine.version, 10, 2) : atLeast(engine.version, 5, 7)
  return isNew ? 3072 : 767
}
