/** Tables that are hard to copy. Versions that lack a feature leave the table out. */
export interface OddTable {
  readonly name: string
  readonly statements: readonly string[]
  /** Ids of servers that cannot have it. */
  readonly notOn?: readonly string[]
}

const fill = (table: string, columns: string, values: string) =>
  `INSERT INTO ${table} (${columns}) SELECT ${values} FROM numbers`

export const mysqlOdd: readonly OddTable[] = [
  {
    name: 'Odd `Name"\'s',
    statements: [
      'CREATE TABLE `Odd ``Name"\'s` (`select` INT NOT NULL, `a b` VARCHAR(20) COLLATE utf8mb4_bin, `x``y` INT, PRIMARY KEY (`select`), KEY `k "1` (`x``y`, `a b`(5)))',
      fill('`Odd ``Name"\'s`', '`select`, `a b`, `x``y`', 'id, word, id % 7'),
    ],
  },
  {
    name: 'order',
    statements: [
      'CREATE TABLE `order` (id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, day DATE NOT NULL, total DECIMAL(10,2), UNIQUE KEY u (day, id))',
      fill('`order`', 'day, total', "'2026-01-01' + INTERVAL id DAY, id / 4"),
    ],
  },
  {
    name: 'keyless',
    statements: [
      'CREATE TABLE keyless (a INT, b VARCHAR(30) CHARACTER SET latin1, KEY a (a))',
      fill('keyless', 'a, b', 'id % 10, word'),
    ],
  },
  {
    name: 'parts',
    statements: [
      'CREATE TABLE parts (id INT NOT NULL, y INT NOT NULL, PRIMARY KEY (id, y), KEY y (y)) PARTITION BY RANGE (y) (PARTITION p0 VALUES LESS THAN (5), PARTITION p1 VALUES LESS THAN MAXVALUE)',
      fill('parts', 'id, y', 'id, id % 10'),
    ],
  },
  {
    name: 'child',
    statements: [
      'CREATE TABLE child (id INT NOT NULL PRIMARY KEY, parent INT NOT NULL, KEY parent (parent), CONSTRAINT child_parent FOREIGN KEY (parent) REFERENCES numbers (id))',
      fill('child', 'id, parent', 'id, id'),
    ],
  },
  {
    name: 'computed',
    notOn: ['mysql56'],
    statements: [
      'CREATE TABLE computed (id INT NOT NULL PRIMARY KEY, a INT, b INT AS (a * 2) VIRTUAL, c INT AS (a + 1) STORED, KEY b (b), KEY c (c))',
      fill('computed', 'id, a', 'id, id % 9'),
    ],
  },
  {
    name: 'checked',
    notOn: ['mysql56', 'mysql57'],
    statements: [
      'CREATE TABLE checked (id INT NOT NULL PRIMARY KEY, a INT, b INT, CHECK (a >= 0), CONSTRAINT both_small CHECK (a < 100 AND b < 100))',
      fill('checked', 'id, a, b', 'id, id % 9, id % 8'),
    ],
  },
  {
    name: 'expressed',
    notOn: ['mysql56', 'mysql57', 'mariadb1011', 'mariadb114'],
    statements: [
      'CREATE TABLE expressed (id INT NOT NULL PRIMARY KEY, a INT, b INT, KEY e ((a + b), id DESC), KEY hidden (b) INVISIBLE)',
      fill('expressed', 'id, a, b', 'id, id % 9, id % 8'),
    ],
  },
  {
    name: 'old',
    statements: [
      "SET SESSION sql_mode = ''",
      "CREATE TABLE old (id INT NOT NULL PRIMARY KEY, at DATETIME NOT NULL DEFAULT '0000-00-00 00:00:00') ENGINE=MyISAM",
      fill('old', 'id, at', "id - 1, '0000-00-00'"),
      'SET SESSION sql_mode = DEFAULT',
    ],
  },
  {
    name: 'numbers_of_zero',
    statements: [
      'CREATE TABLE numbers_of_zero (id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, a INT)',
      "SET SESSION sql_mode = 'NO_AUTO_VALUE_ON_ZERO'",
      fill('numbers_of_zero', 'id, a', 'id - 1, 3'),
      'SET SESSION sql_mode = DEFAULT',
    ],
  },
]

export const postgresOdd: readonly OddTable[] = [
  {
    name: 'Odd "Name\'s',
    statements: [
      'CREATE TABLE "Odd ""Name\'s" ("select" int PRIMARY KEY, "a b" text COLLATE "C", "x""y" int)',
      'CREATE INDEX "k ""1 ON x" ON "Odd ""Name\'s" ("x""y", "a b" DESC)',
      fill('"Odd ""Name\'s"', '"select", "a b", "x""y"', 'id, word, id % 7'),
    ],
  },
  {
    name: 'order',
    statements: [
      'CREATE TABLE "order" (id serial PRIMARY KEY, day date NOT NULL, total numeric(10,2), CONSTRAINT u UNIQUE (day, id)) WITH (fillfactor = 70)',
      fill('"order"', 'day, total', "date '2026-01-01' + id, id / 4.0"),
    ],
  },
  {
    name: 'keyless',
    statements: [
      'CREATE TABLE keyless (a int, b varchar(30))',
      'CREATE INDEX keyless_a_idx ON keyless (a)',
      fill('keyless', 'a, b', 'id % 10, word'),
    ],
  },
  {
    name: 'parts',
    statements: [
      'CREATE TABLE parts (id int NOT NULL, y int NOT NULL, PRIMARY KEY (id, y)) PARTITION BY RANGE (y)',
      'CREATE TABLE parts_low PARTITION OF parts FOR VALUES FROM (0) TO (5)',
      'CREATE TABLE parts_high PARTITION OF parts FOR VALUES FROM (5) TO (100) PARTITION BY LIST (y)',
      'CREATE TABLE parts_odd PARTITION OF parts_high FOR VALUES IN (5, 7, 9)',
      'CREATE TABLE parts_rest PARTITION OF parts_high DEFAULT',
      'CREATE INDEX parts_y ON parts (y)',
      'CREATE INDEX only_low ON parts_low (id)',
      fill('parts', 'id, y', 'id, id % 10'),
    ],
  },
  {
    name: 'child',
    statements: [
      'CREATE TABLE child (id int PRIMARY KEY, parent int NOT NULL REFERENCES numbers (id))',
      'CREATE INDEX child_parent ON child (parent)',
      fill('child', 'id, parent', 'id, id'),
    ],
  },
  {
    name: 'computed',
    statements: [
      'CREATE TABLE computed (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, a int, c int GENERATED ALWAYS AS (a + 1) STORED)',
      'CREATE INDEX computed_c ON computed (c) WHERE a > 3',
      'CREATE INDEX computed_e ON computed ((a * 2), id) INCLUDE (c)',
      fill('computed', 'a', 'id % 9'),
    ],
  },
  {
    name: 'checked',
    statements: [
      "CREATE TYPE mood AS ENUM ('so', 'la')",
      "CREATE TABLE checked (id int PRIMARY KEY, a int CHECK (a >= 0), b int, m mood DEFAULT 'so', CONSTRAINT both_small CHECK (a < 100 AND b < 100), EXCLUDE USING btree (id WITH =))",
      fill('checked', 'id, a, b', 'id, id % 9, id % 8'),
    ],
  },
  {
    name: 'shared',
    statements: [
      'CREATE SEQUENCE tickets START 5000 INCREMENT 5',
      "CREATE TABLE shared (id bigint DEFAULT nextval('tickets') PRIMARY KEY, code text)",
      fill('shared', 'id, code', 'id, word'),
    ],
  },
]
