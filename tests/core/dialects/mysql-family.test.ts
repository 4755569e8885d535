// Protects what is sent to MySQL and MariaDB servers of each version, and how their errors are read.
import { describe, expect, test } from 'vitest'
import { mariadbDialect } from '../../../src/core/dialects/mariadb'
import { mysqlDialect } from '../../../src/core/dialects/mysql'
import { syntaxErrorSpan, unknownNameSpan } from '../../../src/core/dialects/mysql-error-place'
import {
  faultCodeOf,
  hintOf,
  quoteName,
  quoteText,
  type ServerFacts,
  type StatementHistory,
} from '../../../src/core/dialects/mysql-family'

function facts(version: string, more: Partial<ServerFacts> & { set?: readonly string[] } = {}): ServerFacts {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return {
    version: { major, minor, patch },
    versionText: `MySQL ${version}`,
    variables: new Map((more.set ?? []).map((name) => [name, 'x'])),
    explainsTree: false,
    explainsAnalyze: false,
    statements: { state: 'on', cpuTime: false, hasCpuTime: false },
    readsTableStatistics: true,
    createsSchemas: true,
    ...more,
  }
}

describe('quoting', () => {
  test.each([
    ['orders', '`orders`'],
    ['odd `name`', '`odd ``name```'],
    ['', '``'],
  ])('the name %j becomes %s', (name, quoted) => expect(quoteName(name)).toBe(quoted))

  test.each([
    ["it's", true, "'it''s'"],
    ['a\\b', true, "'a\\\\b'"],
    ['a\\b', false, "'a\\b'"],
  ])('the text %j with backslash escapes %s becomes %s', (text, escapes, quoted) => {
    expect(quoteText(text, escapes)).toBe(quoted)
  })
})

test.each([
  ['5.6.24', facts('5.6.24'), ['EXPLAIN FORMAT=JSON', 'EXPLAIN EXTENDED', 'EXPLAIN PARTITIONS']],
  ['5.7.22', facts('5.7.22'), ['EXPLAIN FORMAT=JSON', 'EXPLAIN FORMAT=TRADITIONAL']],
  ['8.0.15', facts('8.0.15'), ['EXPLAIN FORMAT=JSON', 'EXPLAIN FORMAT=TRADITIONAL']],
  [
    '8.0.31',
    facts('8.0.31', { explainsTree: true }),
    ['EXPLAIN FORMAT=JSON', 'EXPLAIN FORMAT=TRADITIONAL', 'EXPLAIN FORMAT=TREE'],
  ],
  [
    '9.7.4',
    facts('9.7.4', { explainsTree: true, set: ['explain_json_format_version'] }),
    ['EXPLAIN FORMAT=JSON v1', 'EXPLAIN FORMAT=TRADITIONAL', 'EXPLAIN FORMAT=JSON v2', 'EXPLAIN FORMAT=TREE'],
  ],
])('MySQL %s is asked in these words', (_version, server, words) => {
  const forms = mysqlDialect.explainForms(server)
  expect(forms.map((form) => form.prefix.trim() + (form.jsonVersion ? ` v${form.jsonVersion}` : ''))).toEqual(words)
})

test('plain EXPLAIN without a named format is never sent, and no form can break the line count', () => {
  const forms = [
    ...mysqlDialect.explainForms(facts('9.7.4', { explainsTree: true, set: ['explain_json_format_version'] })),
    ...mysqlDialect.measuredForms(facts('9.7.4', { explainsAnalyze: true, set: ['explain_json_format_version'] })),
    ...mariadbDialect.explainForms(facts('11.4.5')),
  ]
  expect(forms.filter((form) => !/^\S.*(FORMAT=\w+|EXTENDED|PARTITIONS) $/.test(form.prefix))).toEqual([])
})

test.each([
  ['MySQL 8.0.18', mysqlDialect, facts('8.0.18', { explainsAnalyze: true }), ['EXPLAIN ANALYZE ']],
  ['MySQL 8.0.31', mysqlDialect, facts('8.0.31', { explainsAnalyze: true }), ['EXPLAIN ANALYZE FORMAT=TREE ']],
  ['MySQL 5.7', mysqlDialect, facts('5.7.22'), []],
  ['MariaDB', mariadbDialect, facts('11.4.5', { explainsAnalyze: true }), ['ANALYZE FORMAT=JSON ']],
])('%s reports actuals by these forms', (_name, dialect, server, words) => {
  expect(dialect.measuredForms(server).map((form) => form.prefix)).toEqual(words)
})

test('a time limit is milliseconds on MySQL, seconds on MariaDB, nothing on 5.6', () => {
  expect(mysqlDialect.statementLimit(facts('5.6.24'), 1500)).toBeUndefined()
  expect(mysqlDialect.statementLimit(facts('5.7.22', { set: ['max_execution_time'] }), 1500.2)).toEqual({
    name: 'max_execution_time',
    value: '1501',
  })
  expect(mariadbDialect.statementLimit(facts('11.4.5', { set: ['max_statement_time'] }), 1500)).toEqual({
    name: 'max_statement_time',
    value: '1.500',
  })
})

