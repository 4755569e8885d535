import { type KnownField, setsFromStatistics } from '../../core/analysis/value-sets/from-statistics'
import type { Table } from '../../core/catalog/model'
import { dialectOf } from '../../core/engine'
import { fault, faultOf } from '../../core/errors'
import { type PlaceholderField, placeholderFields } from '../../core/sql/complete/placeholder-fields'
import { namedValue, type PlaceholderValues } from '../../core/sql/edits/placeholder-values'
import type { Statement } from '../../core/sql/model'
import type { SuggestedValue } from '../../core/sql/suggest-values/model'
import { valueQuestions } from '../../core/sql/suggest-values/questions'
import type { Session } from '../../engines/engine'
import { readStatements } from '../read-statements'
import { countedValues } from './counted-values'
import type { AskedSet } from './value-sets'

/**
 * Sets of values for a statement's placeholders from what the server knows of their columns: the commonest, the rarest,
 * those in the middle. Where it does not know them they are counted, but not on production.
 * @param given values for placeholders that every set has
 * @throws SargableError `bad-request` when nothing is known of a placeholder
 */
export async function statisticsSets(
  session: Session,
  sql: string,
  { given, production }: { readonly given: PlaceholderValues | undefined; readonly production: boolean },
  signal: AbortSignal,
): Promise<readonly AskedSet[]> {
  const dialect = dialectOf(session.identity.product)
  const [read] = (await readStatements(sql, dialect)).statements
  const catalog = await session.catalog(read?.tables ?? [], signal)
  const fields = placeholderFields(sql, dialect, catalog, session.database)
  if (fields.length === 0)
    throw fault('bad-request', 'The statement has no placeholders.', {
      hint: 'Write ? or :name in the place of the values that change.',
    })
  const known: KnownField[] = []
  let position = 0
  for (const field of fields) {
    const value = field.positional ? given?.positional?.[position++] : given && namedValue(given, field.key)
    const table = catalog.tables.find(
      ({ schema, name }) => schema === field.column?.schema && name === field.column.table,
    )
    const suggested =
      value === undefined && table !== undefined && field.column !== undefined
        ? await suggestedFor(session, table, field.column.name, production, signal)
        : []
    known.push({ field, suggested, given: value, ...comparison(field, read) })
  }
  const found = setsFromStatistics(known)
  if ('sets' in found) return found.sets.map((set) => ({ ...set, from: 'statistics' }))
  const names = found.missing.map(({ written, key, positional }) => (positional ? `${written} (${key})` : written))
  throw fault('bad-request', `Nothing is known of the values of ${names.join(', ')}.`, {
    hint: 'Give values for them: --values FILE on the command line.',
  })
}

/** What the server keeps of a column's values; where that does not tell how skewed it is, counted ones. */
async function suggestedFor(
  session: Session,
  table: Table,
  column: string,
  production: boolean,
  signal: AbortSignal,
): Promise<readonly SuggestedValue[]> {
  const kept = await firstAnswer(session, valueQuestions(session.identity, table, column, false), signal)
  const isTold = kept.some(({ why }) => why === 'most-common') && kept.some(({ why }) => why === 'rare')
  if (isTold || production) return kept
  const counted = await countedValues(session, table, column, signal)
  const sample =
    kept.length > 0 ? [] : await firstAnswer(session, valueQuestions(session.identity, table, column, true), signal)
  return [...counted, ...kept, ...sample]
}

async function firstAnswer(
  session: Session,
  questions: ReturnType<typeof valueQuestions>,
  signal: AbortSignal,
): Promise<readonly SuggestedValue[]> {
  for (const { sql, read } of questions) {
    try {
      const values = read((await session.read(sql, signal)).rows)
      if (values.length > 0) return values
    } catch (thrown) {
      // No right to read statistics: the next question may still answer.
      const { code } = faultOf(thrown)
      if (code === 'cancelled' || code === 'lost-connection') throw thrown
    }
  }
  return []
}

/** How the statement compares a placeholder; of BETWEEN, which end it is. */
function comparison(field: PlaceholderField, read: Statement | undefined): Pick<KnownField, 'condition' | 'isUpper'> {
  const condition = read?.conditions.find(({ span }) => span.start <= field.span.start && span.end >= field.span.end)
  if (condition === undefined) return {}
  const isBetween = condition.operator.toUpperCase() === 'BETWEEN'
  const before = condition.text.slice(0, field.span.start - condition.span.start)
  return { condition, ...(isBetween && { isUpper: /\band\b/i.test(before) }) }
}
