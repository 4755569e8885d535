// Protects the rewritten texts: what moves, what stays as it was written, and what is left alone because it cannot move.
import { describe, expect, test } from 'vitest'
import { byPreconditions, pipesMeanOr, underLimit } from '../../../../src/core/advisor/rewrites/advice-parts'
import { asDeferredJoin } from '../../../../src/core/advisor/rewrites/deferred-join'
import { asInSubquery } from '../../../../src/core/advisor/rewrites/in-subquery'
import { unhinted, withHints } from '../../../../src/core/advisor/rewrites/index-hints'
import { fenced, unfenced } from '../../../../src/core/advisor/rewrites/order-fence'
import { onlyTable, type Rewritable, rewritable } from '../../../../src/core/advisor/rewrites/rewritable'
import { asUnionOfKeys } from '../../../../src/core/advisor/rewrites/union-of-keys'
import { asTopOfEach, asUnionOfArms } from '../../../../src/core/advisor/rewrites/unions'
import { valueLists, writtenOrs } from '../../../../src/core/advisor/rewrites/written-or'
import { readMysqlStatement } from '../../../../src/core/keyparts/mysql-reading'
import { readSchema } from '../../../../src/core/sql/ddl/read-schema'
import { mysql8 } from '../../../kit/advice-facts'

const schema = `CREATE TABLE items (id INT NOT NULL PRIMARY KEY, kind ENUM('A','B','C'), size INT NOT NULL, title VARCHAR(80),
  KEY kind (kind), KEY size (size)) ENGINE=InnoDB;
CREATE TABLE parts (a INT NOT NULL, b INT NOT NULL, item_id INT, note VARCHAR(20), PRIMARY KEY (a, b), KEY item_id (item_id)) ENGINE=InnoDB;`
const { catalog } = readSchema(schema, 'mysql', { version: mysql8.version, schema: 'shop' })

function read(sql: string): Rewritable | undefined {
  const meaning = readMysqlStatement(sql, 'mysql', catalog, mysql8)?.meaning
  return rewritable({ sql, dialect: 'mysql', engine: mysql8, catalog, meaning, grammar: undefined })
}

function known(sql: string): Rewritable {
  const of = read(sql)
  if (!of) throw new Error(`Left alone: ${sql}`)
  return of
}

/** The statement's only table, and the statement without its hints. */
function plain(sql: string) {
  const first = known(sql)
  const only = onlyTable(first)
  const of = only && unhinted(first, only)
  const again = of && onlyTable(of)
  if (!of || !again) throw new Error(`No table: ${sql}`)
  return { of, only: again }
}

describe('left alone', () => {
  test.each([
    ['a lock', 'SELECT id FROM items WHERE size = 1 ORDER BY id LIMIT 5 FOR UPDATE'],
    ['a target', "SELECT id FROM items WHERE size = 1 LIMIT 5 INTO OUTFILE 'x'"],
    ['a placeholder, which is counted', 'SELECT id FROM items WHERE size = ? OR kind = ?'],
    ['a number that is drawn for each row', 'SELECT id FROM items WHERE size > RAND() * 5 ORDER BY id LIMIT 5'],
    ['a variable that is set on the way', 'SELECT @n := @n + 1 FROM items WHERE size = 1 OR id = 3'],
    ['a count of all rows beside the page', 'SELECT SQL_CALC_FOUND_ROWS id FROM items ORDER BY id LIMIT 5'],
    ['a union', 'SELECT id FROM items UNION SELECT a FROM parts'],
    ['a common table expression', 'WITH x AS (SELECT 1) SELECT id FROM items, x'],
    [
      'a text that only a program writes',
      `SELECT id FROM items WHERE size IN (${Array(20_000).fill(1)}) ORDER BY id LIMIT 5`,
    ],
    ['two statements', 'SELECT 1; SELECT id FROM items'],
    ['an explained one', 'EXPLAIN SELECT id FROM items WHERE size = 1 OR id = 2'],
    ['what is no statement', 'SELECT id FROM items WHERE size ='],
    ['SQL for some servers only', 'SELECT /*!50001 id */ FROM items'],
    ['a limit on what is examined', 'SELECT id FROM items ORDER BY id LIMIT 5 ROWS EXAMINED 100'],
  ])('%s', (_says, sql) => {
    expect(read(sql)).toBeUndefined()
  })

  test('the time of the statement may move: it is one for all rows', () => {
    expect(read('SELECT id FROM items WHERE size < UNIX_TIMESTAMP() OR id = 3')).toBeDefined()
  })
})

