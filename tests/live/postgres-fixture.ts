import { Client } from 'pg'
import type { ConnectionTarget } from '../../src/core/connection/model'
import { type Fault, SargableError } from '../../src/core/errors'
import type { Session } from '../../src/engines/engine'
import { postgresEngine } from '../../src/engines/postgres'
import type { Endpoint } from '../kit/servers'

export const never = new AbortController().signal

/** The tables that the tests of both PostgreSQL engines read; statements, one by one. */
export const fixtureStatements: readonly string[] = [
  'CREATE SCHEMA shop',
  'CREATE SCHEMA other',
  `CREATE TABLE shop.author (id int PRIMARY KEY, name text NOT NULL)`,
  `CREATE TABLE shop.post (
    id bigint GENERATED ALWAYS AS IDENTITY,
    author_id int NOT NULL REFERENCES shop.author (id),
    title varchar(200) COLLATE "C" NOT NULL,
    body text,
    tags jsonb,
    price numeric(10, 2),
    published boolean NOT NULL DEFAULT true,
    created_at timestamptz NOT NULL DEFAULT '2024-01-01 00:00:00+00',
    title_length int GENERATED ALWAYS AS (length(title)) STORED,
    PRIMARY KEY (id, author_id)
  )`,
  `CREATE INDEX post_lower_title ON shop.post (lower(title), created_at DESC)`,
  `CREATE INDEX post_published ON shop.post (author_id) INCLUDE (title, price) WHERE published`,
  `CREATE INDEX post_title_pattern ON shop.post (title text_pattern_ops)`,
  `CREATE INDEX post_title_collated ON shop.post (title COLLATE "POSIX")`,
  `CREATE UNIQUE INDEX post_created ON shop.post USING btree (created_at DESC NULLS LAST, id)`,
  `CREATE INDEX post_tags ON shop.post USING gin (tags jsonb_path_ops)`,
  `CREATE INDEX post_created_brin ON shop.post USING brin (created_at)`,
  `CREATE TABLE other.remark (id int PRIMARY KEY, post_id bigint, author_id int,
    CONSTRAINT remark_post FOREIGN KEY (post_id, author_id) REFERENCES shop.post (id, author_id))`,
  `CREATE VIEW shop.titles AS SELECT title FROM shop.post`,
  `CREATE SEQUENCE shop.counter`,
  `CREATE TABLE shop.witness (note text)`,
  `CREATE FUNCTION shop.writes() RETURNS int LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO shop.witness VALUES ('written'); RETURN 1; END $$`,
  `CREATE FUNCTION shop.writes_while_planning() RETURNS int IMMUTABLE LANGUAGE plpgsql AS $$
    BEGIN RETURN shop.writes(); END $$`,
  `CREATE FUNCTION shop.speaks() RETURNS int IMMUTABLE LANGUAGE plpgsql AS $$
    BEGIN RAISE NOTICE 'called while planning'; RETURN 1; END $$`,
  `INSERT INTO shop.author SELECT i, 'author ' || i FROM generate_series(1, 100) i`,
  `INSERT INTO shop.post (author_id, title, body, created_at)
    SELECT i % 100 + 1, 'title ' || i, repeat('x', 50), timestamptz '2024-01-01 00:00:00+00' + i * interval '1 minute'
    FROM generate_series(1, 2000) i`,
  'ANALYZE shop.author',
  'ANALYZE shop.post',
]

export function targetOf(server: Endpoint, database: string): Extract<ConnectionTarget, { via: 'network' }> {
  return { via: 'network', product: 'postgres', host: server.host, port: server.port, user: server.user, database }
}

export function openOn(
  server: Endpoint,
  database: string,
  more: Partial<Extract<ConnectionTarget, { via: 'network' }>> = {},
  password: string = server.password,
): Promise<Session> {
  return postgresEngine.connect({ ...targetOf(server, database), ...more }, { password }, never)
}

/** A second connection, by the driver alone: what the server says when our own code is not in between. */
export async function witness(server: Endpoint, database: string): Promise<Client> {
  const client = new Client({
    host: server.host,
    port: server.port,
    user: server.user,
    password: server.password,
    database,
    application_name: 'witness',
  })
  await client.connect()
  return client
}

/** The fault that a call fails with. */
export async function faultFrom(call: Promise<unknown>): Promise<Fault> {
  try {
    await call
  } catch (error) {
    if (error instanceof SargableError) return error.fault
    throw error
  }
  throw new Error('The call did not fail.')
}

/** The piece of `sql` that a fault points at. */
export function pointedAt(sql: string, { span }: Fault): string | undefined {
  return span && sql.slice(span.start, span.end)
}
