import { readSchema } from '../../src/core/sql/ddl/read-schema'
import type { MeaningOptions } from '../../src/core/sql/meaning/names'

/** Tables for the statements about meaning and edits; any PostgreSQL takes them. */
export const shopSchema = `
CREATE TABLE t (
  id integer PRIMARY KEY, a integer, b character varying(20) NOT NULL, c timestamp with time zone, d numeric(10,2),
  e text COLLATE "C", j jsonb, k bigint NOT NULL, arr integer[], r int4range, f boolean, ts tsvector, day date,
  ch character(5), x double precision
);
CREATE TABLE u (
  id integer PRIMARY KEY, t_id integer, a integer, x character varying(20) NOT NULL, y integer, z date
);
CREATE TABLE v (vid integer, x text COLLATE "C", w integer);
CREATE TABLE "Orders" ("OrderId" integer, total integer);
CREATE TABLE "Tä😀" ("ö😀" integer PRIMARY KEY, é text);
`

export const shop: MeaningOptions = {
  catalog: readSchema(shopSchema, 'postgres', { schema: 'public' }).catalog,
  searchPath: ['public'],
  dialect: 'postgres',
}
