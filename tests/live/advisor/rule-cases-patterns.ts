import type { RuleCases } from './rule-case'

const long = "REPEAT('x', 100)"

/** Rules about patterns, expressions and rare values. */
export const patternCases: readonly RuleCases[] = [
  {
    rule: 'expression-index',
    fill: { member: { rows: 20_000, columns: { id: 'n', name: "CONCAT('Name ', MOD(n, 9973))", note: long } } },
    servers: ['mysql80', 'mysql97', 'pg15', 'pg18'],
    cases: [
      { says: 'upper case', fires: true, sql: "SELECT note FROM member WHERE UPPER(name) = 'NAME 78'" },
      { says: 'the column alone', fires: false, sql: "SELECT note FROM member WHERE name = 'Name 78'" },
      {
        says: 'the primary key finds it',
        fires: false,
        sql: "SELECT note FROM member WHERE LOWER(name) = 'x' AND id = 7",
      },
    ],
  },
  {
    rule: 'pg-like-pattern-ops',
    fill: { person: { rows: 20_000, columns: { id: 'n', email: "CONCAT('user', n, '@example.net')", note: long } } },
    cases: [
      { says: 'another beginning', fires: true, sql: "SELECT note FROM person WHERE email LIKE 'user777%'" },
      { says: 'an equality', fires: false, sql: "SELECT note FROM person WHERE email = 'user777@example.net'" },
      { says: 'no beginning', fires: false, sql: "SELECT note FROM person WHERE email LIKE '%777@example.net'" },
    ],
  },
  {
    rule: 'leading-wildcard',
    fill: { person: { rows: 20_000, columns: { id: 'n', email: "CONCAT('user', n, '@example.net')", note: long } } },
    cases: [
      { says: 'a wildcard at both ends', fires: true, sql: "SELECT id FROM person WHERE email LIKE '%ser77%'" },
      { says: 'a beginning', fires: false, sql: "SELECT id FROM person WHERE email LIKE 'user77%'" },
      { says: 'the key leaves one row', fires: false, sql: "SELECT id FROM person WHERE id = 7 AND email LIKE '%77%'" },
    ],
  },
  {
    rule: 'partial-index',
    fill: {
      job: {
        rows: 40_000,
        columns: {
          id: 'n',
          state: "CASE WHEN MOD(n, 200) = 0 THEN 'failed' WHEN MOD(n, 10) = 0 THEN 'open' ELSE 'done' END",
          cost: 'MOD(n * 7, 1000)',
          body: long,
        },
      },
    },
    cases: [
      { says: 'the rare value alone', fires: true, sql: "SELECT body FROM job WHERE state = 'failed'" },
      { says: 'a common value', fires: false, sql: "SELECT body FROM job WHERE state = 'done' AND cost > 990" },
      { says: 'another column', fires: false, sql: 'SELECT body FROM job WHERE cost > 990' },
    ],
  },
  {
    rule: 'gin-index-jsonb',
    fill: {
      event: {
        rows: 20_000,
        columns: { id: 'n', data: `CAST(CONCAT('{"user": ', MOD(n, 5000), '}') AS jsonb)`, note: long },
      },
    },
    cases: [
      { says: 'another user', fires: true, sql: `SELECT note FROM event WHERE data @> '{"user": 78}'` },
      { says: 'the primary key', fires: false, sql: `SELECT note FROM event WHERE data @> '{"user": 78}' AND id = 7` },
      { says: 'no condition on it', fires: false, sql: 'SELECT data FROM event WHERE id < 100' },
    ],
  },
  {
    rule: 'brin-index',
    limits: { leastRows: 30_000 },
    fill: { reading: { rows: 40_000, columns: { id: 'n', at: 'n', value: 'MOD(n * 7919, 40009)', note: long } } },
    cases: [
      { says: 'another range', fires: true, sql: 'SELECT note FROM reading WHERE at > 39000' },
      { says: 'a range of half the rows', fires: false, sql: 'SELECT note FROM reading WHERE at > 15000' },
      { says: 'a column that rows do not lie by', fires: false, sql: 'SELECT note FROM reading WHERE value < 1000' },
    ],
  },
]
