// Protects --schema without a server: what dumps say becomes the catalog that a server would report, the rest is noted.
import { describe, expect, test } from 'vitest'
import { catalogSchema } from '../../../../src/core/catalog/model'
import type { Version } from '../../../../src/core/engine'
import { readSchema } from '../../../../src/core/sql/ddl/read-schema'
import { Seeded } from './seeded'

const mysql56: Version = { major: 5, minor: 6, patch: 24 }
const mysql80: Version = { major: 8, minor: 0, patch: 31 }

const mysqldump = `-- MySQL dump 10.13
/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
CREATE DATABASE /*!32312 IF NOT EXISTS*/ \`shop\` /*!40100 DEFAULT CHARACTER SET latin1 */ /*!80016 DEFAULT ENCRYPTION='N' */;
USE \`shop\`;
DROP TABLE IF EXISTS \`orders\`;
/*!40101 SET character_set_client = utf8 */;
CREATE TABLE \`orders\` (
  \`id\` int unsigned NOT NULL AUTO_INCREMENT,
  \`status\` enum('new','it''s, (done)') COLLATE latin1_bin DEFAULT 'new',
  \`note\` varchar(80) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_ai_ci DEFAULT NULL COMMENT 'a; b, c)',
  \`day\` date NOT NULL,
  \`hidden\` int DEFAULT NULL /*!80023 INVISIBLE */,
  PRIMARY KEY (\`id\`,\`day\`),
  KEY \`ix_note\` (\`note\`(10),\`status\` DESC) USING BTREE COMMENT 'x' /*!80000 INVISIBLE */
) ENGINE=InnoDB AUTO_INCREMENT=7 DEFAULT CHARSET=latin1
/*!50100 PARTITION BY RANGE (to_days(\`day\`))
(PARTITION p0 VALUES LESS THAN (738000) ENGINE = InnoDB) */;
LOCK TABLES \`orders\` WRITE;
INSERT INTO \`orders\` VALUES (1,'new','CREATE TABLE not_me (a int);','2020-01-01',1);
UNLOCK TABLES;
DELIMITER ;;
/*!50003 CREATE*/ /*!50017 DEFINER=\`root\`@\`localhost\`*/ /*!50003 TRIGGER t BEFORE INSERT ON orders FOR EACH ROW BEGIN SET NEW.day = NOW(); END */;;
DELIMITER ;
`

describe('mysqldump', () => {
  test('table, columns, keys and partitions, and nothing else', () => {
    const { catalog, notes } = readSchema(mysqldump, 'mysql', { version: mysql80 })
    expect(notes).toEqual([])
    expect(catalog.tables).toEqual([
      {
        schema: 'shop',
        name: 'orders',
        engine: 'InnoDB',
        type: 'partitioned',
        columns: [
          { name: 'id', type: 'int unsigned', nullable: false },
          {
            name: 'status',
            type: "enum('new','it''s, (done)')",
            nullable: true,
            charset: 'latin1',
            collation: 'latin1_bin',
            charMaxBytes: 1,
          },
          {
            name: 'note',
            type: 'varchar(80)',
            nullable: true,
            charset: 'utf8mb4',
            collation: 'utf8mb4_0900_ai_ci',
            charMaxBytes: 4,
          },
          { name: 'day', type: 'date', nullable: false },
          { name: 'hidden', type: 'int', nullable: true },
        ],
        indexes: [
          {
            name: 'PRIMARY',
            unique: true,
            visible: true,
            method: 'btree',
            parts: [
              { column: 'id', descending: false },
              { column: 'day', descending: false },
            ],
          },
          {
            name: 'ix_note',
            unique: false,
            visible: false,
            method: 'btree',
            parts: [
              { column: 'note', prefixChars: 10, descending: false },
              { column: 'status', descending: true },
            ],
          },
        ],
        primaryKey: ['id', 'day'],
        foreignKeys: [],
      },
    ])
  })

  test('the same text as an old server reads it: no direction, no invisible key, the width of integers', () => {
    const [table] = readSchema(mysqldump, 'mysql', { version: mysql56 }).catalog.tables
    expect(table?.columns[0]?.type).toBe('int(10) unsigned')
    expect(table?.indexes[1]).toMatchObject({ visible: true, parts: [{ column: 'note' }, { descending: false }] })
  })
})