describe('IN (SELECT …)', () => {
  test.each([
    [
      'hints go, comments stay',
      "SELECT * /* all */ FROM items FORCE INDEX (kind) WHERE (kind = 'A' OR kind = 'B') -- two\nORDER BY id DESC LIMIT 20",
      "SELECT * /* all */ FROM items WHERE `items`.`id` IN (SELECT `items`.`id` FROM items WHERE (kind = 'A' OR kind = 'B')) -- two\nORDER BY id DESC LIMIT 20",
    ],
    [
      'an alias, and a schema',
      'select i.id from shop.items as i where i.size > 3 order by i.id limit 5',
      'select i.id from shop.items as i where `i`.`id` IN (SELECT `i`.`id` FROM shop.items as i WHERE i.size > 3) order by i.id limit 5',
    ],
  ])('%s', (_says, sql, expected) => {
    const { of, only } = plain(sql)
    expect(asInSubquery(of, only)).toBe(expected)
  })

  test('a key of two columns and a statement without WHERE have none', () => {
    const two = plain('SELECT note FROM parts WHERE item_id = 3 ORDER BY a, b LIMIT 5')
    const bare = plain('SELECT id FROM items ORDER BY size, id LIMIT 5')
    expect([asInSubquery(two.of, two.only), asInSubquery(bare.of, bare.only)]).toEqual([undefined, undefined])
  })
})

describe('deferred join', () => {
  test.each([
    [
      'condition, order and limit go inside; the order stays outside too',
      "SELECT * FROM items WHERE kind = 'A' ORDER BY size, id DESC LIMIT 20 OFFSET 100",
      "SELECT `items`.* FROM items JOIN (SELECT `items`.`id` AS picked_1 FROM items WHERE kind = 'A' ORDER BY `items`.`size`, `items`.`id` DESC LIMIT 20 OFFSET 100) AS `picked` ON `picked`.picked_1 = `items`.`id` ORDER BY size, id DESC",
    ],
    [
      'a key of two columns',
      'SELECT p.note FROM parts p ORDER BY p.a, p.b LIMIT 7',
      'SELECT p.note FROM parts p JOIN (SELECT `p`.`a` AS picked_1, `p`.`b` AS picked_2 FROM parts p ORDER BY `p`.`a`, `p`.`b` LIMIT 7) AS `picked` ON `picked`.picked_1 = `p`.`a` AND `picked`.picked_2 = `p`.`b` ORDER BY p.a, p.b',
    ],
    [
      'an alias of the select list in the order is the column inside',
      'SELECT id AS n, title FROM items ORDER BY n LIMIT 3, 4',
      'SELECT id AS n, title FROM items JOIN (SELECT `items`.`id` AS picked_1 FROM items ORDER BY `items`.`id` LIMIT 3, 4) AS `picked` ON `picked`.picked_1 = `items`.`id` ORDER BY n',
    ],
    [
      'a table that is called picked',
      'SELECT id FROM items picked WHERE size = 1 ORDER BY id LIMIT 3',
      'SELECT id FROM items picked JOIN (SELECT `picked`.`id` AS picked_1 FROM items picked WHERE size = 1 ORDER BY `picked`.`id` LIMIT 3) AS `picked_keys` ON `picked_keys`.picked_1 = `picked`.`id` ORDER BY id',
    ],
  ])('%s', (_says, sql, expected) => {
    const { of, only } = plain(sql)
    expect(asDeferredJoin(of, only)).toBe(expected)
  })

  test('an order by an expression stays where it is', () => {
    const { of, only } = plain('SELECT id FROM items ORDER BY size + id LIMIT 5')
    expect(asDeferredJoin(of, only)).toBeUndefined()
  })
})

