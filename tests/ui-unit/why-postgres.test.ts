// Protects which indexes can be asked about on PostgreSQL: those of the tables that the plan reads, under the statement's names.
import { expect, test } from 'vitest'
import type { Catalog } from '../../src/core/catalog/model'
import { readPlans } from '../../src/core/plan/read'
import { indexChoices } from '../../src/ui/why-postgres/index-choices'

const table = (schema: string, name: string, indexes: readonly string[]): Catalog['tables'][number] => ({
  schema,
  name,
  columns: [],
  foreignKeys: [],
  indexes: indexes.map((index) => ({ name: index, unique: false, visible: true, parts: [] })),
})
const catalog: Catalog = {
  tables: [
    table('public', 'post', ['post_pkey', 'post_a']),
    table('old', 'post', ['old_a']),
    table('public', 'tag', ['tag_a']),
  ],
}
const choices = (text: string) => indexChoices(readPlans(text, {})[0], catalog).map(({ title }) => title)

test.each([
  [
    'a table by its name',
    'Seq Scan on public.post  (cost=0.00..1.00 rows=1 width=4)',
    ['post_pkey on post', 'post_a on post'],
  ],
  ['a table by its alias', 'Seq Scan on old.post p  (cost=0.00..1.00 rows=1 width=4)', ['old_a on p']],
  [
    'a table read twice is asked about under both names, a bitmap once',
    `Nested Loop  (cost=0.00..1.00 rows=1 width=4)
  ->  Bitmap Heap Scan on public.post p1  (cost=0.00..1.00 rows=1 width=4)
        ->  Bitmap Index Scan on post_a  (cost=0.00..1.00 rows=1 width=0)
  ->  Seq Scan on public.post p2  (cost=0.00..1.00 rows=1 width=4)`,
    ['post_pkey on p1', 'post_a on p1', 'post_pkey on p2', 'post_a on p2'],
  ],
  ['what is no stored table has none', 'Function Scan on generate_series n  (cost=0.00..1.00 rows=1 width=4)', []],
])('%s', (_name, text, titles) => expect(choices(text)).toEqual(titles))
