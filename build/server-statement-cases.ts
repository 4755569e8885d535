/** A statement that is sent so often, and what a server's own statistics cannot tell of it. */
export interface StatementCase {
  readonly sql: string
  readonly times: number
  /** Why its shape is another one where only the text of MySQL's digest is there, without a sample. */
  readonly lostInDigestText?: string
  /** Why its shape is another one in pg_stat_statements. */
  readonly lostInPostgres?: string
  readonly lostFromPostgres18?: string
}

/** Makes the tables that the cases below read, with ten orders. */
export const caseTables: readonly string[] = [
  'CREATE TABLE orders (id INT PRIMARY KEY, status VARCHAR(10), amount DECIMAL(10,2), note VARCHAR(50))',
  `INSERT INTO orders (id, status, note, amount) VALUES ${Array.from({ length: 10 }, (_, i) => `(${i + 1}, 'open', 'n${i}', ${i * 2})`).join(', ')}`,
]

/** Statements that every server takes. */
export const commonCases: readonly StatementCase[] = [
  { sql: 'SELECT * FROM orders WHERE id = 7', times: 5 },
  { sql: 'select o.id, o.status from orders o where o.id in (1, 2,3) and o.amount > -1.5', times: 2 },
  { sql: "SELECT status, COUNT(*) FROM orders WHERE note LIKE '%a%' GROUP BY status ORDER BY 2 DESC", times: 3 },
  { sql: "SELECT id FROM orders WHERE note IS NULL OR note <> 'x'", times: 1 },
  { sql: "SELECT id FROM orders WHERE note <> 'x' AND id IN (7)", times: 4 },
  { sql: "INSERT INTO orders (id, status, amount, note) VALUES (101, 'a', 1, 'p'), (102, 'b', 2, 'q')", times: 1 },
  {
    sql: "INSERT INTO orders (id, status, note) VALUES (103, 'a', NULL)",
    times: 1,
    lostInDigestText: 'NULL among values counts as one of them',
    lostInPostgres: 'NULL becomes a parameter',
  },
  { sql: "UPDATE orders SET note = CONCAT('a', note, 'b'), amount = amount + 1 WHERE id BETWEEN 5 AND 9", times: 1 },
  { sql: 'DELETE FROM orders WHERE id = 101 OR id = 102 OR id = 103', times: 1 },
  {
    sql: "SELECT a.id FROM orders a LEFT JOIN orders b ON a.id = b.id AND b.status = 'x' WHERE b.id IS NOT NULL",
    times: 2,
  },
  { sql: "SELECT COALESCE(note, 'none'), UPPER(status) FROM orders WHERE id = 3", times: 3 },
  { sql: 'SELECT id FROM orders WHERE id = 1 UNION ALL SELECT id FROM orders WHERE id = 2', times: 2 },
  { sql: 'SELECT /* trace 17 */ id FROM orders WHERE id < 5 -- the first', times: 2 },
  {
    sql: "SELECT CASE WHEN amount > 10 THEN 'big' ELSE 'small' END AS size FROM orders WHERE (id, status) IN ((1,'a'),(2,'b'))",
    times: 1,
  },
  { sql: 'SELECT EXISTS (SELECT 1 FROM orders WHERE amount > (SELECT AVG(amount) FROM orders))', times: 2 },
  {
    sql: 'SELECT id FROM orders WHERE id < 4 AND TRUE',
    times: 1,
    lostInPostgres: 'TRUE becomes a parameter',
  },
]

export const mysqlCases: readonly StatementCase[] = [
  ...commonCases,
  { sql: 'SELECT id FROM orders ORDER BY amount LIMIT 2, 3', times: 2 },
  { sql: 'SELECT id FROM orders FORCE INDEX (PRIMARY) WHERE id < 5', times: 1 },
  { sql: "SELECT DATE_ADD('2024-01-01', INTERVAL 1 DAY) FROM orders WHERE id = 3", times: 2 },
  {
    sql: 'SELECT `id` FROM `orders` WHERE `id` = 4',
    times: 2,
    lostInDigestText: 'it does not tell which names were quoted',
  },
  { sql: "SELECT id FROM orders WHERE note != 'y'", times: 1, lostInDigestText: '<> and != are one word' },
  { sql: "SELECT CONCAT(note, 'a', 'b', 'c') FROM orders", times: 1, lostInDigestText: 'it does not count values' },
  {
    sql: 'SELECT Status FROM orders WHERE id = 1',
    times: 1,
    lostInDigestText: 'a name that is a keyword loses its letter case',
  },
]

export const postgresCases: readonly StatementCase[] = [
  ...commonCases,
  { sql: 'SELECT id FROM orders ORDER BY amount LIMIT 3 OFFSET 2', times: 2 },
  {
    sql: "SELECT id FROM orders WHERE id = ANY (ARRAY[1,2,3]) AND status = 'x'::text",
    times: 2,
    lostFromPostgres18: 'values of an array are not counted',
  },
  { sql: "SELECT DATE '2024-01-01' + interval '1 day' FROM orders WHERE id = 3", times: 2 },
  { sql: 'SELECT "id" FROM orders WHERE "id" = 4', times: 2 },
  {
    sql: "SELECT extract(year FROM DATE '2024-01-01')",
    times: 1,
    lostInPostgres: 'the field of EXTRACT becomes a parameter',
  },
]