describe('the first rows of each value', () => {
  const topOfEach = (sql: string) => {
    const { of, only } = plain(sql)
    const [list] = valueLists(of, only.source.source)
    return list && asTopOfEach(of, list)?.sql
  }
  test.each([
    [
      'each member reads as far as the page goes',
      'SELECT id, size FROM items WHERE size IN (1, 2) AND id > 5 ORDER BY id LIMIT 10 OFFSET 30',
      '(SELECT id, size FROM items WHERE size = 1 AND id > 5 ORDER BY id LIMIT 40)\nUNION ALL\n(SELECT id, size FROM items WHERE size = 2 AND id > 5 ORDER BY id LIMIT 40)\nORDER BY `id` LIMIT 10 OFFSET 30',
    ],
    [
      'an OR in parentheses',
      "SELECT i.id FROM items i WHERE (i.kind = 'A' or i.kind = 'B') ORDER BY i.id DESC LIMIT 2",
      "(SELECT i.id FROM items i WHERE (i.kind = 'A') ORDER BY i.id DESC LIMIT 2)\nUNION ALL\n(SELECT i.id FROM items i WHERE (i.kind = 'B') ORDER BY i.id DESC LIMIT 2)\nORDER BY `id` DESC LIMIT 2",
    ],
  ])('%s', (_says, sql, expected) => {
    expect(topOfEach(sql)).toBe(expected)
  })
  test.each([
    ['a value that is there twice', 'SELECT id FROM items WHERE size IN (1, 01) ORDER BY id LIMIT 3'],
    ['values that a collation may hold for one', "SELECT id FROM items WHERE title IN ('i', 'J') ORDER BY id LIMIT 3"],
    ['an order that is not shown', 'SELECT title FROM items WHERE size IN (1, 2) ORDER BY id LIMIT 3'],
    [
      'an ENUM, which a union sorts as text',
      'SELECT kind, id FROM items WHERE size IN (1, 2) ORDER BY kind, id LIMIT 3',
    ],
    ['a list that must not hold', 'SELECT id FROM items WHERE NOT (size IN (1, 2)) ORDER BY id LIMIT 3'],
    ['two columns', "SELECT id FROM items WHERE size = 1 OR kind = 'A' ORDER BY id LIMIT 3"],
    ['no limit', 'SELECT id FROM items WHERE size IN (1, 2) ORDER BY id'],
  ])('not for %s', (_says, sql) => {
    expect(topOfEach(sql)).toBeUndefined()
  })
})

