import type { RuleCases } from './rule-case'
import { hygieneCases, keyCases } from './rule-cases-hygiene'
import { orderCases } from './rule-cases-order'
import { patternCases } from './rule-cases-patterns'
import { rewriteCases } from './rule-cases-rewrites'
import { holdCases } from './rule-cases-texts'

/** Every rule has an entry here; see rule-case.ts. */
export const ruleCases: readonly RuleCases[] = [
  ...orderCases,
  ...hygieneCases,
  ...keyCases,
  ...holdCases,
  ...patternCases,
  ...rewriteCases,
]
