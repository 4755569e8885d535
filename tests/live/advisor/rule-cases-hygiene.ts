import type { RuleCases, World } from './rule-case'

const stock = { stock: { rows: 2000, columns: { id: 'n', a: 'MOD(n, 50)', b: 'MOD(n * 7, 300)' } } }

/** Unique, foreign and partly other indexes, of which none can go. */
const careful: World = {
  schema: [
    'CREATE TABLE owner (id INT NOT NULL PRIMARY KEY)',
    'CREATE TABLE item (id INT NOT NULL PRIMARY KEY, code INT NOT NULL, owner_id INT NOT NULL, FOREIGN KEY (owner_id) REFERENCES owner (id))',
    'CREATE UNIQUE INDEX item_code ON item (code)',
    'CREATE INDEX item_code_owner ON item (code, owner_id)',
    'CREATE INDEX item_id_owner ON item (id, owner_id, code)',
  ],
  fill: {
    owner: { rows: 100, columns: { id: 'n' } },
    item: { rows: 2000, columns: { id: 'n', code: 'n * 3', owner_id: 'MOD(n, 100)' } },
  },
  cases: [{ says: 'a unique one, and one for a foreign key', fires: false, sql: 'SELECT id FROM item WHERE code = 6' }],
}

/** Rules about indexes that are there. */
export const hygieneCases: readonly RuleCases[] = [
  {
    rule: 'index-duplicate',
    fill: stock,
    cases: [{ says: 'a statement that needs neither', fires: true, sql: 'SELECT COUNT(*) FROM stock' }],
    worlds: [careful],
  },
  {
    rule: 'index-redundant',
    fill: stock,
    cases: [
      { says: 'a statement that needs neither', fires: true, sql: 'SELECT b FROM stock WHERE id = 7' },
      {
        says: 'the narrow one is read from end to end',
        fires: false,
        sql: 'SELECT COUNT(*) FROM stock',
        servers: ['mysql56', 'mysql57', 'mysql80', 'mariadb1011', 'mariadb114'],
      },
    ],
    worlds: [careful],
  },
  {
    rule: 'index-unused',
    fill: { entry: { rows: 3000, columns: { id: 'n', account: 'MOD(n, 100)', mark: 'MOD(n * 7, 500)' } } },
    // The servers of the tests have run for minutes.
    limits: { leastDays: 0 },
    // MariaDB counts by performance_schema, which is off there unless asked for.
    servers: ['mysql56', 'mysql57', 'mysql80', 'mysql97', 'pg15', 'pg18'],
    cases: [
      {
        says: 'a change of the table that the index makes dearer',
        fires: true,
        sql: 'UPDATE entry SET mark = mark + 1 WHERE id = 7',
      },
      {
        says: 'a server that has not counted for long',
        fires: false,
        sql: 'SELECT mark FROM entry WHERE account = 7',
        limits: { leastDays: 3650 },
        servers: ['mysql56', 'mysql57', 'mysql80', 'mysql97'],
      },
    ],
    worlds: [
      {
        schema: [
          'CREATE TABLE entry (id INT NOT NULL PRIMARY KEY, account INT NOT NULL)',
          'CREATE INDEX account ON entry (account)',
        ],
        fill: { entry: { rows: 3000, columns: { id: 'n', account: 'MOD(n, 100)' } } },
        cases: [
          {
            says: 'the statement reads it',
            fires: false,
            sql: 'SELECT id FROM entry WHERE account = 7',
            limits: { leastDays: 0 },
          },
        ],
      },
      {
        ...careful,
        cases: [
          {
            says: 'keys that keep a rule',
            fires: false,
            sql: 'SELECT owner_id FROM item WHERE id = 7',
            limits: { leastDays: 0 },
          },
        ],
        schema: careful.schema.slice(0, 3),
      },
    ],
  },
  {
    rule: 'no-primary-key',
    fill: { visit: { rows: 3000, columns: { page: 'MOD(n, 100)', seen: 'n', note: "'x'" } } },
    cases: [{ says: 'a change of the table', fires: true, sql: "UPDATE visit SET note = 'y' WHERE page = 7" }],
    worlds: [
      {
        schema: [
          'CREATE TABLE visit_tmp (page INT NOT NULL, seen INT NOT NULL)',
          'CREATE TABLE keyed (code INT NOT NULL, name VARCHAR(20))',
          'CREATE UNIQUE INDEX code ON keyed (code)',
          'CREATE TABLE brief (a INT NOT NULL)',
        ],
        fill: {
          visit_tmp: { rows: 3000, columns: { page: 'n', seen: 'n' } },
          keyed: { rows: 3000, columns: { code: 'n', name: "'x'" } },
          brief: { rows: 100, columns: { a: 'n' } },
        },
        cases: [
          {
            says: 'a table that is filled and emptied',
            fires: false,
            sql: 'SELECT seen FROM visit_tmp WHERE page = 7',
          },
          { says: 'a unique index without NULLs', fires: false, sql: 'SELECT name FROM keyed WHERE code = 7' },
          { says: 'a hundred rows', fires: false, sql: 'SELECT a FROM brief' },
        ],
      },
    ],
  },
]

