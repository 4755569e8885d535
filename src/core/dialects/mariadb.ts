import { atLeast, type Capability, type CapabilityName } from '../engine'
import type { MysqlFamilyDialect } from './mysql-family'
import { scratchGrant } from './mysql-grants'

/** MariaDB: its EXPLAIN statements, and what it allows. ANALYZE runs the statement, also one that writes. */
export const mariadbDialect: MysqlFamilyDialect = {
  explainForms: () => [
    { format: 'mariadb-json', prefix: 'EXPLAIN FORMAT=JSON ', explainsChanges: true },
    // EXTENDED adds `filtered`, and is what makes SHOW WARNINGS print the rewritten statement.
    { format: 'mariadb-table', prefix: 'EXPLAIN EXTENDED ', explainsChanges: true },
    { format: 'mariadb-partitions', prefix: 'EXPLAIN PARTITIONS ', explainsChanges: true },
  ],

  measuredForms: (facts) =>
    facts.explainsAnalyze ? [{ format: 'mariadb-json', prefix: 'ANALYZE FORMAT=JSON ', explainsChanges: false }] : [],

  statementLimit: (facts, limitMs) =>
    facts.variables.has('max_statement_time')
      ? { name: 'max_statement_time', value: (limitMs / 1000).toFixed(3) }
      : undefined,

  capabilities(facts) {
    const { version, variables } = facts
    const is = (name: CapabilityName, available: boolean, because: string, remedy?: string): Capability =>
      available ? { name, available } : { name, available, because, ...(remedy && { remedy }) }
    return [
      is('explain-json', true, ''),
      is('explain-tree', false, 'FORMAT=TREE is a format of MySQL; the JSON of MariaDB holds the same tree.'),
      is('explain-analyze', facts.explainsAnalyze, `${facts.versionText} does not have it; MariaDB 10.1 does.`),
      is(
        'optimizer-trace',
        variables.has('optimizer_trace'),
        `${facts.versionText} does not have it; MariaDB 10.4 does.`,
      ),
      is('force-index', true, ''),
      is(
        'optimizer-hints',
        atLeast(version, 12),
        `${facts.versionText} reads optimizer hints as plain comments.`,
        'Index hints, STRAIGHT_JOIN and SET STATEMENT … FOR work.',
      ),
      is(
        'multi-range-read',
        (variables.get('optimizer_switch') ?? '').includes('mrr='),
        'optimizer_switch of this server has no mrr.',
      ),
      is('prefix-index', true, ''),
      is(
        'invisible-index',
        false,
        'An IGNORED index of MariaDB is ignored for every session; none can ask for it.',
        'Try the index on a scratch copy.',
      ),
      is(
        'hypothetical-index',
        false,
        'MariaDB cannot plan with an index that does not exist.',
        'Build it on a scratch copy.',
      ),
      is('handler-counters', true, ''),
      is(
        'buffer-counters',
        false,
        'The InnoDB counters of MariaDB count for all sessions together.',
        'ANALYZE FORMAT=JSON counts the pages of each table since 10.6.15.',
      ),
      is('cpu-time', false, 'MariaDB does not count CPU time per statement.'),
      is(
        'statement-timeout',
        variables.has('max_statement_time'),
        `${facts.versionText} does not have it; MariaDB 10.1 does.`,
        'Sargable watches the time itself and stops the statement by KILL QUERY.',
      ),
      is('cancel-query', true, ''),
      is('read-only-fence', true, ''),
      is(
        'table-statistics',
        facts.readsTableStatistics,
        'This user may not read mysql.innodb_table_stats: the age of statistics stays unknown.',
        'GRANT SELECT ON mysql.innodb_table_stats TO this user.',
      ),
      is('scratch-schema', facts.createsSchemas, 'This user may not make databases.', scratchGrant),
    ]
  },
}