describe('a SELECT for each arm', () => {
  const union = (sql: string) => {
    const of = known(sql)
    const [or] = writtenOrs(of)
    return or && asUnionOfArms(of, or)
  }
  test.each([
    [
      'UNION where the key is shown',
      "SELECT id, title FROM items WHERE size = 3 OR title = 'x'",
      "SELECT id, title FROM items WHERE size = 3\nUNION\nSELECT id, title FROM items WHERE title = 'x'",
    ],
    [
      'UNION ALL where it is not: NULL counts as not met',
      "SELECT title FROM items WHERE id > 0 AND (size = 3 OR kind = 'A' /* or */ OR id = 7)",
      "SELECT title FROM items WHERE id > 0 AND (size = 3)\nUNION ALL\nSELECT title FROM items WHERE id > 0 AND (kind = 'A' AND (size = 3) IS NOT TRUE)\nUNION ALL\nSELECT title FROM items WHERE id > 0 AND (id = 7 AND (size = 3) IS NOT TRUE AND (kind = 'A') IS NOT TRUE)",
    ],
    [
      'order and limit stand behind the union',
      "SELECT i.id AS n, p.a, p.b FROM items i JOIN parts p ON p.item_id = i.id WHERE i.size = 1 OR p.note = 'x' ORDER BY n DESC, p.b LIMIT 3, 4",
      "SELECT i.id AS n, p.a, p.b FROM items i JOIN parts p ON p.item_id = i.id WHERE i.size = 1\nUNION\nSELECT i.id AS n, p.a, p.b FROM items i JOIN parts p ON p.item_id = i.id WHERE p.note = 'x'\nORDER BY `n` DESC, `b` LIMIT 4 OFFSET 3",
    ],
    [
      'DISTINCT is UNION already',
      "SELECT DISTINCT size FROM items WHERE size = 1 OR title = 'x'",
      "SELECT DISTINCT size FROM items WHERE size = 1\nUNION\nSELECT DISTINCT size FROM items WHERE title = 'x'",
    ],
    [
      'a NOT at one arm goes with it',
      "SELECT id FROM items WHERE size = 1 OR NOT title = 'x' OR NOT (id < 3)",
      "SELECT id FROM items WHERE size = 1\nUNION\nSELECT id FROM items WHERE NOT title = 'x'\nUNION\nSELECT id FROM items WHERE NOT (id < 3)",
    ],
    [
      'an arm of several conditions',
      "SELECT id FROM items WHERE (size = 1 AND kind = 'B') OR title = 'x'",
      "SELECT id FROM items WHERE size = 1 AND kind = 'B'\nUNION\nSELECT id FROM items WHERE title = 'x'",
    ],
  ])('%s', (_says, sql, expected) => {
    expect(union(sql)?.sql).toBe(expected)
  })
  test.each([
    ['a NOT around', "SELECT id FROM items WHERE NOT (size = 1 OR title = 'x')"],
    ['AND that a NOT turns into OR', "SELECT id FROM items WHERE NOT (size <> 1 AND title <> 'x')"],
    ['XOR', "SELECT id FROM items WHERE size = 1 XOR title = 'x'"],
    ['a word that only the first SELECT takes', "SELECT SQL_NO_CACHE id FROM items WHERE size = 1 OR title = 'x'"],
    ['a count', "SELECT COUNT(*) FROM items WHERE size = 1 OR title = 'x'"],
    ['groups', "SELECT size FROM items WHERE size = 1 OR title = 'x' GROUP BY size"],
    ['an order that is not shown', "SELECT id FROM items WHERE size = 1 OR title = 'x' ORDER BY size"],
  ])('not for %s', (_says, sql) => {
    expect(union(sql)).toBeUndefined()
  })
})

describe('the keys of each arm', () => {
  const keys = (sql: string) => {
    const { of, only } = plain(sql)
    const [or] = writtenOrs(of)
    return or && asUnionOfKeys(of, only, or)
  }
  test.each([
    [
      'a count',
      "SELECT COUNT(*) FROM items WHERE size = 1 OR title = 'x'",
      "SELECT COUNT(*) FROM items JOIN (SELECT `items`.`id` AS picked_1 FROM items WHERE size = 1 UNION SELECT `items`.`id` AS picked_1 FROM items WHERE title = 'x') AS `picked` ON `picked`.picked_1 = `items`.`id`",
    ],
    [
      'groups, beside another condition, which stays with the OR',
      'SELECT item_id, COUNT(*) FROM parts p WHERE p.b > 3 AND (p.a = 1 OR item_id = 2) GROUP BY item_id',
      'SELECT item_id, COUNT(*) FROM parts p JOIN (SELECT `p`.`a` AS picked_1, `p`.`b` AS picked_2 FROM parts p WHERE p.a = 1 UNION SELECT `p`.`a` AS picked_1, `p`.`b` AS picked_2 FROM parts p WHERE item_id = 2) AS `picked` ON `picked`.picked_1 = `p`.`a` AND `picked`.picked_2 = `p`.`b` WHERE p.b > 3 AND (p.a = 1 OR item_id = 2) GROUP BY item_id',
    ],
  ])('%s', (_says, sql, expected) => {
    expect(keys(sql)).toBe(expected)
  })
  test('not for texts that are put together in the order of reading', () => {
    expect(keys("SELECT GROUP_CONCAT(id) FROM items WHERE size = 1 OR title = 'x'")).toBeUndefined()
  })
})

