import { atLeast, type Version } from '../../engine'

type Since = readonly [major: number, minor: number, patch: number]

const since = (words: string, ...version: Since): readonly (readonly [string, Since])[] =>
  words.split(' ').map((word) => [word, version])

/** Optimizer hints and the first version that reads them (MySQL manual, "Optimizer Hints"; tried on 5.7 to 9.7). */
const known: ReadonlyMap<string, Since> = new Map([
  ...since(
    'BKA NO_BKA BNL NO_BNL MRR NO_MRR NO_ICP NO_RANGE_OPTIMIZATION SEMIJOIN NO_SEMIJOIN SUBQUERY QB_NAME MAX_EXECUTION_TIME',
    5,
    7,
    7,
  ),
  ...since('JOIN_FIXED_ORDER JOIN_ORDER JOIN_PREFIX JOIN_SUFFIX MERGE NO_MERGE INDEX_MERGE NO_INDEX_MERGE', 8, 0, 1),
  ...since('SET_VAR RESOURCE_GROUP', 8, 0, 3),
  ...since('SKIP_SCAN NO_SKIP_SCAN', 8, 0, 13),
  ...since('HASH_JOIN NO_HASH_JOIN', 8, 0, 18),
  ...since('INDEX NO_INDEX JOIN_INDEX NO_JOIN_INDEX GROUP_INDEX NO_GROUP_INDEX ORDER_INDEX NO_ORDER_INDEX', 8, 0, 20),
  ...since('DERIVED_CONDITION_PUSHDOWN NO_DERIVED_CONDITION_PUSHDOWN', 8, 0, 22),
])

/** The names of all hints that are known here. */
export const hintNames: readonly string[] = [...known.keys()]

/** Is the hint read by this server? `undefined` for a name that we do not know. */
export function readsHint(name: string, version: Version | undefined): boolean | undefined {
  const first = known.get(name.toUpperCase())
  if (first === undefined) return undefined
  return version === undefined || atLeast(version, ...first)
}