/** Rules about primary and foreign keys. */
export const keyCases: readonly RuleCases[] = [
  {
    rule: 'pk-shorten',
    fill: {
      shelf: {
        rows: 10_000,
        columns: { shop: 'FLOOR(n / 1000)', item: 'MOD(n, 1000)', pieces: 'MOD(n * 7, 90)', note: "REPEAT('x', 50)" },
      },
    },
    cases: [
      { says: 'one row of it is changed', fires: true, sql: 'UPDATE shelf SET pieces = 3 WHERE shop = 2 AND item = 7' },
      {
        says: 'another column is changed',
        fires: false,
        sql: "UPDATE shelf SET note = 'x' WHERE shop = 2 AND item = 7",
      },
      { says: 'rows are deleted', fires: false, sql: 'DELETE FROM shelf WHERE shop = 2 AND item = 7' },
      { says: 'it is only read', fires: false, sql: 'SELECT note FROM shelf WHERE shop = 2 AND pieces = 7' },
    ],
    worlds: [
      {
        schema: [
          'CREATE TABLE queue (person INT NOT NULL, place INT NOT NULL, note VARCHAR(20), PRIMARY KEY (person, place))',
          'CREATE TABLE badge (person INT NOT NULL, badge INT NOT NULL, note VARCHAR(20), PRIMARY KEY (person, badge))',
          'CREATE UNIQUE INDEX badge_badge ON badge (badge)',
        ],
        fill: {
          queue: { rows: 10_000, columns: { person: 'FLOOR(n / 50)', place: 'MOD(n, 50)', note: "'x'" } },
          badge: { rows: 10_000, columns: { person: 'FLOOR(n / 3)', badge: 'n', note: "'x'" } },
        },
        cases: [
          {
            says: 'what is left is not unique',
            fires: false,
            sql: 'UPDATE queue SET place = place + 100 WHERE person = 7',
          },
          { says: 'a unique index has fewer columns', fires: true, sql: 'SELECT person FROM badge WHERE badge = 77' },
        ],
      },
    ],
  },
  {
    rule: 'pk-reorder-instead-of-second-key',
    fill: {
      line: { rows: 20_000, columns: { order_id: 'FLOOR(n / 20)', shop: 'MOD(n, 20)', shelf: 'MOD(n * 7, 11)' } },
    },
    cases: [
      { says: 'a search by the second key alone', fires: true, sql: 'SELECT shelf FROM line WHERE shop = 3' },
      {
        says: 'the statement searches by the primary key',
        fires: false,
        sql: 'SELECT shop FROM line WHERE order_id = 77',
      },
    ],
    worlds: [
      {
        schema: [
          'CREATE TABLE part (order_id INT NOT NULL, shop INT NOT NULL, shelf INT NOT NULL, PRIMARY KEY (order_id, shop))',
          'CREATE INDEX shop_shelf ON part (shop, shelf, order_id)',
        ],
        fill: {
          part: { rows: 20_000, columns: { order_id: 'FLOOR(n / 20)', shop: 'MOD(n, 20)', shelf: 'MOD(n * 7, 11)' } },
        },
        cases: [
          {
            says: 'the second key holds more',
            fires: false,
            sql: 'SELECT order_id FROM part WHERE shop = 3 AND shelf = 1',
          },
        ],
      },
    ],
  },
  {
    rule: 'pk-wide-or-random',
    fill: {
      parcel: {
        rows: 12_000,
        columns: { id: "CONCAT('0000-0000-', MOD(n * 7919, 99991), '-', n)", depot: 'MOD(n, 100)', day: 'MOD(n, 365)' },
      },
    },
    cases: [{ says: 'a search by the key', fires: true, sql: "SELECT day FROM parcel WHERE id = 'x'" }],
    worlds: [
      {
        schema: [
          'CREATE TABLE crate (id CHAR(36) NOT NULL PRIMARY KEY, depot INT NOT NULL, day INT NOT NULL)',
          'CREATE INDEX crate_depot ON crate (depot)',
          'CREATE TABLE small (id CHAR(36) NOT NULL PRIMARY KEY, depot INT NOT NULL, day INT NOT NULL)',
          'CREATE INDEX small_depot ON small (depot)',
          'CREATE INDEX small_day ON small (day)',
        ],
        fill: {
          crate: { rows: 12_000, columns: { id: "CONCAT('x', n)", depot: 'MOD(n, 100)', day: 'MOD(n, 365)' } },
          small: { rows: 500, columns: { id: "CONCAT('x', n)", depot: 'MOD(n, 100)', day: 'MOD(n, 365)' } },
        },
        cases: [
          { says: 'one other index', fires: false, sql: 'SELECT day FROM crate WHERE depot = 7' },
          { says: 'a small table', fires: false, sql: 'SELECT day FROM small WHERE depot = 7' },
        ],
      },
    ],
  },
  {
    rule: 'missing-fk-index',
    fill: {
      album: { rows: 2000, columns: { id: 'n', title: "'x'" } },
      track: { rows: 20_000, columns: { id: 'n', album_id: 'MOD(n, 2000)', length: 'MOD(n, 300)' } },
    },
    cases: [
      {
        says: 'the key is changed',
        fires: true,
        sql: 'UPDATE album SET id = id + 5000 WHERE id < 3',
        index: ['album_id'],
      },
      { says: 'another column is changed', fires: false, sql: "UPDATE album SET title = 'y' WHERE id < 3" },
      { says: 'rows are only read', fires: false, sql: 'SELECT title FROM album WHERE id < 3' },
      { says: 'rows of the table that refers are deleted', fires: false, sql: 'DELETE FROM track WHERE id < 3' },
    ],
    worlds: [
      {
        schema: [
          'CREATE TABLE genre (id INT NOT NULL PRIMARY KEY, title VARCHAR(100))',
          'CREATE TABLE song (id INT NOT NULL PRIMARY KEY, genre_id INT NOT NULL REFERENCES genre (id))',
        ],
        fill: {
          genre: { rows: 20, columns: { id: 'n', title: "'x'" } },
          song: { rows: 300, columns: { id: 'n', genre_id: 'MOD(n, 20)' } },
        },
        cases: [{ says: '300 rows refer', fires: false, sql: 'DELETE FROM genre WHERE id < 3' }],
      },
    ],
  },
]
