import type { Rule } from '../rule'
import { indexCompositeOrder } from './index-composite-order'

/** Every rule, by id; one file each. */
export const rules: readonly Rule[] = [indexCompositeOrder]
