import { atLeast, type Capability, type CapabilityName } from '../engine'
import type { ExplainForm, MysqlFamilyDialect, ServerFacts } from './mysql-family'
import { scratchGrant } from './mysql-grants'

/**
 * MySQL and Percona Server: which EXPLAIN statements exist, and what the server allows. The format is always named,
 * because the default is a table up to 8.x and a tree in 9.x. Version boundaries are those of the reference manuals;
 * where a probe at connect is cheap, the probe decides.
 */
export const mysqlDialect: MysqlFamilyDialect = {
  explainForms(facts) {
    const { version } = facts
    if (!atLeast(version, 5, 7)) {
      return [
        { format: 'mysql-json-v1', prefix: 'EXPLAIN FORMAT=JSON ', explainsChanges: true },
        // EXTENDED adds `filtered` here, and is what makes SHOW WARNINGS print the rewritten statement.
        { format: 'mysql-table', prefix: 'EXPLAIN EXTENDED ', explainsChanges: true },
        { format: 'mysql-partitions', prefix: 'EXPLAIN PARTITIONS ', explainsChanges: true },
      ]
    }
    const forms: ExplainForm[] = []
    if (hasJsonVersions(facts)) {
      forms.push(
        { format: 'mysql-json-v1', prefix: 'EXPLAIN FORMAT=JSON ', jsonVersion: 1, explainsChanges: true },
        { format: 'mysql-table', prefix: 'EXPLAIN FORMAT=TRADITIONAL ', explainsChanges: true },
        { format: 'mysql-json-v2', prefix: 'EXPLAIN FORMAT=JSON ', jsonVersion: 2, explainsChanges: false },
      )
    } else {
      forms.push(
        { format: 'mysql-json-v1', prefix: 'EXPLAIN FORMAT=JSON ', explainsChanges: true },
        { format: 'mysql-table', prefix: 'EXPLAIN FORMAT=TRADITIONAL ', explainsChanges: true },
      )
    }
    if (facts.explainsTree) forms.push({ format: 'mysql-tree', prefix: 'EXPLAIN FORMAT=TREE ', explainsChanges: false })
    return forms
  },

  measuredForms(facts) {
    if (!facts.explainsAnalyze) return []
    const forms: ExplainForm[] = []
    // Up to 8.x the statement runs for the tree only: FORMAT=JSON answers 1235 there.
    if (hasJsonVersions(facts) && atLeast(facts.version, 9)) {
      forms.push({
        format: 'mysql-json-v2',
        prefix: 'EXPLAIN ANALYZE FORMAT=JSON ',
        jsonVersion: 2,
        explainsChanges: false,
      })
    }
    const tree = atLeast(facts.version, 8, 0, 21) ? 'EXPLAIN ANALYZE FORMAT=TREE ' : 'EXPLAIN ANALYZE '
    forms.push({ format: 'mysql-tree', prefix: tree, explainsChanges: false })
    return forms
  },

  statementLimit(facts, limitMs) {
    return facts.variables.has('max_execution_time')
      ? { name: 'max_execution_time', value: String(Math.ceil(limitMs)) }
      : undefined
  },

  capabilities(facts) {
    const { version, variables } = facts
    const is = (name: CapabilityName, available: boolean, because: string, remedy?: string): Capability =>
      available ? { name, available } : { name, available, because, ...(remedy && { remedy }) }
    const since = (text: string) => `${facts.versionText} does not have it; MySQL ${text} does.`
    return [
      is('explain-json', true, ''),
      is('explain-tree', facts.explainsTree, since('8.0.16')),
      is('explain-analyze', facts.explainsAnalyze, since('8.0.18'), 'Measure still counts rows and work by counters.'),
      is('optimizer-trace', variables.has('optimizer_trace'), 'This server was built without the optimizer trace.'),
      is('force-index', true, ''),
      is('optimizer-hints', atLeast(version, 5, 7, 7), since('5.7.7'), 'Index hints and STRAIGHT_JOIN work.'),
      is(
        'multi-range-read',
        (variables.get('optimizer_switch') ?? '').includes('mrr='),
        'optimizer_switch of this server has no mrr.',
      ),
      is('prefix-index', true, ''),
      is('invisible-index', atLeast(version, 8), since('8.0'), 'Try the index on a scratch copy.'),
      is(
        'hypothetical-index',
        false,
        'MySQL cannot plan with an index that does not exist.',
        atLeast(version, 8) ? 'Build it INVISIBLE, or on a scratch copy.' : 'Build it on a scratch copy.',
      ),
      is('handler-counters', true, ''),
      is('buffer-counters', false, 'The InnoDB counters of MySQL count for all sessions together.'),
      cpuTime(facts),
      is(
        'statement-timeout',
        variables.has('max_execution_time'),
        since('5.7.8'),
        'Sargable watches the time itself and stops the statement by KILL QUERY.',
      ),
      is('cancel-query', true, ''),
      is('read-only-fence', atLeast(version, 5, 6, 5), since('5.6.5')),
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

function hasJsonVersions(facts: ServerFacts): boolean {
  return facts.variables.has('explain_json_format_version')
}

function cpuTime(facts: ServerFacts): Capability {
  const name = 'cpu-time'
  const { state, cpuTime: on, hasCpuTime } = facts.statements
  const no = (because: string, remedy?: string): Capability => ({
    name,
    available: false,
    because,
    ...(remedy && { remedy }),
  })
  switch (state) {
    case 'off':
      return no('performance_schema is off.', 'Start the server with performance_schema=ON.')
    case 'denied':
      return no('This user may not read performance_schema.', 'GRANT SELECT ON performance_schema.* TO this user.')
    case 'disabled':
    case 'on':
      if (!hasCpuTime) return no(`${facts.versionText} does not count it; MySQL 8.0.28 does.`)
      if (state === 'on' && on) return { name, available: true }
      return no(
        'The consumer events_statements_cpu is off.',
        "UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME = 'events_statements_cpu'",
      )
  }
}
