// Protects: every construct of the grammar becomes the tree that it should, with the right precedence.
import { expect, test } from 'vitest'
import { outline } from '../../../../src/core/sql/syntax/outline'
import { parseSql, type SyntaxDialect } from '../../../../src/core/sql/syntax/parse'

type Row = readonly [sql: string, tree: string, dialect?: SyntaxDialect]

const rows: readonly Row[] = [
  [
    'SELECT 1 + 2 * 3 - 4 DIV 5 % 6 ^ 7 | 8 & 9 << 1 >> 2',
    'select(select-item(binary |(binary -(binary +(literal number binary *(literal number literal number)) binary %(binary DIV(literal number literal number) binary ^(literal number literal number))) binary &(literal number binary >>(binary <<(literal number literal number) literal number)))))',
  ],
  [
    'SELECT -a ^ 2, ~a & b, !a = b, NOT a = b',
    'select(select-item(binary ^(unary -(column a) literal number)) select-item(binary &(unary ~(column a) column b)) select-item(comparison =(unary !(column a) column b)) select-item(unary NOT(comparison =(column a column b))))',
  ],
  [
    'SELECT a || b && c XOR d',
    'select(select-item(logical OR(column a logical XOR(logical AND(column b column c) column d))))',
  ],
  [
    'SELECT a AND b AND c OR d OR e',
    'select(select-item(logical OR(logical AND(column a column b column c) column d column e)))',
  ],
  [
    'SELECT a = b IN (1, 2), a = b IS NULL, a < b = c',
    'select(select-item(comparison =(column a in(column b literal number literal number))) select-item(is NULL(comparison =(column a column b))) select-item(comparison =(comparison <(column a column b) column c)))',
  ],
  [
    'SELECT a BETWEEN b AND c AND d, a NOT BETWEEN 1 AND 2 + 3',
    'select(select-item(logical AND(between(column a low=column b high=column c) column d)) select-item(between negated(column a low=literal number high=binary +(literal number literal number))))',
  ],
  [
    "SELECT a LIKE b = c, a NOT LIKE 'x' ESCAPE '|' AND d, a NOT REGEXP 'x', a SOUNDS LIKE 'y'",
    'select(select-item(comparison =(like LIKE(column a pattern=column b) column c)) select-item(logical AND(like LIKE negated(column a pattern=literal string escape=literal string) column d)) select-item(like REGEXP negated(column a pattern=literal string)) select-item(like SOUNDS LIKE(column a pattern=literal string)))',
  ],
  [
    "SELECT a COLLATE utf8_bin LIKE 'x', BINARY a = b, - a COLLATE utf8_bin",
    'select(select-item(like LIKE(collate utf8_bin(column a) pattern=literal string)) select-item(comparison =(unary BINARY(column a) column b)) select-item(unary -(collate utf8_bin(column a))))',
  ],
  [
    'SELECT a IS NOT TRUE, a IS UNKNOWN, NOT a IS NULL',
    'select(select-item(is negated TRUE(column a)) select-item(is UNKNOWN(column a)) select-item(unary NOT(is NULL(column a))))',
  ],
  [
    "SELECT a IN (SELECT 1), (a, b) NOT IN ((1, 2), (3, 4)), 5 MEMBER OF (a->'$.b')",
    'select(select-item(in(column a subquery(parenthesized-query(select(select-item(literal number)))))) select-item(in negated(row(column a column b) row(literal number literal number) row(literal number literal number))) select-item(member-of(literal number array=parentheses(binary ->(column a literal string)))))',
  ],
  [
    'SELECT a = ANY (SELECT 1), a > ALL (SELECT 2)',
    'select(select-item(comparison = ANY(column a subquery(parenthesized-query(select(select-item(literal number)))))) select-item(comparison > ALL(column a subquery(parenthesized-query(select(select-item(literal number)))))))',
  ],
  [
    'SELECT EXISTS (SELECT 1), NOT EXISTS (SELECT 2)',
    'select(select-item(exists(subquery=subquery(parenthesized-query(select(select-item(literal number)))))) select-item(unary NOT(exists(subquery=subquery(parenthesized-query(select(select-item(literal number))))))))',
  ],
  [
    "SELECT d + INTERVAL 1 DAY, INTERVAL '1:2' HOUR_MINUTE + d, INTERVAL(1, 2, 3)",
    'select(select-item(binary +(column d interval DAY(literal number))) select-item(binary +(interval HOUR_MINUTE(literal string) column d)) select-item(call INTERVAL(literal number literal number literal number)))',
  ],
  [
    "SELECT CASE a WHEN 1 THEN 'x' ELSE 'y' END, CASE WHEN a THEN b END",
    'select(select-item(case(column a case-branch(literal number literal string) otherwise=literal string)) select-item(case(case-branch(column a column b))))',
  ],
  [
    'SELECT CAST(a AS CHAR(10) CHARACTER SET latin1), CONVERT(b USING utf8), CONVERT(c, SIGNED)',
    'select(select-item(cast CAST(column a dataType=data-type CHAR)) select-item(cast CONVERT utf8(column b)) select-item(cast CONVERT(column c dataType=data-type SIGNED)))',
  ],
  [
    "SELECT EXTRACT(YEAR FROM d), TRIM(LEADING 'x' FROM e), SUBSTRING(f FROM 2 FOR 3), POSITION('a' IN g)",
    'select(select-item(call EXTRACT(name YEAR column d)) select-item(call TRIM(name LEADING literal string column e)) select-item(call SUBSTRING(column f literal number literal number)) select-item(call POSITION(literal string column g)))',
  ],
  [
    "SELECT COUNT(*), COUNT(DISTINCT a, b), GROUP_CONCAT(DISTINCT a ORDER BY b DESC SEPARATOR '|')",
    'select(select-item(call COUNT(star)) select-item(call COUNT distinct(column a column b)) select-item(call GROUP_CONCAT distinct(column a order-by(order-item DESC(column b)) separator=literal string)))',
  ],
  [
    'SELECT LAG(a, 1) OVER (PARTITION BY b ORDER BY c), SUM(d) OVER w, MAX(e) OVER (w ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)',
    'select(select-item(call LAG(column a literal number over=window-spec(partitionBy=column b order-by(order-item(column c))))) select-item(call SUM(column d over=name w)) select-item(call MAX(column e over=window-spec(base=name w frame=frame ROWS(start=frame-bound PRECEDING(literal number) end=frame-bound CURRENT ROW)))))',
  ],
  [
    "SELECT MATCH (a, t.b) AGAINST ('x' IN BOOLEAN MODE)",
    'select(select-item(match IN BOOLEAN MODE(column a column t b against=literal string)))',
  ],
  [
    "SELECT doc->'$.a', t.doc->>'$.b'",
    'select(select-item(binary ->(column doc literal string)) select-item(binary ->>(column t doc literal string)))',
  ],
  [
    'SELECT (a), (a, b), ROW(a, b), (SELECT 1), ((SELECT 1) + 1), ((SELECT 1) UNION (SELECT 2))',
    'select(select-item(parentheses(column a)) select-item(row(column a column b)) select-item(row(column a column b)) select-item(subquery(parenthesized-query(select(select-item(literal number))))) select-item(parentheses(binary +(subquery(parenthesized-query(select(select-item(literal number)))) literal number))) select-item(subquery(parenthesized-query(set-operation UNION(parenthesized-query(select(select-item(literal number))) parenthesized-query(select(select-item(literal number))))))))',
  ],
  [
    "SELECT 'a' 'b', _utf8mb4 'x', N'y', 0x1F, X'1F', 1.5, DATE '2024-01-01', NULL, TRUE",
    'select(select-item(literal string) select-item(literal string utf8mb4) select-item(literal string) select-item(literal binary) select-item(literal binary) select-item(literal number) select-item(literal temporal) select-item(literal null) select-item(literal boolean))',
  ],
  [
    'SELECT @a, @@session.b, @c := 1, ?, :d',
    'select(select-item(variable user) select-item(variable system) select-item(assignment-expression(variable=variable user literal number)) select-item(placeholder) select-item(placeholder))',
  ],
  [
    'SELECT DEFAULT(a), CURRENT_DATE, f(1), db.g(2)',
    'select(select-item(default(parentheses(column a))) select-item(call CURRENT_DATE) select-item(call F(literal number)) select-item(call db g(literal number)))',
  ],
  ["SELECT {d '2024-01-01'}", 'select(select-item(odbc(literal string)))'],
  [
    "SELECT a, t.b, db.t.c, t.*, `x y` AS z, 1 'w'",
    'select(select-item(column a) select-item(column t b) select-item(column db t c) select-item(star t) select-item(column x y alias=name z) select-item(literal number alias=name w))',
  ],
  ['SELECT DISTINCT SQL_NO_CACHE a', 'select DISTINCT SQL_NO_CACHE(select-item(column a))'],
  ['SELECT /*+ MRR(t) */ a FROM t', 'select(optimizer-hint MRR(t) select-item(column a) table t)'],
  [
    'SELECT * FROM t, u x, db.v AS `y`',
    'select(select-item(star) table t table u(alias=name x) table db v(alias=name y))',
  ],
  [
    'SELECT * FROM a JOIN b ON a.x = b.x LEFT JOIN c USING (y, z) CROSS JOIN d STRAIGHT_JOIN e NATURAL RIGHT JOIN f',
    'select(select-item(star) join right natural(join straight(join cross(join left(join inner(table a table b on=comparison =(column a x column b x)) table c using=name y using=name z) table d) table e) table f))',
  ],
  [
    'SELECT * FROM a JOIN b JOIN c ON x ON y',
    'select(select-item(star) join inner(table a join inner(table b table c on=column x) on=column y))',
  ],
  [
    'SELECT * FROM a JOIN b JOIN c ON x',
    'select(select-item(star) join inner(join inner(table a table b) table c on=column x))',
  ],
  [
    'SELECT * FROM a LEFT JOIN (b, c) ON x',
    'select(select-item(star) join left(table a table-parentheses(table b table c) on=column x))',
  ],
  [
    'SELECT * FROM (a JOIN b ON x), c',
    'select(select-item(star) table-parentheses(join inner(table a table b on=column x)) table c)',
  ],
  [
    'SELECT * FROM (SELECT 1) x, LATERAL (SELECT 2) AS y (z)',
    'select(select-item(star) derived-table(parenthesized-query(select(select-item(literal number))) alias=name x) derived-table lateral(parenthesized-query(select(select-item(literal number))) alias=name y name z))',
  ],
  [
    'SELECT * FROM ((SELECT 1) UNION (SELECT 2)) x',
    'select(select-item(star) derived-table(parenthesized-query(set-operation UNION(parenthesized-query(select(select-item(literal number))) parenthesized-query(select(select-item(literal number))))) alias=name x))',
  ],
  [
    'SELECT * FROM ((SELECT 1) x JOIN y)',
    'select(select-item(star) table-parentheses(join inner(derived-table(parenthesized-query(select(select-item(literal number))) alias=name x) table y)))',
  ],
  [
    'SELECT * FROM t PARTITION (p0, p1) x USE INDEX (i, j) IGNORE KEY FOR ORDER BY (PRIMARY)',
    'select(select-item(star) table t(partitions=name p0 partitions=name p1 alias=name x index-hint USE(name i name j) index-hint IGNORE ORDER BY(name PRIMARY)))',
  ],
  ['SELECT * FROM t USE INDEX ()', 'select(select-item(star) table t(index-hint USE))'],
  [
    'SELECT * FROM {OJ a LEFT JOIN b ON x}',
    'select(select-item(star) odbc-join(table=join left(table a table b on=column x)))',
  ],
  [
    "SELECT * FROM JSON_TABLE(a, '$' COLUMNS (i FOR ORDINALITY, b INT PATH '$.b' DEFAULT '0' ON EMPTY, NESTED PATH '$.c' COLUMNS (d INT EXISTS PATH '$.d'))) j",
    'select(select-item(star) json-table(document=column a path=literal string json-column ORDINALITY(name=name i) json-column PATH(name=name b dataType=data-type INT path=literal string defaults=literal string) json-column NESTED(path=literal string json-column EXISTS(name=name d dataType=data-type INT path=literal string)) alias=name j))',
  ],
  [
    'SELECT a FROM t WHERE b GROUP BY c, d DESC WITH ROLLUP HAVING e ORDER BY f, g DESC LIMIT 1, 2',
    'select(select-item(column a) table t where=column b group-by rollup(order-item(column c) order-item DESC(column d)) having=column e order-by(order-item(column f) order-item DESC(column g)) limit(offset=literal number count=literal number))',
  ],
  [
    'SELECT a FROM t LIMIT 10 OFFSET 5',
    'select(select-item(column a) table t limit(count=literal number offset=literal number))',
  ],
  ['SELECT a INTO @x FROM t', 'select(select-item(column a) into=into variables(variable user) table t)'],
  [
    "SELECT a FROM t INTO OUTFILE 'f' FIELDS TERMINATED BY ','",
    'select(select-item(column a) table t into=into outfile)',
  ],
  [
    'SELECT a FROM t FOR UPDATE OF t, u SKIP LOCKED',
    'select(select-item(column a) table t lock update SKIP LOCKED(of=name t of=name u))',
  ],
  ['SELECT a FROM t LOCK IN SHARE MODE', 'select(select-item(column a) table t lock share)'],
  [
    'SELECT a FROM t WINDOW w AS (PARTITION BY b), v AS (w ORDER BY c)',
    'select(select-item(column a) table t windows=window(name=name w spec=window-spec(partitionBy=column b)) windows=window(name=name v spec=window-spec(base=name w order-by(order-item(column c)))))',
  ],
  [
    'SELECT 1 UNION SELECT 2 UNION ALL SELECT 3 ORDER BY 1 LIMIT 1',
    'set-operation UNION ALL(set-operation UNION(select(select-item(literal number)) select(select-item(literal number))) select(select-item(literal number)) order-by(order-item(literal number)) limit(count=literal number))',
  ],
  [
    'SELECT 1 UNION SELECT 2 INTERSECT SELECT 3 EXCEPT SELECT 4',
    'set-operation EXCEPT(set-operation UNION(select(select-item(literal number)) set-operation INTERSECT(select(select-item(literal number)) select(select-item(literal number)))) select(select-item(literal number)))',
  ],
  [
    '(SELECT 1 LIMIT 1) UNION (SELECT 2)',
    'set-operation UNION(parenthesized-query(select(select-item(literal number) limit(count=literal number))) parenthesized-query(select(select-item(literal number))))',
  ],
  [
    'VALUES ROW(1, 2), ROW(3, 4) ORDER BY 1',
    'values(row(literal number literal number) row(literal number literal number) order-by(order-item(literal number)))',
  ],
  ['TABLE t LIMIT 1', 'table-query(table=table t limit(count=literal number))'],
  [
    'WITH RECURSIVE a (x) AS (SELECT 1), b AS (SELECT 2) SELECT * FROM a',
    'select(with recursive(cte(name=name a name x parenthesized-query(select(select-item(literal number)))) cte(name=name b parenthesized-query(select(select-item(literal number))))) select-item(star) table a)',
  ],
  [
    'INSERT INTO t (a, b) VALUES (1, DEFAULT), (2, 3) ON DUPLICATE KEY UPDATE a = VALUES(a)',
    'insert INSERT(table=table t column a column b row(literal number default) row(literal number literal number) onDuplicateKey=assignment(column a call VALUES(column a)))',
  ],
  [
    'INSERT IGNORE db.t SET a = 1, t.b = 2',
    'insert INSERT IGNORE(table=table db t assignment(column a literal number) assignment(column t b literal number))',
  ],
  ['INSERT INTO t (a) SELECT b FROM u', 'insert INSERT(table=table t column a select(select-item(column b) table u))'],
  [
    'INSERT INTO t VALUES (1) AS new (x) ON DUPLICATE KEY UPDATE a = new.x',
    'insert INSERT(table=table t row(literal number) rowAlias=row-alias(name=name new name x) onDuplicateKey=assignment(column a column new x))',
  ],
  [
    'REPLACE INTO t (SELECT 1)',
    'insert REPLACE(table=table t parenthesized-query(select(select-item(literal number))))',
  ],
  [
    'UPDATE LOW_PRIORITY t x, u SET x.a = u.b WHERE c ORDER BY d LIMIT 1',
    'update LOW_PRIORITY(table t(alias=name x) table u assignment(column x a column u b) where=column c order-by(order-item(column d)) limit(count=literal number))',
  ],
  [
    'WITH a AS (SELECT 1) UPDATE t JOIN a ON x SET b = 1',
    'update(with(cte(name=name a parenthesized-query(select(select-item(literal number))))) join inner(table t table a on=column x) assignment(column b literal number))',
  ],
  [
    'DELETE FROM t AS x PARTITION (p) WHERE a LIMIT 5',
    'delete single(table t(alias=name x partitions=name p) where=column a limit(count=literal number))',
  ],
  [
    'DELETE a, b.* FROM t a JOIN u b ON x',
    'delete from(targets=table a targets=table b join inner(table t(alias=name a) table u(alias=name b) on=column x))',
  ],
  ['DELETE FROM a USING t a', 'delete using(targets=table a table t(alias=name a))'],
  ['EXPLAIN FORMAT=JSON SELECT 1', 'explain EXPLAIN JSON(select(select-item(literal number)))'],
  [
    'EXPLAIN ANALYZE UPDATE t SET a = 1',
    'explain EXPLAIN analyze(update(table t assignment(column a literal number)))',
  ],
  ['CREATE TABLE t (a INT)', 'other CREATE'],
  ['DESCRIBE t a', 'other DESCRIBE'],
  [
    'SELECT a FROM t GROUP BY GROUPING SETS ((a, b), ())',
    'select(select-item(column a) table t group-by(order-item(call GROUPING SETS(row(column a column b) row))))',
  ],
  [
    'SELECT a FROM t QUALIFY RANK() OVER () = 1',
    'select(select-item(column a) table t qualify=comparison =(call RANK(over=window-spec) literal number))',
  ],
  [
    "SET STATEMENT a = 1, b = 'x' FOR SELECT 1",
    'set-statement(assignment(column a literal number) assignment(column b literal string) select(select-item(literal number)))',
    'mariadb',
  ],
  ['ANALYZE FORMAT=JSON DELETE FROM t', 'explain ANALYZE analyze JSON(delete single(table t))', 'mariadb'],
  [
    "SELECT * FROM t FOR SYSTEM_TIME AS OF TIMESTAMP '2024-01-01' x",
    'select(select-item(star) table t(systemTime=system-time AS OF(values=literal temporal) alias=name x))',
    'mariadb',
  ],
  [
    "SELECT * FROM t FOR SYSTEM_TIME BETWEEN 'a' AND 'b', u FOR SYSTEM_TIME ALL",
    'select(select-item(star) table t(systemTime=system-time BETWEEN(values=literal string values=literal string)) table u(systemTime=system-time ALL))',
    'mariadb',
  ],
  [
    'SELECT a FROM t LIMIT 5 ROWS EXAMINED 100',
    'select(select-item(column a) table t limit(count=literal number rowsExamined=literal number))',
    'mariadb',
  ],
  [
    'SELECT a FROM t OFFSET 2 ROWS FETCH NEXT 3 ROWS WITH TIES',
    'select(select-item(column a) table t limit withTies(offset=literal number count=literal number))',
    'mariadb',
  ],
  [
    'INSERT INTO t VALUES (1) RETURNING a, b c',
    'insert INSERT(table=table t row(literal number) returning=select-item(column a) returning=select-item(column b alias=name c))',
    'mariadb',
  ],
  ['DELETE FROM t WHERE a RETURNING *', 'delete single(table t where=column a returning=select-item(star))', 'mariadb'],
  [
    "DELETE HISTORY FROM t BEFORE SYSTEM_TIME 'x'",
    'delete HISTORY single(table t history=system-time BEFORE(values=literal string))',
    'mariadb',
  ],
  [
    "UPDATE t FOR PORTION OF p FROM 'a' TO 'b' SET c = 1",
    'update(table t(portion=literal string portion=literal string) assignment(column c literal number))',
    'mariadb',
  ],
  [
    'SELECT NEXT VALUE FOR s, PREVIOUS VALUE FOR db.s, VALUE(a)',
    'select(select-item(sequence-value NEXT s) select-item(sequence-value PREVIOUS db s) select-item(call VALUE(column a)))',
    'mariadb',
  ],
  [
    'SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY a) OVER (PARTITION BY b)',
    'select(select-item(call PERCENTILE_CONT(literal number withinGroup=order-by(order-item(column a)) over=window-spec(partitionBy=column b))))',
    'mariadb',
  ],
  [
    'SELECT a, b c d, e FROM t',
    'select(select-item(column a) select-item(column b alias=name c opaque) select-item(column e) table t)',
  ],
  [
    'SELECT a FROM t WHERE x = = 1 AND b = 2 ORDER BY c',
    'select(select-item(column a) table t where=logical AND(comparison =(column x opaque) comparison =(column b literal number)) order-by(order-item(column c)))',
  ],
  [
    'SELECT a FROM t WHERE (a = 1 foo bar) AND b = 2',
    'select(select-item(column a) table t where=logical AND(parentheses(comparison =(column a literal number) opaque) comparison =(column b literal number)))',
  ],
  ['SELECT a FROM t LEFT JOIN u WHERE b', 'select(select-item(column a) join left(table t table u) where=column b)'],
  ['SELECT FROM t', 'select(select-item(opaque) table t)'],
  [
    'SELECT a FROM t ORDER BY b WHERE c GROUP BY d',
    'select(select-item(column a) table t order-by(order-item(column b)) opaque opaque)',
  ],
  [
    'SELECT t. FROM t WHERE t. = 1',
    "select(select-item(column t '') table t where=comparison =(column t '' literal number))",
  ],
  [
    'SELECT a FROM t WHERE a 1 AND b = 2 foo OR c ORDER BY d',
    'select(select-item(column a) table t where=logical OR(logical AND(column a opaque comparison =(column b literal number)) opaque column c) order-by(order-item(column d)))',
  ],
]

const cases = rows.map(([sql, tree, dialect = 'mysql']) => ({ sql, tree, dialect }))

test.each(cases)('$dialect: $sql', ({ sql, tree, dialect }) => {
  expect(parseSql(sql, dialect).map(outline)).toEqual([tree])
})
