import type { CapabilityName, EngineIdentity, Family, Product } from '../../core/engine'

const names: Record<Product, string> = {
  mysql: 'MySQL',
  mariadb: 'MariaDB',
  percona: 'Percona Server',
  postgres: 'PostgreSQL',
  pglite: 'PGlite, PostgreSQL',
}

/** A product as its makers write it. */
export function productName(product: Product): string {
  return names[product]
}

/** "MySQL 9.7.4". */
export function engineName({ product, version }: EngineIdentity): string {
  const { major, minor, patch } = version
  const isPostgres = product === 'postgres' || product === 'pglite'
  return `${names[product]} ${isPostgres ? `${major}.${minor}` : `${major}.${minor}.${patch}`}`
}

/** Capabilities in the words of the connection bar and the dialog. */
export const capabilityNames: Record<CapabilityName, { short: string; long: string }> = {
  'explain-json': { short: 'JSON plan', long: 'EXPLAIN as JSON' },
  'explain-tree': { short: 'tree plan', long: 'EXPLAIN as tree' },
  'explain-analyze': { short: 'analyze', long: 'EXPLAIN ANALYZE' },
  'optimizer-trace': { short: 'trace', long: 'Optimizer trace' },
  'force-index': { short: 'force index', long: 'FORCE INDEX' },
  'optimizer-hints': { short: 'hints', long: 'Optimizer hints' },
  'multi-range-read': { short: 'MRR', long: 'Multi-range read' },
  'prefix-index': { short: 'prefix index', long: 'Index on a prefix' },
  'invisible-index': { short: 'invisible index', long: 'Invisible index' },
  'hypothetical-index': { short: 'what-if', long: 'What-if index' },
  'handler-counters': { short: 'handler counters', long: 'Handler counters' },
  'buffer-counters': { short: 'buffers', long: 'Buffer counters' },
  'cpu-time': { short: 'CPU time', long: 'CPU time of a statement' },
  'statement-timeout': { short: 'time limit', long: 'Statement time limit' },
  'cancel-query': { short: 'stop', long: 'Stop on the server' },
  'read-only-fence': { short: 'read-only fence', long: 'Read-only fence' },
  'table-statistics': { short: 'statistics', long: 'Table statistics' },
  'scratch-schema': { short: 'scratch', long: 'Scratch schemas' },
}

/** What the connection bar shows: only what a server of the family could have. */
export const barCapabilities: Record<Family, readonly CapabilityName[]> = {
  mysql: ['optimizer-trace', 'explain-analyze', 'handler-counters'],
  postgres: ['explain-analyze', 'buffer-counters', 'hypothetical-index'],
}