describe('fence', () => {
  test.each([
    [
      'SELECT id FROM items WHERE size = 1 ORDER BY id DESC LIMIT 5',
      'SELECT id FROM items WHERE size = 1 ORDER BY id + 0 DESC LIMIT 5',
    ],
    [
      'SELECT * FROM items i WHERE size = 1 ORDER BY i.size, id',
      'SELECT * FROM items i WHERE size = 1 ORDER BY i.size + 0, id',
    ],
  ])('%s', (sql, expected) => {
    expect(fenced(known(sql))).toBe(expected)
    expect(unfenced(known(expected))?.sql).toBe(sql)
  })
  test.each([
    ['a text', 'SELECT id FROM items ORDER BY title LIMIT 5'],
    ['a position', 'SELECT id FROM items ORDER BY 1 LIMIT 5'],
    ['a name that means another column', 'SELECT size AS id FROM items ORDER BY id LIMIT 5'],
  ])('not for %s', (_says, sql) => {
    expect(fenced(known(sql))).toBeUndefined()
  })
  test.each([
    ['SELECT id FROM items ORDER BY (id + 0) DESC LIMIT 5', 'SELECT id FROM items ORDER BY id DESC LIMIT 5'],
    ['SELECT id FROM items ORDER BY 0 + id LIMIT 5', 'SELECT id FROM items ORDER BY id LIMIT 5'],
    ['SELECT id FROM items ORDER BY 5 - id LIMIT 5', undefined],
    ['SELECT id FROM items ORDER BY id * 2 LIMIT 5', undefined],
    ['SELECT id FROM items ORDER BY id LIMIT 5', undefined],
  ])('%s taken away', (sql, expected) => {
    expect(unfenced(known(sql))?.sql).toBe(expected)
  })
})

test('a hint stands behind the alias, instead of the one that is there', () => {
  const of = known('SELECT i.id FROM items AS i USE INDEX (size) WHERE i.size = 1')
  const only = onlyTable(of)
  if (!only) throw new Error('no table')
  expect(withHints(of, only, [{ action: 'FORCE', indexes: ['PRIMARY'] }])).toBe(
    'SELECT i.id FROM items AS i FORCE INDEX (`PRIMARY`) WHERE i.size = 1',
  )
  expect(withHints(of, only, [])).toBe('SELECT i.id FROM items AS i WHERE i.size = 1')
})

describe('what it rests on', () => {
  test('a unique end of the order makes the rows certain', () => {
    expect(underLimit(known('SELECT * FROM items ORDER BY size, id LIMIT 5')).equivalence).toBe('identical')
    expect(underLimit(known('SELECT * FROM items ORDER BY id + 0 LIMIT 5')).equivalence).toBe('identical')
  })
  test('ties leave them open, and it says so', () => {
    const { equivalence, preconditions } = underLimit(known('SELECT * FROM items ORDER BY size LIMIT 5'))
    expect(equivalence).toBe('under-stated-facts')
    expect(preconditions.map(({ status }) => status)).toEqual(['fails'])
  })
  test('what || means is a setting', () => {
    expect(
      pipesMeanOr(known("SELECT id FROM items WHERE size = 1 || title = 'x'")).map(({ status }) => status),
    ).toEqual(['unknown'])
    expect(pipesMeanOr(known("SELECT id FROM items WHERE size = 1 OR title = '||'"))).toEqual([])
  })
  test('nothing is rested on', () => {
    expect(byPreconditions([])).toEqual({ equivalence: 'identical', preconditions: [] })
  })
})
