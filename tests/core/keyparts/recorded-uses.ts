import { keyUseOf } from '../../../src/core/keyparts/key-use'
import type { KeyUse } from '../../../src/core/keyparts/model'
import { loadPostgresMeaning } from '../../../src/pg-syntax/index'
import { catalogFor, engineOf, lineOf, planOf, type RecordedPlan } from './recorded'

const grammar = await loadPostgresMeaning()

/** The key uses of a recorded plan, with all that was recorded beside it. */
export function usesOf(record: RecordedPlan): readonly KeyUse[] {
  const catalog = catalogFor(record)
  const engine = engineOf(record)
  return keyUseOf({
    plans: [planOf(record)],
    catalog,
    engine,
    sql: record.sql,
    meaning: engine.family === 'postgres' ? grammar.meaning(record.sql, { catalog }) : undefined,
    warnings: (record.warnings ?? []).map((message) => ({ message })),
  })
}

/** The indexes that are read, a line each. */
export function chosenLines(record: RecordedPlan): readonly string[] {
  return usesOf(record)
    .filter((use) => use.chosen)
    .map(lineOf)
}
