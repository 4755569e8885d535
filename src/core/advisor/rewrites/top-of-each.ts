import type { Advice } from '../model'
import { pipesMeanOr, underLimit } from './advice-parts'
import { orderedIndexes } from './index-order'
import type { LimitedRead } from './limited-read'
import type { Rewritable } from './rewritable'
import { asTopOfEach } from './unions'
import { valueLists } from './written-or'

/**
 * The first rows of each value of a list, for lists on a column that an index begins with and goes on in the order.
 * @param bare the statement without index hints
 */
export function topOfEach({ only, table, order, limit }: LimitedRead, bare: Rewritable): readonly Advice[] {
  return valueLists(bare, only.source.source).flatMap((list): readonly Advice[] => {
    const column = list.column.toLowerCase()
    const family = bare.dialect === 'postgres' ? 'postgres' : 'mysql'
    const led = orderedIndexes(table, order, family, new Set([column])).find(
      ({ parts }) => parts[0]?.column?.toLowerCase() === column,
    )
    const union = led && asTopOfEach(bare, list)
    if (!union) return []
    return [
      {
        kind: 'rewrite',
        title: `Take the first ${limit} of each value of ${list.column} from \`${led.name}\` and put them together: UNION ALL`,
        variant: { sql: union.sql, session: [], ddl: [] },
        ...underLimit(bare, pipesMeanOr(bare)),
        tradeOffs: [`The text names each of the ${union.members} values in a SELECT of its own.`],
        notWhen: ['The list of values is long, or comes from the application: then the text changes with it.'],
        expected: { rowsAfter: limit * union.members, method: 'structural' },
      },
    ]
  })
}
