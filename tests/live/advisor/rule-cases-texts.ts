import type { RuleCases } from './rule-case'

const long = "REPEAT('x', 100)"

/** Rules about what an index holds of its columns. */
export const holdCases: readonly RuleCases[] = [
  {
    rule: 'covering-index',
    fill: {
      sale: { rows: 15_000, columns: { id: 'n', day: 'MOD(n * 7, 1000)', amount: 'MOD(n, 97)', rest: long } },
    },
    cases: [
      {
        says: 'a sum by day',
        fires: true,
        sql: 'SELECT day, SUM(amount) FROM sale WHERE day BETWEEN 300 AND 350 GROUP BY day',
      },
      { says: 'all columns', fires: false, sql: 'SELECT * FROM sale WHERE day BETWEEN 100 AND 150' },
      { says: 'a long column', fires: false, sql: 'SELECT MAX(rest) FROM sale WHERE day BETWEEN 100 AND 150' },
      { says: 'a few rows', fires: false, sql: 'SELECT SUM(amount) FROM sale WHERE day = 100' },
      { says: 'what the index holds', fires: false, sql: 'SELECT COUNT(*) FROM sale WHERE day BETWEEN 100 AND 150' },
    ],
  },
  {
    rule: 'mixed-direction-index',
    fill: {
      ticket: { rows: 12_000, columns: { id: 'n', state: 'MOD(n, 5)', opened: 'MOD(n * 7919, 30011)', body: long } },
    },
    // MySQL 5.x takes DESC in an index and ignores it.
    servers: ['mysql80', 'mysql97', 'mariadb1011', 'mariadb114', 'pg15', 'pg18'],
    cases: [
      {
        says: 'down, then up',
        fires: true,
        sql: 'SELECT id, body FROM ticket ORDER BY opened DESC, id ASC LIMIT 20',
      },
      { says: 'both up', fires: false, sql: 'SELECT id, body FROM ticket ORDER BY state, opened LIMIT 10' },
      { says: 'both down', fires: false, sql: 'SELECT id, body FROM ticket ORDER BY state DESC, opened DESC LIMIT 10' },
      {
        says: 'one of the two is fixed',
        fires: false,
        sql: 'SELECT id, body FROM ticket WHERE state = 3 ORDER BY state, opened DESC LIMIT 10',
      },
      {
        says: 'NULLs elsewhere than in an index',
        fires: false,
        sql: 'SELECT id, body FROM ticket ORDER BY state ASC NULLS FIRST, opened DESC NULLS LAST LIMIT 10',
        servers: ['pg15', 'pg18'],
      },
    ],
  },
  {
    rule: 'index-prefix-longer-than-literal',
    fill: {
      letter: {
        rows: 16_000,
        columns: {
          id: 'n',
          kind: "CONCAT(ELT(1 + MOD(n, 8), 'abc', 'abd', 'prefix', 'prefab', 'notice', 'alert', 'reset', 'survey'), ':', n)",
          due: 'MOD(n * 7, 10000)',
          body: long,
        },
      },
    },
    cases: [
      {
        says: 'one character',
        fires: true,
        sql: "SELECT body FROM letter WHERE kind LIKE 'n%' AND due = 77",
        index: ['kind(1)', 'due'],
      },
      {
        says: 'as many characters as the prefix',
        fires: false,
        sql: "SELECT body FROM letter WHERE kind LIKE 'notic%' AND due > 9000",
      },
      {
        says: 'nothing is asked of the next part',
        fires: false,
        sql: "SELECT body FROM letter WHERE kind LIKE 'abc%'",
      },
      {
        says: 'a wildcard first',
        fires: false,
        sql: "SELECT body FROM letter WHERE kind LIKE '%abc%' AND due > 9000",
      },
    ],
    worlds: [
      {
        schema: [
          'CREATE TABLE memo (id INT NOT NULL PRIMARY KEY, kind VARCHAR(60) NOT NULL, due INT NOT NULL, body VARCHAR(200))',
          'CREATE INDEX due_kind ON memo (due, kind(5))',
        ],
        fill: {
          memo: {
            rows: 20_000,
            columns: {
              id: 'n',
              kind: "CONCAT(ELT(1 + MOD(n, 3), 'abc', 'notice', 'alert'), n)",
              due: 'MOD(n, 10)',
              body: long,
            },
          },
        },
        cases: [
          {
            says: 'the prefix is the last part',
            fires: false,
            sql: "SELECT body FROM memo WHERE due = 3 AND kind LIKE 'abc%'",
          },
        ],
      },
    ],
  },
  {
    rule: 'index-prefix-length',
    fill: {
      page: {
        rows: 10_000,
        columns: { id: 'n', address: "CONCAT(LPAD(n, 6, '0'), '/some/longer/address/of/a/page')", hits: 'MOD(n, 97)' },
      },
    },
    counts: true,
    cases: [
      {
        says: 'a longer literal of LIKE',
        fires: true,
        sql: "SELECT hits FROM page WHERE address LIKE '000777/some%'",
        index: ['address(6)'],
      },
      {
        says: 'a literal shorter than what would do',
        fires: false,
        sql: "SELECT hits FROM page WHERE address LIKE '0007%'",
      },
      { says: 'the order of the column', fires: false, sql: 'SELECT hits FROM page ORDER BY address LIMIT 10' },
      {
        says: 'the index alone is read',
        fires: false,
        sql: "SELECT address FROM page WHERE address LIKE '000777/some%'",
      },
    ],
    worlds: [
      {
        schema: [
          'CREATE TABLE part (id INT NOT NULL PRIMARY KEY, code VARCHAR(40) NOT NULL, label VARCHAR(60) NOT NULL, state VARCHAR(8) NOT NULL, hits INT)',
          'CREATE INDEX code ON part (code(4))',
          'CREATE UNIQUE INDEX label ON part (label)',
          'CREATE INDEX state ON part (state)',
        ],
        fill: {
          part: {
            rows: 8000,
            columns: {
              id: 'n',
              code: "CONCAT('part-', LPAD(n, 5, '0'))",
              label: "CONCAT(LPAD(n, 6, '0'), ' is the label of a part')",
              state: "ELT(1 + MOD(n, 3), 'new', 'old', 'sold')",
              hits: 'n',
            },
          },
        },
        cases: [
          {
            says: 'a prefix that all values share',
            fires: true,
            sql: "SELECT hits FROM part WHERE code = 'part-00777'",
            index: ['code(10)'],
          },
        ],
      },
      {
        schema: [
          'CREATE TABLE part (id INT NOT NULL PRIMARY KEY, code VARCHAR(40) NOT NULL, label VARCHAR(60) NOT NULL, state VARCHAR(8) NOT NULL, hits INT)',
          'CREATE UNIQUE INDEX label ON part (label)',
          'CREATE INDEX state ON part (state)',
        ],
        fill: {
          part: {
            rows: 8000,
            columns: {
              id: 'n',
              code: "'x'",
              label: "CONCAT(LPAD(n, 6, '0'), ' is the label of a part')",
              state: "ELT(1 + MOD(n, 3), 'new', 'old', 'sold')",
              hits: 'n',
            },
          },
        },
        cases: [
          { says: 'a unique index', fires: false, sql: "SELECT hits FROM part WHERE label = 'x'" },
          { says: 'a short column', fires: false, sql: "SELECT hits FROM part WHERE state = 'old'" },
        ],
      },
    ],
  },
  {
    rule: 'max-group-loose-scan',
    fill: {
      probe: { rows: 10_000, columns: { id: 'n', sensor: 'MOD(n, 20)', taken: 'MOD(n * 7919, 20011)', body: long } },
    },
    cases: [
      {
        says: 'smallest and largest',
        fires: true,
        sql: 'SELECT sensor, MIN(taken), MAX(taken) FROM probe GROUP BY sensor',
        index: ['sensor', 'taken'],
      },
      { says: 'a sum beside it', fires: false, sql: 'SELECT sensor, MAX(taken), SUM(id) FROM probe GROUP BY sensor' },
      { says: 'groups of one row', fires: false, sql: 'SELECT id, MAX(taken) FROM probe GROUP BY id' },
      { says: 'no groups', fires: false, sql: 'SELECT MAX(taken) FROM probe' },
    ],
  },
  {
    rule: 'skip-scan-in-use',
    fill: {
      reading: { rows: 20_000, columns: { id: 'n', station: 'MOD(n, 40)', heat: 'MOD(n * 7919, 10007)' } },
    },
    servers: ['mysql80', 'mysql97'],
    cases: [
      { says: 'a range between', fires: true, sql: 'SELECT station, heat FROM reading WHERE heat BETWEEN 70 AND 75' },
      {
        says: 'the first part is asked for',
        fires: false,
        sql: 'SELECT station, heat FROM reading WHERE station = 7 AND heat > 10000',
      },
    ],
    worlds: [
      {
        schema: [
          'CREATE TABLE meter (id INT NOT NULL PRIMARY KEY, station INT NOT NULL, heat INT NOT NULL)',
          'CREATE INDEX station_heat ON meter (station, heat)',
        ],
        fill: { meter: { rows: 20_000, columns: { id: 'n', station: 'MOD(n, 3)', heat: 'MOD(n * 7919, 10007)' } } },
        cases: [
          { says: 'three values to step over', fires: false, sql: 'SELECT station, heat FROM meter WHERE heat > 9985' },
        ],
      },
    ],
  },
]
