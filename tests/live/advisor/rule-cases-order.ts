import type { RuleCases } from './rule-case'

const long = "REPEAT('x', 100)"

/** Rules that say in which order the parts of an index should stand. */
export const orderCases: readonly RuleCases[] = [
  {
    rule: 'index-composite-order',
    fill: { mail: { rows: 20_000, columns: { id: 'n', sent: 'MOD(n * 7, 1300)', kind: 'MOD(n, 50)', body: long } } },
    // PostgreSQL checks the later part in the index: only a long range is worth another order there.
    postgresFill: {
      mail: { rows: 40_000, columns: { id: 'n', sent: 'MOD(n * 7, 2003)', kind: 'MOD(n, 2000)', body: long } },
    },
    cases: [
      {
        says: 'a BETWEEN in front of an equality',
        fires: true,
        sql: {
          mysql: 'SELECT body FROM mail WHERE sent BETWEEN 100 AND 160 AND kind = 7',
          postgres: 'SELECT body FROM mail WHERE sent BETWEEN 100 AND 900 AND kind = 7',
        },
        index: ['kind', 'sent'],
      },
      { says: 'a range alone', fires: false, sql: 'SELECT body FROM mail WHERE sent > 1280' },
      { says: 'equalities on all parts', fires: false, sql: 'SELECT body FROM mail WHERE sent = 77 AND kind = 7' },
      {
        says: 'the primary key finds the row',
        fires: false,
        sql: 'SELECT body FROM mail WHERE id = 5 AND sent > 3 AND kind = 7',
      },
    ],
    worlds: [
      {
        schema: [
          'CREATE TABLE task (id INT NOT NULL PRIMARY KEY, due INT NOT NULL, done INT NOT NULL, body VARCHAR(200))',
          'CREATE INDEX due_done ON task (due, done)',
          'CREATE INDEX done ON task (done)',
        ],
        fill: {
          task: {
            rows: 20_000,
            columns: { id: 'n', due: 'MOD(n * 7, 10000)', done: 'CASE WHEN n < 19900 THEN 1 ELSE 0 END', body: long },
          },
        },
        cases: [
          {
            says: 'the later column has one value nearly everywhere, and two kinds',
            fires: false,
            sql: 'SELECT body FROM task WHERE due > 9800 AND done >= 0',
          },
        ],
      },
    ],
  },
  {
    rule: 'composite-eq-range-order',
    fill: { jobs: { rows: 20_000, columns: { id: 'n', state: 'MOD(n, 100)', due: 'MOD(n * 7, 10000)', body: long } } },
    cases: [
      {
        says: 'two equalities and a range',
        fires: true,
        sql: 'SELECT body FROM jobs WHERE state = 3 AND due < 3000',
        index: ['state', 'due'],
      },
      { says: 'a range alone', fires: false, sql: 'SELECT body FROM jobs WHERE due > 9900' },
      { says: 'the row itself', fires: false, sql: 'SELECT body FROM jobs WHERE id = 77 AND state = 3 AND due > 7' },
    ],
    worlds: [
      {
        schema: [
          'CREATE TABLE few (id INT NOT NULL PRIMARY KEY, state INT NOT NULL, due INT NOT NULL, body VARCHAR(200))',
        ],
        fill: { few: { rows: 600, columns: { id: 'n', state: 'MOD(n, 40)', due: 'MOD(n * 7, 100)', body: long } } },
        cases: [
          { says: 'a table of 600 rows', fires: false, sql: 'SELECT body FROM few WHERE state = 3 AND due > 90' },
        ],
      },
    ],
  },
  {
    rule: 'index-missing-prefix',
    fill: {
      line: { rows: 30_000, columns: { order_id: 'FLOOR(n / 30)', shop: 'MOD(n, 30)', shelf: 'MOD(n * 7, 11)' } },
    },
    cases: [
      {
        says: 'an equality on the last part alone',
        fires: true,
        sql: 'SELECT order_id FROM line WHERE shop = 7',
      },
      {
        says: 'an equality on the first part',
        fires: false,
        sql: 'SELECT shop FROM line WHERE order_id = 77 AND shelf = 3',
      },
      { says: 'no equality at all', fires: false, sql: 'SELECT COUNT(*) FROM line' },
    ],
    worlds: [
      {
        schema: ['CREATE TABLE tiny (a INT NOT NULL, b INT NOT NULL, c INT NOT NULL, PRIMARY KEY (a, b, c))'],
        fill: { tiny: { rows: 300, columns: { a: 'n', b: 'MOD(n, 30)', c: 'MOD(n, 7)' } } },
        cases: [{ says: 'a tiny table', fires: false, sql: 'SELECT a FROM tiny WHERE b = 3 AND c = 1' }],
      },
    ],
  },
  {
    rule: 'index-for-order-by',
    fill: {
      people: {
        rows: 18_000,
        columns: {
          id: 'n',
          district: 'MOD(n, 10)',
          last: 'FLOOR(MOD(n, 30) / 10) + 5',
          first: "CONCAT('n', MOD(n * 31, 9973))",
          rest: long,
        },
      },
    },
    cases: [
      {
        says: 'one equality and two columns of order',
        fires: true,
        sql: 'SELECT id, last FROM people WHERE district = 4 ORDER BY last, first',
      },
      {
        says: 'a range before the order',
        fires: false,
        sql: 'SELECT id, rest FROM people WHERE district > 7 AND last > 3 ORDER BY first',
      },
      { says: 'the primary key gives the order', fires: false, sql: 'SELECT id, rest FROM people ORDER BY id' },
      {
        says: 'few rows are sorted',
        fires: false,
        sql: 'SELECT id, rest FROM people WHERE id < 90 ORDER BY first',
      },
    ],
  },
  {
    rule: 'index-for-order-limit',
    fill: {
      news: { rows: 15_000, columns: { id: 'n', topic: 'MOD(n, 10)', score: 'MOD(n * 7919, 30011)', body: long } },
    },
    cases: [
      {
        says: 'the first of the whole table',
        fires: true,
        sql: 'SELECT id, body FROM news ORDER BY score LIMIT 5',
        index: ['score'],
      },
      {
        says: 'LIMIT over the primary key',
        fires: false,
        sql: 'SELECT id, body FROM news ORDER BY id DESC LIMIT 10',
      },
      {
        says: 'LIMIT as large as what matches',
        fires: false,
        sql: 'SELECT id, body FROM news WHERE topic = 3 ORDER BY score LIMIT 3000',
      },
    ],
  },
  {
    rule: 'missing-join-index',
    fill: {
      buyer: { rows: 5000, columns: { id: 'n', code: 'MOD(n * 7, 1000)' } },
      sale: { rows: 20_000, columns: { id: 'n', buyer_id: 'MOD(n * 31, 5000)', amount: 'MOD(n, 97)' } },
    },
    cases: [
      {
        says: 'a join written in WHERE',
        fires: true,
        sql: 'SELECT sale.id FROM buyer, sale WHERE sale.buyer_id = buyer.id AND buyer.code IN (3, 4, 5)',
      },
      {
        says: 'the whole outer table',
        fires: false,
        sql: 'SELECT SUM(sale.amount) FROM buyer JOIN sale ON sale.buyer_id = buyer.id',
      },
      {
        says: 'the inner table is found by its primary key',
        fires: false,
        sql: 'SELECT buyer.code FROM sale JOIN buyer ON buyer.id = sale.buyer_id WHERE sale.id < 20',
      },
    ],
  },
  {
    rule: 'unindexed-range',
    fill: { bill: { rows: 10_000, columns: { id: 'n', total: 'MOD(n * 7, 10000)', body: long } } },
    cases: [
      {
        says: 'a range with both ends',
        fires: true,
        sql: 'SELECT id, body FROM bill WHERE total BETWEEN 100 AND 140',
        index: ['total'],
      },
      { says: 'an equality', fires: false, sql: 'SELECT id, body FROM bill WHERE total = 9900' },
      { says: 'a range of the primary key', fires: false, sql: 'SELECT total, body FROM bill WHERE id > 9900' },
      { says: 'what only leaves out NULL', fires: false, sql: 'SELECT id FROM bill WHERE body IS NOT NULL' },
      { says: 'no condition', fires: false, sql: 'SELECT SUM(total) FROM bill' },
    ],
    worlds: [
      {
        schema: ['CREATE TABLE word (id INT NOT NULL PRIMARY KEY, said VARCHAR(60) NOT NULL, body VARCHAR(200))'],
        fill: {
          word: { rows: 10_000, columns: { id: 'n', said: "CONCAT('w', MOD(n * 7, 10000), ' and more')", body: long } },
        },
        cases: [
          {
            says: 'LIKE with a known beginning',
            fires: true,
            sql: "SELECT body FROM word WHERE said LIKE 'w77%'",
          },
          { says: 'LIKE without one', fires: false, sql: "SELECT body FROM word WHERE said LIKE '%77 and%'" },
        ],
      },
      {
        schema: ['CREATE TABLE few (id INT NOT NULL PRIMARY KEY, total INT NOT NULL, body VARCHAR(200))'],
        fill: { few: { rows: 900, columns: { id: 'n', total: 'MOD(n * 7, 1000)', body: long } } },
        cases: [{ says: 'a small table', fires: false, sql: 'SELECT body FROM few WHERE total > 990' }],
      },
    ],
  },
]
