/**
 * Questions to pg_catalog. Each takes oids but the first, which finds them. Columns are documented in PostgreSQL's
 * chapter "System Catalogs"; flags of indoption in src/include/catalog/pg_index.h (1: descending).
 */

/** $1 schemas (null: by search_path), $2 names. */
export const tablesSql = `
SELECT c.oid, n.nspname, c.relname, c.relkind, am.amname, c.reltuples,
  to_char(greatest(pg_stat_get_last_analyze_time(c.oid), pg_stat_get_last_autoanalyze_time(c.oid)) AT TIME ZONE 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
  (SELECT extract(epoch FROM now() - pg_stat_get_db_stat_reset_time(d.oid))
    FROM pg_database d WHERE d.datname = current_database())
FROM unnest($1::text[], $2::text[]) AS wanted(schema, name)
JOIN pg_class c ON c.relname = wanted.name
JOIN pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN pg_am am ON am.oid = c.relam
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f')
  AND CASE WHEN wanted.schema IS NULL THEN pg_table_is_visible(c.oid) ELSE n.nspname = wanted.schema END
GROUP BY c.oid, n.nspname, c.relname, c.relkind, am.amname, c.reltuples
ORDER BY n.nspname, c.relname`

/** $1 oids. The database's own collation is printed for columns that have the default one. */
export const columnsSql = `
SELECT a.attrelid, a.attname, format_type(a.atttypid, a.atttypmod), NOT a.attnotnull,
  CASE WHEN l.collname = 'default' THEN d.collation ELSE l.collname END,
  CASE WHEN a.attgenerated <> '' THEN pg_get_expr(f.adbin, f.adrelid) END
FROM pg_attribute a
LEFT JOIN pg_collation l ON l.oid = a.attcollation
LEFT JOIN pg_attrdef f ON f.adrelid = a.attrelid AND f.adnum = a.attnum AND a.attgenerated <> ''
CROSS JOIN (
  SELECT coalesce(to_jsonb(b) ->> 'datlocale', to_jsonb(b) ->> 'daticulocale', b.datcollate) AS collation
  FROM pg_database b WHERE b.datname = current_database()) d
WHERE a.attrelid = ANY ($1::oid[]) AND a.attnum > 0 AND NOT a.attisdropped
ORDER BY a.attrelid, a.attnum`

/**
 * $1 oids. One row per index column; INCLUDE columns come after the key parts. Names are looked up one by one: as joins
 * the planner would read all of pg_attribute and pg_statistic, which is 100 ms with 10,000 tables. Expressions are
 * compared with the default collation (100), because the catalog does not tell theirs.
 */
export const indexesSql = `
WITH part AS MATERIALIZED (
  SELECT i.indrelid, i.indexrelid, i.indisunique, i.indisprimary, i.indisvalid, i.indpred, i.indnkeyatts,
    u.at, u.at <= i.indnkeyatts AS is_key, u.attnum, i.indclass[u.at - 1] AS opclass,
    i.indcollation[u.at - 1] AS ordering, i.indoption[u.at - 1] AS options
  FROM pg_index i
  CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS u(attnum, at)
  WHERE i.indrelid = ANY ($1::oid[]))
SELECT part.indrelid, part.indexrelid, c.relname, part.indisunique, part.indisprimary, part.indisvalid,
  (SELECT am.amname FROM pg_am am WHERE am.oid = c.relam),
  pg_get_expr(part.indpred, part.indrelid, true), part.is_key, a.name,
  CASE WHEN part.attnum = 0 THEN pg_get_indexdef(part.indexrelid, part.at::int, true) END,
  part.is_key AND part.options & 1 = 1,
  CASE WHEN part.is_key THEN (SELECT o.opcname FROM pg_opclass o WHERE o.oid = part.opclass AND NOT o.opcdefault) END,
  CASE WHEN part.is_key AND part.ordering NOT IN (0, coalesce(nullif(a.ordering, 0), 100))
    THEN (SELECT l.collname FROM pg_collation l WHERE l.oid = part.ordering) END,
  CASE WHEN part.at = 1 AND part.attnum <> 0 THEN (
    SELECT CASE
      WHEN part.indisunique AND part.indnkeyatts = 1 THEN nullif(t.reltuples, -1)
      ELSE (SELECT CASE WHEN s.n_distinct > 0 THEN s.n_distinct
                        WHEN s.n_distinct < 0 AND t.reltuples >= 0 THEN -s.n_distinct * t.reltuples END
        FROM pg_stats s
        WHERE s.schemaname = n.nspname AND s.tablename = t.relname AND s.attname = a.name AND NOT s.inherited) END
    FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace WHERE t.oid = part.indrelid) END,
  CASE WHEN current_setting('track_counts') = 'on' THEN pg_stat_get_numscans(part.indexrelid) END
FROM part
JOIN pg_class c ON c.oid = part.indexrelid
CROSS JOIN LATERAL (
  SELECT (SELECT attname FROM pg_attribute WHERE attrelid = part.indrelid AND attnum = part.attnum AND part.attnum <> 0),
    (SELECT attcollation FROM pg_attribute WHERE attrelid = part.indrelid AND attnum = part.attnum AND part.attnum <> 0)
  OFFSET 0) AS a(name, ordering)
ORDER BY part.indrelid, part.indisprimary DESC, c.relname, part.at`

/** $1 oids. */
export const foreignKeysSql = `
SELECT k.conrelid, k.conname, to_json(own.names), tn.nspname, t.relname, to_json(other.names)
FROM pg_constraint k
JOIN pg_class t ON t.oid = k.confrelid
JOIN pg_namespace tn ON tn.oid = t.relnamespace
CROSS JOIN LATERAL (
  SELECT array_agg(a.attname ORDER BY u.at) AS names
  FROM unnest(k.conkey) WITH ORDINALITY AS u(num, at)
  JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.num) own
CROSS JOIN LATERAL (
  SELECT array_agg(a.attname ORDER BY u.at) AS names
  FROM unnest(k.confkey) WITH ORDINALITY AS u(num, at)
  JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = u.num) other
WHERE k.contype = 'f' AND k.conrelid = ANY ($1::oid[])
ORDER BY k.conrelid, k.conname`

/**
 * $1 oids. Foreign keys that refer to them, by the triggers that every one of them has: pg_constraint has no index by the
 * table that is referred to.
 */
export const referencesSql = `
SELECT DISTINCT k.confrelid, k.conname, n.nspname, c.relname,
  (SELECT json_agg(a.attname ORDER BY u.at) FROM unnest(k.conkey) WITH ORDINALITY AS u(num, at)
    JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.num)::text,
  (SELECT json_agg(a.attname ORDER BY u.at) FROM unnest(k.confkey) WITH ORDINALITY AS u(num, at)
    JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = u.num)::text,
  EXISTS (SELECT FROM pg_index i
    WHERE i.indrelid = k.conrelid AND i.indisvalid AND i.indpred IS NULL
      AND (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey),
  c.reltuples
FROM pg_trigger t
JOIN pg_constraint k ON k.oid = t.tgconstraint AND k.contype = 'f' AND k.confrelid = t.tgrelid
JOIN pg_class c ON c.oid = k.conrelid
JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE t.tgrelid = ANY ($1::oid[])
ORDER BY k.confrelid, k.conname`

/** $1 oids: the tables with their TOAST, and their indexes. */
export const sizesSql = `
SELECT oid, pg_table_size(oid) FROM unnest($1::oid[]) AS oid
UNION ALL
SELECT indexrelid, pg_relation_size(indexrelid) FROM pg_index WHERE indrelid = ANY ($1::oid[])`
