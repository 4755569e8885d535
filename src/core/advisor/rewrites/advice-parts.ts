import { orderOf } from '../../experiment/result-order'
import { withShiftedSorts } from '../../experiment/shifted-sorts'
import type { Advice } from '../model'
import type { Rewritable } from './rewritable'

type Precondition = Advice['preconditions'][number]

/** How far a change of the plan leaves the rows as they were, and what that rests on. */
export interface Equivalence {
  readonly equivalence: Advice['equivalence']
  readonly preconditions: readonly Precondition[]
}

/**
 * A statement with LIMIT gives the same rows under every plan only when no two rows are equal in its order. Without that
 * the advice says which rows may differ.
 */
export function underLimit(of: Rewritable, more: readonly Precondition[] = []): Equivalence {
  const { meaning, catalog, sql } = of
  const read = withShiftedSorts(meaning, sql)
  const [block = of.block] = read.blocks
  if (block.limit === undefined) return byPreconditions(more)
  const isTotal = orderOf(block, read, catalog, sql) === 'total'
  const total: Precondition = isTotal
    ? {
        text: 'No two rows are equal in ORDER BY, so that LIMIT takes the same rows under every plan.',
        status: 'holds',
        how: 'A unique key that is never NULL is sorted by.',
      }
    : {
        text: 'No two rows are equal in ORDER BY, so that LIMIT takes the same rows under every plan.',
        status: 'fails',
        how: 'No unique key is sorted by: of rows that are equal in ORDER BY other ones may come. Add the primary key to ORDER BY.',
      }
  return byPreconditions([total, ...more])
}

export function byPreconditions(preconditions: readonly Precondition[]): Equivalence {
  const isSure = preconditions.every(({ status }) => status === 'holds')
  return { equivalence: isSure ? 'identical' : 'under-stated-facts', preconditions }
}

/** Where the text says `||`: what it means is a setting of the session. */
export function pipesMeanOr({ dialect, code }: Rewritable): readonly Precondition[] {
  if (dialect === 'postgres') return []
  for (let at = 0; at < code.length; at++) {
    if (!code.isOperator(at, '||')) continue
    return [
      {
        text: '`||` is read as OR.',
        status: 'unknown',
        how: 'It is the joining of texts where sql_mode has PIPES_AS_CONCAT.',
      },
    ]
  }
  return []
}
