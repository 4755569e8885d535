/**
 * Questions to pg_catalog. Each takes oids but the first, which finds them. Columns are documented in PostgreSQL's
 * chapter "System Catalogs"; flags of indoption in src/include/catalog/pg_index.h (1: descending).
 */

/** $1 schemas (null: by search_path), $2 names. */
export const tablesSql = `
SELECT c.oid, n.nspname, c.relname, c.relkind, am.amname, c.reltuples,
  to_char(greatest(pg_stat_get_last_analyze_time(c.oid), pg_stat_get_last_autoanalyze_time(c.oid)) AT TIME ZONE 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS"Z"')
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

/** $1 oids. One row per index column; INCLUDE columns come after the key parts. */
export const indexesSql = `
SELECT i.indrelid, i.indexrelid, c.relname, i.indisunique, i.indisprimary, i.indisvalid, am.amname,
  pg_get_expr(i.indpred, i.indrelid, true), part.at <= i.indnkeyatts, a.attname,
  CASE WHEN i.indkey[part.at - 1] = 0 THEN pg_get_indexdef(i.indexrelid, part.at, true) END,
  coalesce(i.indoption[part.at - 1] & 1 = 1, false),
  CASE WHEN NOT o.opcdefault THEN o.opcname END,
  CASE WHEN l.oid <> coalesce(nullif(a.attcollation, 0), 100) THEN l.collname END,
  CASE WHEN part.at = 1 THEN
    CASE WHEN i.indisunique AND i.indnkeyatts = 1 THEN nullif(t.reltuples, -1)
         WHEN s.n_distinct < 0 AND t.reltuples >= 0 THEN -s.n_distinct * t.reltuples
         WHEN s.n_distinct > 0 THEN s.n_distinct END END
FROM pg_index i
JOIN pg_class c ON c.oid = i.indexrelid
JOIN pg_class t ON t.oid = i.indrelid
JOIN pg_namespace n ON n.oid = t.relnamespace
JOIN pg_am am ON am.oid = c.relam
CROSS JOIN LATERAL generate_series(1, i.indnatts) AS part(at)
LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[part.at - 1] AND i.indkey[part.at - 1] <> 0
LEFT JOIN pg_opclass o ON o.oid = i.indclass[part.at - 1] AND part.at <= i.indnkeyatts
LEFT JOIN pg_collation l ON l.oid = i.indcollation[part.at - 1] AND part.at <= i.indnkeyatts
LEFT JOIN pg_stats s ON part.at = 1 AND s.schemaname = n.nspname AND s.tablename = t.relname AND s.attname = a.attname
  AND NOT s.inherited
WHERE i.indrelid = ANY ($1::oid[])
ORDER BY i.indrelid, i.indisprimary DESC, c.relname, part.at`

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

/** $1 oids: the tables with their TOAST, and their indexes. */
export const sizesSql = `
SELECT oid, pg_table_size(oid) FROM unnest($1::oid[]) AS oid
UNION ALL
SELECT indexrelid, pg_relation_size(indexrelid) FROM pg_index WHERE indrelid = ANY ($1::oid[])`
