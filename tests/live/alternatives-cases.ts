import type { Alternatives } from '../../src/core/alternatives/model'
import type { ConnectionTarget } from '../../src/core/connection/model'
import { postgresServers } from '../kit/servers'

/** Tables, servers and questions for choices that are taken away from PostgreSQL's planner. */

export const alternativesDatabase = 'alternatives_live'

/** 2,000 authors; 40,000 posts, 20 of each author, 40 of each day, 800 drafts, scores 0 to 6. */
export const schema: readonly string[] = [
  'CREATE TABLE author (id int PRIMARY KEY, name text NOT NULL, country varchar(2) NOT NULL) WITH (autovacuum_enabled = off)',
  `CREATE TABLE post (id int PRIMARY KEY, author_id int NOT NULL, title text NOT NULL, status varchar(10) NOT NULL,
    score int NOT NULL, created date NOT NULL, body text NOT NULL) WITH (autovacuum_enabled = off)`,
  `INSERT INTO author SELECT i, 'author ' || i, CASE WHEN i % 10 = 0 THEN 'CZ' ELSE 'US' END FROM generate_series(1, 2000) i`,
  `INSERT INTO post SELECT i, i % 2000 + 1, 'title ' || i, CASE WHEN i % 50 = 0 THEN 'draft' ELSE 'live' END, i % 7,
    date '2020-01-01' + i % 1000, repeat('x', 100) FROM generate_series(1, 40000) i`,
  'CREATE INDEX post_author_created ON post (author_id, created)',
  'CREATE INDEX post_created ON post (created)',
  `CREATE INDEX post_draft ON post (author_id) WHERE status = 'draft'`,
  'CREATE INDEX post_id_title ON post (id, title)',
  'CREATE INDEX post_score ON post (score)',
  'CREATE INDEX post_title ON post (title)',
  'CREATE VIEW draft AS SELECT * FROM post WHERE score > 1',
  'CREATE TABLE log (at date, text text) PARTITION BY RANGE (at)',
  `CREATE TABLE log_old PARTITION OF log FOR VALUES FROM ('2020-01-01') TO ('2021-01-01')`,
  `CREATE TABLE log_new PARTITION OF log FOR VALUES FROM ('2021-01-01') TO ('2022-01-01')`,
  'CREATE INDEX log_at ON log (at)',
  `INSERT INTO log SELECT date '2020-01-01' + i % 700, 'entry ' || i FROM generate_series(1, 20000) i`,
  'CREATE TABLE note (id int, text text) WITH (autovacuum_enabled = off)',
  'CREATE INDEX note_broken ON note (id)',
  `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'note_broken'::regclass`,
  'INSERT INTO note SELECT i, repeat($$n$$, 50) FROM generate_series(1, 5000) i',
  `CREATE FUNCTION slow() RETURNS int IMMUTABLE LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.4); RETURN 3; END $$`,
  'VACUUM ANALYZE author',
  'VACUUM ANALYZE post',
  'VACUUM ANALYZE note',
  'ANALYZE log',
]

export interface Place {
  readonly id: string
  readonly target: ConnectionTarget
  readonly password?: string
  /** hypopg of the server, once it is created in the database. */
  readonly hypopg: 'absent' | 'adds' | 'adds and hides'
}

export const places: readonly Place[] = [
  ...postgresServers.map(
    (server): Place => ({
      id: server.id,
      target: {
        via: 'network',
        product: 'postgres',
        host: server.host,
        port: server.port,
        user: server.user,
        database: alternativesDatabase,
      },
      password: server.password,
      hypopg: server.id === 'pg15' ? 'adds' : 'adds and hides',
    }),
  ),
  { id: 'pglite', target: { via: 'pglite' }, hypopg: 'absent' },
]

interface IndexCase {
  readonly name: string
  readonly sql: string
  readonly table: string
  readonly index: string
  readonly answer: NonNullable<Alternatives['whyNot']>['answer']
  readonly says: RegExp
  /** Where other indexes can be hidden, the server's own answer stands in place of the inferred one. */
  readonly hiding?: { readonly answer: NonNullable<Alternatives['whyNot']>['answer']; readonly says: RegExp }
}