test.each<[string, StatementHistory, string | undefined]>([
  ['on', { state: 'on', cpuTime: true, hasCpuTime: true }, undefined],
  ['its consumer off', { state: 'on', cpuTime: false, hasCpuTime: true }, 'UPDATE performance_schema.setup_consumers'],
  ['performance_schema off', { state: 'off', cpuTime: false, hasCpuTime: false }, 'performance_schema=ON'],
  ['no right to read', { state: 'denied', cpuTime: false, hasCpuTime: false }, 'GRANT SELECT ON performance_schema'],
])('CPU time with %s has this remedy', (_name, statements, remedy) => {
  const found = mysqlDialect.capabilities(facts('8.0.31', { statements })).find((one) => one.name === 'cpu-time')
  expect(found?.available).toBe(remedy === undefined)
  if (remedy) expect(found?.remedy).toContain(remedy)
})

test.each([
  ['MySQL 5.6', mysqlDialect.capabilities(facts('5.6.24'))],
  ['MySQL 9.7', mysqlDialect.capabilities(facts('9.7.4'))],
  ['MariaDB', mariadbDialect.capabilities(facts('11.4.5'))],
])('%s names each capability once, and a reason for each missing one', (_name, capabilities) => {
  expect(new Set(capabilities.map((one) => one.name)).size).toBe(capabilities.length)
  expect(capabilities.length).toBe(18)
  expect(capabilities.filter((one) => !one.available && !one.because)).toEqual([])
})

describe('errors', () => {
  test.each([
    [1045, 'access-denied'],
    [1064, 'syntax-error'],
    [1146, 'unknown-table'],
    [1142, 'missing-privilege'],
    [1792, 'read-only'],
    [1205, 'lock-wait'],
    [3024, 'timed-out'],
    [1969, 'timed-out'],
    [2013, 'lost-connection'],
    [1366, 'server-error'],
  ] as const)('%i is %s', (errno, code) => expect(faultCodeOf(errno)).toBe(code))

  test.each([
    ["SELECT command denied to user 'u'@'h' for table 'orders'", "Ask for GRANT SELECT ON orders TO 'u'@'h'."],
    [
      "UPDATE command denied to user 'u'@'%' for table `shop`.`orders`",
      "Ask for GRANT UPDATE ON shop.orders TO 'u'@'%'.",
    ],
    ['something new', 'Ask for the privilege that the server names.'],
  ])('%s → %s', (message, hint) => expect(hintOf(1142, message)).toBe(hint))

  const near = (text: string, line: number) =>
    `You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version for the right syntax to use near '${text}' at line ${line}`

  test.each([
    ['to the end', 'SELECT a FROM t WHER b', near('b', 1), 'b'],
    ['quoted name at the place', 'SELECT a `b c` `d`', near('`d`', 1), '`d`'],
    ['text with quotes and line ends', "SELECT a b c 'it''s'\nFROM t", near("c 'it''s'\nFROM t", 1), 'c'],
    ['at the end', 'SELECT a FROM t WHERE', near('', 1), ''],
    [
      'cut text that occurs twice: the one on the line named',
      `SELECT\n${'ab, '.repeat(30)}\n${'ab, '.repeat(30)}`,
      near('ab, '.repeat(20), 3),
      'ab',
    ],
  ])('a syntax error, %s', (_name, sent, message, words) => {
    const span = syntaxErrorSpan(message, sent)
    expect(span && sent.slice(span.start, span.end)).toBe(words)
  })

  test('the line decides between equal places', () => {
    const row = 'ab, '.repeat(30)
    const span = syntaxErrorSpan(near('ab, '.repeat(20), 3), `SELECT\n${row}\n${row}`)
    expect(span?.start).toBe('SELECT\n'.length + row.length + 1)
  })

  test('words that do not fit the statement give no place', () => {
    expect(syntaxErrorSpan(near('not there', 1), 'SELECT 1')).toBeUndefined()
    expect(syntaxErrorSpan('another message', 'SELECT 1')).toBeUndefined()
  })

  test.each([
    ["Table 'shop.orderz' doesn't exist", 'SELECT * FROM orderz', 'orderz'],
    ["Table 'shop.orderz' doesn't exist", 'SELECT * FROM shop.orderz', 'shop.orderz'],
    ["Unknown column 'o.statuss' in 'field list'", 'SELECT o.statuss FROM o', 'o.statuss'],
    ["Unknown column 'x' in 'where clause'", 'SELECT x FROM t WHERE x = 1', undefined],
  ])('%s in %s points at %s', (message, sent, words) => {
    const span = unknownNameSpan(message, sent)
    expect(span && sent.slice(span.start, span.end)).toBe(words)
  })
})
