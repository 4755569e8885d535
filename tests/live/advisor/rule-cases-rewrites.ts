import type { RuleCases } from './rule-case'

const long = "REPEAT('x', 200)"
const hintServers = ['mysql56', 'mysql80', 'mariadb114']

/** Rules whose advice is another way to write the statement, or a hint in it. */
export const rewriteCases: readonly RuleCases[] = [
  {
    rule: 'order-limit-prefer-ordered-index',
    fill: { item: { rows: 30_000, columns: { id: 'n', kind: 'MOD(n * 7, 10)', body: long } } },
    cases: [
      {
        says: 'a hint forces the index of the condition',
        fires: true,
        sql: 'SELECT * FROM item FORCE INDEX (kind) WHERE kind IN (1, 2, 3, 4, 5, 6) ORDER BY id DESC LIMIT 20',
        servers: hintServers,
      },
      {
        says: 'the text of a comment goes on, and the order is hidden on the other side',
        fires: true,
        sql: 'SELECT id, body FROM item WHERE kind IN (2, 4, 6) /* even */ ORDER BY 0 + id LIMIT 10',
      },
      {
        says: 'LIMIT is as large as what matches',
        fires: false,
        sql: 'SELECT * FROM item WHERE kind IN (1, 2, 3) ORDER BY id + 0 DESC LIMIT 5000',
      },
      {
        says: 'no index has the order',
        fires: false,
        sql: 'SELECT * FROM item WHERE kind IN (1, 2, 3, 4, 5, 6) ORDER BY body LIMIT 20',
      },
    ],
    worlds: [
      {
        schema: [
          'CREATE TABLE item (id INT NOT NULL PRIMARY KEY, kind INT NOT NULL, body VARCHAR(400))',
          'CREATE INDEX kind ON item (kind)',
        ],
        fill: {
          item: {
            rows: 30_000,
            columns: { id: 'n', kind: 'CASE WHEN n < 300 THEN n ELSE 1000 + MOD(n, 100) END', body: long },
          },
        },
        cases: [
          {
            says: 'a rare value',
            fires: false,
            sql: 'SELECT * FROM item WHERE kind = 7 ORDER BY id + 0 DESC LIMIT 20',
          },
          {
            says: 'a rare value, its index forced',
            fires: false,
            sql: 'SELECT * FROM item FORCE INDEX (kind) WHERE kind IN (7, 8) ORDER BY id DESC LIMIT 20',
            servers: hintServers,
          },
        ],
      },
    ],
  },
  {
    rule: 'order-limit-correlated-filter',
    fill: {
      item: {
        rows: 60_000,
        columns: { id: 'n', kind: 'CASE WHEN n < 2400 THEN 3 + MOD(n, 2) ELSE 10 + MOD(n * 7, 10) END', body: long },
      },
    },
    cases: [
      {
        says: 'a list of values that only old rows have',
        fires: true,
        sql: 'SELECT * FROM item WHERE kind IN (3, 4) ORDER BY id DESC LIMIT 10',
      },
      {
        says: 'values that rows everywhere have',
        fires: false,
        sql: 'SELECT * FROM item WHERE kind = 12 OR kind = 13 ORDER BY id DESC LIMIT 20',
      },
      {
        says: 'old rows first',
        fires: false,
        sql: 'SELECT * FROM item WHERE kind = 3 OR kind = 4 ORDER BY id LIMIT 20',
      },
    ],
  },
  {
    rule: 'or-across-columns',
    fill: {
      customer: { rows: 20_000, columns: { id: 'n', code: 'MOD(n * 7, 20011)', name: "CONCAT('c', n)" } },
      orders: {
        rows: 60_000,
        columns: {
          id: 'n',
          customer_id: 'MOD(n * 13, 20000)',
          amount: 'MOD(n * 31, 30011)',
          note: "CONCAT('n', MOD(n, 977))",
        },
      },
    },
    cases: [
      {
        says: 'one side has no index',
        fires: true,
        sql: "SELECT note FROM orders WHERE amount = 77 OR note = 'n7'",
        index: ['note'],
      },
      {
        says: 'three sides in two tables, with an order',
        fires: true,
        sql: 'SELECT orders.id AS no, customer.name FROM customer JOIN orders ON customer.id = orders.customer_id WHERE customer.code = 5 OR orders.amount = 9 OR orders.id = 17 ORDER BY no',
      },
      {
        says: 'both indexes are merged',
        fires: false,
        sql: 'SELECT note FROM orders WHERE amount = 77 OR customer_id = 8',
      },
      {
        says: 'each side meets many rows',
        fires: false,
        sql: 'SELECT note FROM orders WHERE amount > 5 OR customer_id > 3',
      },
      { says: 'one column only', fires: false, sql: "SELECT id FROM orders WHERE note = 'n1' OR note = 'n2'" },
    ],
  },
  {
    rule: 'deferred-join-offset',
    fill: { post: { rows: 20_000, columns: { id: 'n', made: 'MOD(n * 7, 5000)', body: "REPEAT('y', 400)" } } },
    cases: [
      {
        says: 'backwards, with a condition in the index',
        fires: true,
        sql: 'SELECT id, body FROM post WHERE made > 100 ORDER BY made DESC, id DESC LIMIT 10 OFFSET 9000',
      },
      {
        says: 'the index holds all that is shown',
        fires: false,
        sql: 'SELECT id, made FROM post ORDER BY made, id LIMIT 20 OFFSET 15000',
      },
      { says: 'a near page', fires: false, sql: 'SELECT * FROM post ORDER BY made, id LIMIT 20 OFFSET 100' },
      {
        says: 'rows that are equal in the order: the page is not certain',
        fires: false,
        sql: 'SELECT * FROM post ORDER BY made LIMIT 20 OFFSET 15000',
      },
    ],
  },
]
