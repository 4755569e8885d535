import type { Catalog } from '../../../../src/core/catalog/model'
import type { Dialect } from '../../../../src/core/engine'
import { complete } from '../../../../src/core/sql/complete/complete'
import type { Completion, KnownNames } from '../../../../src/core/sql/complete/model'
import { readSchema } from '../../../../src/core/sql/ddl/read-schema'

const mysqlDdl = `
CREATE TABLE customers (id INT PRIMARY KEY, name VARCHAR(40) NOT NULL, city VARCHAR(20), email VARCHAR(80), KEY ix_city (city), UNIQUE KEY ux_email (email));
CREATE TABLE orders (id INT PRIMARY KEY, customer_id INT NOT NULL, status ENUM('new','paid','sent','can''t') NOT NULL, total DECIMAL(9,2), placed DATETIME, \`group\` INT,
  KEY ix_cust (customer_id), KEY ix_status_placed (status, placed), CONSTRAINT fk_customer FOREIGN KEY (customer_id) REFERENCES customers (id));
CREATE TABLE items (order_id INT NOT NULL, line INT NOT NULL, sku VARCHAR(20), qty INT, PRIMARY KEY (order_id, line), KEY ix_sku (sku));`
const postgresDdl = `
CREATE TABLE customers (id int PRIMARY KEY, name text NOT NULL, city text, "Email" text);
CREATE TABLE orders (id int PRIMARY KEY, customer_id int NOT NULL REFERENCES customers (id), status text, total numeric, placed timestamp);
CREATE INDEX ix_cust ON orders (customer_id);
CREATE TABLE items (order_id int NOT NULL, line int NOT NULL, sku text, qty int, PRIMARY KEY (order_id, line));`

const catalogs: Readonly<Record<Dialect, Catalog>> = {
  mysql: shopOf(mysqlDdl, 'mysql'),
  mariadb: shopOf(mysqlDdl, 'mariadb'),
  postgres: shopOf(postgresDdl, 'postgres'),
}

function shopOf(ddl: string, dialect: Dialect): Catalog {
  const { catalog } = readSchema(ddl, dialect)
  return { tables: catalog.tables.map((table) => ({ ...table, schema: dialect === 'postgres' ? 'public' : 'shop' })) }
}

export function shop(dialect: Dialect): Catalog {
  return catalogs[dialect]
}

/** Completion at the `|` of a text. */
export function completeAt(marked: string, dialect: Dialect): Completion {
  const offset = marked.indexOf('|')
  const schema = dialect === 'postgres' ? 'public' : 'shop'
  const names: KnownNames = {
    schemas: [schema, 'archive', 'Odd Name'],
    tables: [
      { schema, name: 'customers', type: 'table' },
      { schema, name: 'items', type: 'table' },
      { schema, name: 'orders', type: 'table' },
      { schema, name: 'v_open', type: 'view' },
      { schema: 'archive', name: 'orders_2020', type: 'table' },
    ],
  }
  const text = marked.slice(0, offset) + marked.slice(offset + 1)
  return complete({ text, offset, dialect, catalog: shop(dialect), names, database: schema })
}
