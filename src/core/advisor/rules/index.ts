import type { Rule } from '../rule'
import { brinIndex } from './brin-index'
import { compositeEqRangeOrder } from './composite-eq-range-order'
import { coveringIndex } from './covering-index'
import { deferredJoinOffset } from './deferred-join-offset'
import { expressionIndex } from './expression-index'
import { ginIndexJsonb } from './gin-index-jsonb'
import { indexCompositeOrder } from './index-composite-order'
import { indexDuplicate } from './index-duplicate'
import { indexForOrderBy } from './index-for-order-by'
import { indexForOrderLimit } from './index-for-order-limit'
import { indexMissingPrefix } from './index-missing-prefix'
import { indexPrefixLength } from './index-prefix-length'
import { indexPrefixLongerThanLiteral } from './index-prefix-longer-than-literal'
import { indexRedundant } from './index-redundant'
import { indexUnused } from './index-unused'
import { leadingWildcard } from './leading-wildcard'
import { maxGroupLooseScan } from './max-group-loose-scan'
import { missingFkIndex } from './missing-fk-index'
import { missingJoinIndex } from './missing-join-index'
import { mixedDirectionIndex } from './mixed-direction-index'
import { noPrimaryKey } from './no-primary-key'
import { orAcrossColumns } from './or-across-columns'
import { orderLimitCorrelatedFilter } from './order-limit-correlated-filter'
import { orderLimitPreferOrderedIndex } from './order-limit-prefer-ordered-index'
import { partialIndex } from './partial-index'
import { pgLikePatternOps } from './pg-like-pattern-ops'
import { pkReorderInsteadOfSecondKey } from './pk-reorder-instead-of-second-key'
import { pkShorten } from './pk-shorten'
import { pkWideOrRandom } from './pk-wide-or-random'
import { skipScanInUse } from './skip-scan-in-use'
import { unindexedRange } from './unindexed-range'

/** Every rule, by id; one file each. */
export const rules: readonly Rule[] = [
  brinIndex,
  compositeEqRangeOrder,
  coveringIndex,
  deferredJoinOffset,
  expressionIndex,
  ginIndexJsonb,
  indexCompositeOrder,
  indexDuplicate,
  indexForOrderBy,
  indexForOrderLimit,
  indexMissingPrefix,
  indexPrefixLength,
  indexPrefixLongerThanLiteral,
  indexRedundant,
  indexUnused,
  leadingWildcard,
  maxGroupLooseScan,
  missingFkIndex,
  missingJoinIndex,
  mixedDirectionIndex,
  noPrimaryKey,
  orAcrossColumns,
  orderLimitCorrelatedFilter,
  orderLimitPreferOrderedIndex,
  partialIndex,
  pgLikePatternOps,
  pkReorderInsteadOfSecondKey,
  pkShorten,
  pkWideOrRandom,
  skipScanInUse,
  unindexedRange,
]
