import type { Rule } from '../rule'
import { compositeEqRangeOrder } from './composite-eq-range-order'
import { indexCompositeOrder } from './index-composite-order'
import { indexDuplicate } from './index-duplicate'
import { indexForOrderBy } from './index-for-order-by'
import { indexForOrderLimit } from './index-for-order-limit'
import { indexMissingPrefix } from './index-missing-prefix'
import { indexRedundant } from './index-redundant'
import { missingJoinIndex } from './missing-join-index'

/** Every rule, by id; one file each. */
export const rules: readonly Rule[] = [
  compositeEqRangeOrder,
  indexCompositeOrder,
  indexDuplicate,
  indexForOrderBy,
  indexForOrderLimit,
  indexMissingPrefix,
  indexRedundant,
  missingJoinIndex,
]
