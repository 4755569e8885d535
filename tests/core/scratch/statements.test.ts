// Protects what is sent into scratch schemas: names of originals mean the copies, and nothing reaches out.
import { describe, expect, test } from 'vitest'
import type { Dialect } from '../../../src/core/engine'
import { SargableError } from '../../../src/core/errors'
import { withoutSchemas } from '../../../src/core/scratch/names-in-text'
import { scratchDdl } from '../../../src/core/scratch/scratch-ddl'

const copied = [
  { schema: 'shop', name: 'orders' },
  { schema: 'shop', name: 'order lines' },
]
const schemas = ['shop', 'public', 'crm']

describe('names of copied tables lose their schema', () => {
  const cases: readonly (readonly [Dialect, string, string])[] = [
    ['mysql', 'SELECT shop.orders.id FROM shop.orders', 'SELECT orders.id FROM orders'],
    ['mysql', 'SELECT * FROM `shop` . `order lines` l', 'SELECT * FROM `order lines` l'],
    ['mysql', 'SELECT * FROM SHOP.Orders', 'SELECT * FROM Orders'],
    ['postgres', 'SELECT * FROM Shop.ORDERS', 'SELECT * FROM ORDERS'],
    ['postgres', 'SELECT * FROM "Shop".orders', 'SELECT * FROM "Shop".orders'],
    ['postgres', 'SELECT * FROM shop."order lines"', 'SELECT * FROM "order lines"'],
    ['mysql', 'SELECT * FROM crm.orders', 'SELECT * FROM crm.orders'],
    ['mysql', 'SELECT orders.id FROM orders', 'SELECT orders.id FROM orders'],
    ['mysql', "SELECT 'shop.orders' -- shop.orders", "SELECT 'shop.orders' -- shop.orders"],
    ['mysql', 'SELECT shop.f(1) FROM shop.orders', 'SELECT shop.f(1) FROM orders'],
  ]
  test.each(cases)('%s: %s', (dialect, text, expected) => {
    expect(withoutSchemas(text, dialect, copied)).toBe(expected)
  })
})

describe('changes that can be made', () => {
  const cases: readonly (readonly [Dialect, string, string])[] = [
    ['mysql', 'CREATE INDEX i ON shop.orders (a)', 'CREATE INDEX i ON orders (a)'],
    ['mysql', 'CREATE UNIQUE INDEX i ON orders (a);', 'CREATE UNIQUE INDEX i ON orders (a)'],
    ['mysql', 'ALTER TABLE orders ADD INDEX i (a, b(5))', 'ALTER TABLE orders ADD INDEX i (a, b(5))'],
    [
      'mysql',
      'CREATE TRIGGER t BEFORE INSERT ON orders FOR EACH ROW BEGIN SET NEW.a = 1; SET NEW.b = 2; END',
      'CREATE TRIGGER t BEFORE INSERT ON orders FOR EACH ROW BEGIN SET NEW.a = 1; SET NEW.b = 2; END',
    ],
    [
      'mysql',
      'CREATE DEFINER=`a`@`b` FUNCTION f() RETURNS INT NO SQL RETURN 1',
      'CREATE DEFINER=`a`@`b` FUNCTION f() RETURNS INT NO SQL RETURN 1',
    ],
    ['postgres', 'CREATE INDEX CONCURRENTLY i ON shop.orders (a)', 'CREATE INDEX  i ON orders (a)'],
    [
      'postgres',
      'CREATE INDEX i ON orders USING gin (a public.gin_trgm_ops)',
      'CREATE INDEX i ON orders USING gin (a public.gin_trgm_ops)',
    ],
    [
      'postgres',
      'CREATE TRIGGER t BEFORE INSERT ON shop.orders FOR EACH ROW EXECUTE FUNCTION public.f()',
      'CREATE TRIGGER t BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION public.f()',
    ],
    ['postgres', 'DROP INDEX i', 'DROP INDEX i'],
    ['postgres', 'ANALYZE orders', 'ANALYZE orders'],
  ]
  test.each(cases)('%s: %s', (dialect, sql, sent) => {
    expect(scratchDdl(sql, dialect, schemas, copied)).toBe(sent)
  })
})

describe('changes that are refused', () => {
  const cases: readonly (readonly [Dialect, string])[] = [
    ['mysql', 'CREATE INDEX i ON crm.customers (a)'],
    ['mysql', 'DROP TABLE orders, crm.customers'],
    ['mysql', 'ALTER TABLE orders RENAME TO crm.orders'],
    ['mysql', 'CREATE TRIGGER t AFTER INSERT ON orders FOR EACH ROW INSERT INTO crm.log VALUES (1)'],
    ['mysql', 'CREATE INDEX i ON `CRM`.customers (a)'],
    ['mysql', 'DROP DATABASE shop'],
    ['mysql', 'DROP SCHEMA shop'],
    ['mysql', 'CREATE USER u'],
    ['mysql', 'GRANT ALL ON *.* TO u'],
    ['mysql', 'SET GLOBAL general_log = 1'],
    ['mysql', 'USE shop'],
    ['mysql', 'DELETE FROM orders'],
    ['mysql', 'CALL p()'],
    ['mysql', "LOAD DATA INFILE '/x' INTO TABLE orders"],
    ['mysql', 'CREATE EVENT e ON SCHEDULE EVERY 1 DAY DO DELETE FROM orders'],
    ['postgres', 'CREATE INDEX i ON crm.customers (a)'],
    ['postgres', 'DROP INDEX crm.i'],
    ['postgres', 'ALTER SYSTEM SET work_mem = 1'],
    ['postgres', 'CREATE EXTENSION dblink'],
    ['postgres', 'DO $$ BEGIN DELETE FROM crm.customers; END $$'],
    ['postgres', 'COPY orders TO PROGRAM $$x$$'],
    ['postgres', 'DROP SCHEMA shop CASCADE'],
    ['postgres', 'ALTER TABLE orders SET SCHEMA crm'],
    ['postgres', 'DROP OWNED BY me'],
    ['postgres', 'DROP FUNCTION public.f()'],
    ['postgres', 'CREATE OR REPLACE FUNCTION public.f() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$'],
    ['postgres', 'CREATE TRIGGER t BEFORE INSERT ON crm.customers FOR EACH ROW EXECUTE FUNCTION public.f()'],
    ['postgres', 'DROP TABLE orders, crm.customers'],
    ['postgres', 'ALTER TABLE orders ATTACH PARTITION crm.customers DEFAULT'],
    ['postgres', 'ALTER TABLE crm.customers ADD COLUMN a int'],
    ['postgres', 'ANALYZE orders, crm.customers'],
  ]
  test.each(cases)('%s: %s', (dialect, sql) => {
    expect(codeOf(() => scratchDdl(sql, dialect, schemas, copied))).toBe('not-allowed')
  })

  test('two statements in one text', () => {
    const both = () => scratchDdl('CREATE INDEX i ON orders (a); DROP DATABASE shop', 'mysql', schemas, copied)
    expect(codeOf(both)).toBe('not-one-statement')
  })
})

function codeOf(work: () => unknown): string | undefined {
  try {
    work()
    return undefined
  } catch (thrown) {
    return thrown instanceof SargableError ? thrown.fault.code : String(thrown)
  }
}
