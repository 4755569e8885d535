import type { Catalog } from '../../core/catalog/model'
import { medianMs, takenAwayWords } from '../../core/trace/taken-away'
import type { WhyNotAnswer } from '../../core/trace/why-not'
import { numbersOf, wayInWords } from '../../core/trace/words'
import type { MeasuredTakenAway } from '../../service/api'
import type { AskedIndex } from './atoms'
import type { ChoosableIndex } from './IndexChooser'
import type { WhyOverview } from './overview'

/** The answer card as words and numbers. */

export type IndexChoice = AskedIndex & ChoosableIndex

/** Every index that can be asked about: of the trace, and of the catalog for its tables. */
export function indexChoices(
  { indexes, tables }: Pick<WhyOverview, 'indexes' | 'tables'>,
  catalog: Catalog | undefined,
): readonly IndexChoice[] {
  const choices = new Map<string, IndexChoice>()
  const blocksOf = (name: string) => tables.filter(({ table }) => table === name).length
  const add = ({ table, index, selectId }: AskedIndex) => {
    const id = `${selectId ?? ''}\0${table}\0${index}`
    const where = blocksOf(table) > 1 ? `${table}, query block ${selectId}` : table
    if (!choices.has(id)) choices.set(id, { id, table, index, selectId, title: `${index} on ${where}` })
  }
  for (const table of tables) {
    for (const one of indexes) if (one.table === table.table && one.selectId === table.selectId) add(one)
    const stored = table.name ?? table.table
    for (const known of catalog?.tables ?? [])
      if (known.name.toLowerCase() === stored.toLowerCase())
        for (const { name } of known.indexes) add({ table: table.table, index: name, selectId: table.selectId })
  }
  return [...choices.values()]
}

export interface AnswerRow {
  readonly name: string
  readonly says: string
  readonly rows?: number | undefined
  readonly cost?: number | undefined
  readonly medianMs?: number | undefined
  /** Cost ÷ the winner's, where both were costed at one point. */
  readonly costRatio?: number | undefined
  /** Time ÷ that of the statement as it is. */
  readonly timeRatio?: number | undefined
  /** The one that the others are compared with. */
  readonly base: boolean
}

/** The winner and the one asked about, with what is known of each. */
export function answerRows(answer: WhyNotAnswer, measured: MeasuredTakenAway | undefined): readonly AnswerRow[] {
  const words = measured && takenAwayWords(measured)
  const rows: AnswerRow[] = []
  const asked = answer.outcome === 'chosen'
  const { winner, way } = answer
  if (winner && !asked)
    rows.push({
      name: winner.index ?? winner.indexes?.join(' + ') ?? wayInWords(winner).replace(/^the /, ''),
      says: 'taken',
      base: true,
      rows: winner.rows,
      cost: winner.cost,
      medianMs: measured && medianMs(measured.asIs),
    })
  rows.push({
    name: answer.index,
    says: asked ? 'taken' : answer.outcome === 'replaced' ? 'chosen first' : 'asked about',
    base: asked,
    rows: way?.rows,
    cost: way?.cost,
    costRatio: answer.costRatio,
    medianMs: measured && medianMs(asked ? measured.asIs : measured.changed),
    ...(words?.timeRatio !== undefined && !asked && words.apart && { timeRatio: words.timeRatio }),
  })
  if (asked && measured)
    rows.push({
      name: `without ${answer.index}`,
      says: measured.changed.indexes.length === 0 ? 'no index' : measured.changed.indexes.join(' + '),
      base: false,
      medianMs: medianMs(measured.changed),
      ...(words?.timeRatio !== undefined && words.apart && { timeRatio: words.timeRatio }),
    })
  return rows
}

/** The whole card for the clipboard. */
export function answerText(answer: WhyNotAnswer, measured: MeasuredTakenAway | undefined): string {
  const question = `Why ${answer.outcome === 'chosen' ? '' : 'not '}index ${answer.index} on ${answer.table}?`
  const lines = [question, answer.sentence, ...answer.because]
  if (answer.winner && answer.outcome !== 'chosen')
    lines.push(`Taken: ${wayInWords(answer.winner)}${numbersOf(answer.winner, ', ')}.`)
  if (measured) {
    const { sentence, because } = takenAwayWords(measured)
    lines.push('', sentence, ...because, '', `As it is: ${measured.asIs.sql}`, `Changed: ${measured.changed.sql}`)
  }
  return `${lines.join('\n')}\n`
}