test('pg_dump: search path, keys and identity that come after the table', () => {
  const text = `SET statement_timeout = 0;
SELECT pg_catalog.set_config('search_path', '', false);
CREATE TABLE app.orders (
    id bigint NOT NULL,
    customer_id integer,
    note character varying(80) DEFAULT 'a;b'::character varying,
    total numeric(12,2)
);
ALTER TABLE app.orders OWNER TO shop;
ALTER TABLE app.orders ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME app.orders_id_seq START WITH 1);
CREATE TABLE app.customers (id integer NOT NULL);
COPY app.customers (id) FROM stdin;
1
\\.
ALTER TABLE ONLY app.customers ADD CONSTRAINT customers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY app.orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY (id);
CREATE INDEX orders_note ON app.orders USING btree (lower((note)::text), total DESC) INCLUDE (customer_id) WHERE (total > (0)::numeric);
ALTER TABLE ONLY app.orders ADD CONSTRAINT orders_customer FOREIGN KEY (customer_id) REFERENCES app.customers(id) ON DELETE CASCADE;
COMMENT ON TABLE app.orders IS 'x';
`
  const { catalog, notes } = readSchema(text, 'postgres', { collation: 'en_US.utf8' })
  expect(notes).toEqual([])
  expect(catalog.tables[0]).toEqual({
    schema: 'app',
    name: 'orders',
    engine: 'heap',
    columns: [
      { name: 'id', type: 'bigint', nullable: false },
      { name: 'customer_id', type: 'integer', nullable: true },
      { name: 'note', type: 'character varying(80)', nullable: true, collation: 'en_US.utf8' },
      { name: 'total', type: 'numeric(12,2)', nullable: true },
    ],
    indexes: [
      {
        name: 'orders_pkey',
        unique: true,
        visible: true,
        method: 'btree',
        parts: [{ column: 'id', descending: false }],
      },
      {
        name: 'orders_note',
        unique: false,
        visible: true,
        method: 'btree',
        parts: [
          { expression: 'lower(note::text)', descending: false },
          { column: 'total', descending: true },
        ],
        include: ['customer_id'],
        where: 'total > 0::numeric',
      },
    ],
    primaryKey: ['id'],
    foreignKeys: [{ name: 'orders_customer', columns: ['customer_id'], toTable: 'customers', toColumns: ['id'] }],
  })
})

describe('what is not understood is noted with its place', () => {
  test.each([
    ['an unknown statement', 'mysql', 'FROBNICATE t;', 'FROBNICATE t'],
    ['an unknown attribute', 'mysql', 'CREATE TABLE t (a INT SPARKLING, b INT)', 'SPARKLING'],
    ['an unknown type', 'mysql', 'CREATE TABLE t (a FLUFF(3))', 'FLUFF(3)'],
    ['a key without parts', 'mysql', 'CREATE TABLE t (a INT, KEY x)', 'KEY x'],
    [
      'an index of a table that is not there',
      'mysql',
      'CREATE INDEX x ON nowhere (a)',
      'CREATE INDEX x ON nowhere (a)',
    ],
    ['columns from a query', 'mysql', 'CREATE TABLE t (a INT) SELECT 1 AS b', 'SELECT 1 AS b'],
    ['a view', 'mysql', 'CREATE VIEW v AS SELECT 1', 'CREATE VIEW v AS SELECT 1'],
    [
      'an expression',
      'mysql',
      "CREATE TABLE t (a INT, b INT AS (TRIM(LEADING 'x' FROM a)))",
      "TRIM(LEADING 'x' FROM a)",
    ],
    ['a part of a column', 'postgres', 'CREATE TABLE t (a int SPARKLING)', 'SPARKLING'],
    [
      'a foreign table',
      'postgres',
      'CREATE FOREIGN TABLE t (a int) SERVER s',
      'CREATE FOREIGN TABLE t (a int) SERVER s',
    ],
    ['an unknown change', 'postgres', 'CREATE TABLE t (a int); ALTER TABLE t SPARKLE', 'SPARKLE'],
    ['a column of an unknown name', 'postgres', 'CREATE TABLE t (a int); CREATE INDEX i ON t ((b + 1))', 'b + 1'],
  ] as const)('%s', (_title, dialect, text, place) => {
    const { notes } = readSchema(text, dialect)
    expect(notes.map(({ span }) => text.slice(span.start, span.end))).toContain(place)
  })

  test('the rest of the text is still read', () => {
    const { catalog } = readSchema('CREATE TABLE a (x INT SPARKLING, y INT); ???; CREATE TABLE b (z INT)', 'mysql')
    expect(catalog.tables.map((table) => [table.name, table.columns.map((column) => column.name)])).toEqual([
      ['a', ['x', 'y']],
      ['b', ['z']],
    ])
  })
})

