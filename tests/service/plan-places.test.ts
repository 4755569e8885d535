// Protects that a plan pasted with its statement is linked to it: tables, conditions and key parts have their places.
import { expect, test } from 'vitest'
import { each } from '../../src/core/plan/walk'
import { textMethods } from '../../src/service/methods/texts'

const context = { signal: new AbortController().signal, progress: () => undefined }
const sql = "SELECT * FROM orders o WHERE o.status = 'paid' AND o.total > 5"

test.each([
  [
    'PostgreSQL’s text',
    ` Index Scan using ix on orders o  (cost=0.29..8.30 rows=1 width=8)\n   Index Cond: ((status)::text = 'paid'::text)\n   Filter: (total > '5'::numeric)\n`,
    'CREATE TABLE orders (id int primary key, status text, total numeric); CREATE INDEX ix ON orders (status)',
  ],
  [
    'MySQL’s tree',
    "-> Filter: (o.total > 5.00)  (cost=0.7 rows=0.33)\n    -> Index lookup on o using ix (status='paid')  (cost=0.7 rows=1)\n",
    'CREATE TABLE orders (id INT PRIMARY KEY, status VARCHAR(9), total DECIMAL(9,2), KEY ix (status))',
  ],
])('%s below its statement', async (_name, plan, schema) => {
  const text = `${sql};\n\n${plan}`
  const { plans, keyUse = [] } = await textMethods()['plan.parse']({ text, schema }, context)
  const [first] = plans
  expect(first?.source.sql).toBe(sql)
  const textOf = ({ start, end }: { start: number; end: number }) => sql.slice(start, end)
  const nodes = first ? [...each(first.root)] : []
  expect(nodes.flatMap(({ sqlSpan }) => (sqlSpan ? [textOf(sqlSpan)] : []))).toContain('orders o')
  const conditions = nodes.flatMap((node) => node.conditions).map(({ sqlSpan }) => sqlSpan && textOf(sqlSpan))
  expect(conditions.sort()).toEqual(["o.status = 'paid'", 'o.total > 5'])
  const part = keyUse.find(({ chosen }) => chosen)?.parts[0]
  expect(part?.sqlSpans?.map(textOf)).toEqual(["o.status = 'paid'"])
})