export const indexCases: readonly IndexCase[] = [
  {
    name: 'cost: most rows match, a scan of the table is cheaper',
    sql: 'SELECT * FROM post WHERE score > 1',
    table: 'post',
    index: 'post_score',
    answer: 'considered',
    says: /Without sequential scans the planner reads it: cost [\d,]+, lost to [\d,]+ \(×[\d.]+\) for a sequential scan/,
  },
  {
    name: 'order: another index gives the rows in order, so that a limit can stop',
    sql: 'SELECT * FROM post WHERE score = 3 ORDER BY created LIMIT 10',
    table: 'post',
    index: 'post_score',
    answer: 'considered',
    says: /lost to [\d.]+ \(×\d+(\.\d)?\) for Index Scan of `post_created`/,
  },
  {
    name: 'types: an integer column against a decimal number',
    sql: 'SELECT * FROM post WHERE author_id = 7.0',
    table: 'post',
    index: 'post_author_created',
    answer: 'unusable',
    says: /`author_id = 7\.0` compares as `numeric`: every value of `author_id` would have to be converted first/,
  },
  {
    name: 'types: a cast that somebody wrote is an expression',
    sql: 'SELECT * FROM post WHERE author_id::numeric = 7.0',
    table: 'post',
    index: 'post_author_created',
    answer: 'unusable',
    says: /puts an expression around the column/,
  },
  {
    name: 'function around the column',
    sql: `SELECT * FROM post WHERE upper(title) = 'TITLE 1'`,
    table: 'post',
    index: 'post_title',
    answer: 'unusable',
    says: /`upper\(.*title.*` puts an expression around the column/,
  },
  {
    name: 'leading wildcard',
    sql: `SELECT * FROM post WHERE title LIKE '%999'`,
    table: 'post',
    index: 'post_title',
    answer: 'unusable',
    says: /wildcard/,
  },
  {
    name: 'partial index: the statement does not demand its condition',
    sql: 'SELECT * FROM post WHERE author_id = 49',
    table: 'post',
    index: 'post_draft',
    answer: 'partial-condition',
    says: /holds only rows with `.*status.*draft.*`, and nothing in the statement says so/,
  },
  {
    name: 'partial index: the statement demands its condition',
    sql: `SELECT * FROM post WHERE author_id = 51 AND status = 'draft'`,
    table: 'post',
    index: 'post_draft',
    answer: 'used',
    says: /It is read: .*`post_draft`/,
  },
  {
    name: 'another index is as good, and nothing but hiding it could take it away',
    sql: 'SELECT * FROM post WHERE id = 5',
    table: 'post',
    index: 'post_pkey',
    answer: 'dearer-than-asked',
    says: /could be used, but every plan that was asked for.* costs at least 8\.\d+/,
    hiding: {
      answer: 'considered',
      says: /Without .*`post_id_title`.*: cost 8\.\d+, as good as the 8\.\d+ of the chosen plan: a tie/,
    },
  },
  {
    name: 'a table behind a view',
    sql: 'SELECT * FROM draft',
    table: 'post',
    index: 'post_score',
    answer: 'considered',
    says: /lost to [\d,]+ \(×[\d.]+\) for a sequential scan/,
  },
  {
    name: 'an index of a partition',
    sql: `SELECT * FROM log WHERE at < '2021-11-30'`,
    table: 'log_new',
    index: 'log_new_at_idx',
    answer: 'considered',
    says: /Possible: .*`log_new_at_idx`/,
  },
  {
    name: 'the index of a partitioned table stands for those of its partitions',
    sql: `SELECT * FROM log WHERE at < '2021-11-30'`,
    table: 'log',
    index: 'log_at',
    answer: 'partitioned',
    says: /`log` is partitioned: plans read the indexes of its partitions/,
  },
  {
    name: 'an index whose build failed',
    sql: 'SELECT * FROM note WHERE id = 5',
    table: 'note',
    index: 'note_broken',
    answer: 'invalid',
    says: /not valid: its build failed or is not finished/,
  },
  {
    name: 'an index that is not there',
    sql: 'SELECT * FROM author a WHERE name = $$x$$',
    table: 'a',
    index: 'author_name',
    answer: 'no-such-index',
    says: /`author` has no index `author_name`: it has `author_pkey`/,
  },
  {
    name: 'a table that the statement does not read',
    sql: 'SELECT * FROM author',
    table: 'post',
    index: 'post_title',
    answer: 'no-such-table',
    says: /reads no table `post`/,
  },
]