test.each([
  [
    'MariaDB skips executable comments for MySQL 8',
    'mariadb',
    'CREATE TABLE t (a INT /*!80023 INVISIBLE SPARKLING */)',
    0,
  ],
  ['MariaDB runs its own', 'mariadb', 'CREATE TABLE t (a INT /*M!100301 SPARKLING */)', 1],
  ['MySQL takes those of MariaDB for comments', 'mysql', 'CREATE TABLE t (a INT /*M!100301 SPARKLING */)', 0],
] as const)('%s', (_title, dialect, text, notes) => {
  expect(readSchema(text, dialect).notes).toHaveLength(notes)
})

test.each([
  ['mysqldump of 5.7', '-- Server version\t5.7.22-log', 'int(11)'],
  ['mysqldump of 8.0', '-- Server version\t8.0.31', 'int'],
  ['no word of it', '-- nothing', 'int'],
])('a dump says which server it came from: %s', (_title, head, type) => {
  const { catalog } = readSchema(`-- MySQL dump 10.13\n${head}\nCREATE TABLE t (a INTEGER);`, 'mysql')
  expect(catalog.tables[0]?.columns[0]?.type).toBe(type)
})

test('later statements change what earlier ones made', () => {
  const text = `CREATE TABLE a (x INT, KEY k (x)); ALTER TABLE a RENAME TO b, ADD y INT FIRST; DROP INDEX k ON b;
    CREATE TABLE c LIKE b; RENAME TABLE c TO d; DROP TABLE IF EXISTS b;`
  const { catalog, notes } = readSchema(text, 'mysql')
  expect(notes).toEqual([])
  expect(catalog.tables).toMatchObject([{ name: 'd', columns: [{ name: 'y' }, { name: 'x' }], indexes: [] }])
})

test('no text makes it throw or give a catalog against the contract', () => {
  const random = new Seeded(4)
  const pieces = mysqldump.split(/\b/)
  for (const dialect of ['mysql', 'mariadb', 'postgres'] as const) {
    for (let round = 0; round < 150; round++) {
      const text = pieces
        .map((piece) => (random.chance(0.03) ? random.pick(['(', ')', ',', "'", 'KEY', ';', '\0', '::', '[']) : piece))
        .filter(() => !random.chance(0.03))
        .join('')
      const { catalog, notes } = readSchema(text, dialect)
      expect(catalogSchema.safeParse(catalog).error?.issues ?? [], text).toEqual([])
      for (const { span } of notes) expect(span.start <= span.end && span.end <= text.length).toBe(true)
    }
  }
})

test('deep nesting is given up, not the stack', () => {
  const deep = `CREATE TABLE t (a INT, b INT AS (${'('.repeat(20_000)}a${')'.repeat(20_000)}))`
  expect(readSchema(deep, 'mysql').notes.map((note) => note.message)).toContain(
    'This expression is kept as it is written.',
  )
})
