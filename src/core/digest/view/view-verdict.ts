import { formatCount, formatFraction, formatLongTime } from '../../figures'
import type { DigestView, ShapeRow } from './model'

const numberWords = [
  'none',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

type Head = Pick<DigestView, 'shapes' | 'shapesTotal' | 'events' | 'totalMicros' | 'from' | 'to' | 'few'>

/**
 * What to see in a view, in one sentence and a second line.
 * @param top the shape with most time; absent when nothing is left
 * @param fewKinds of the few shapes that take most of the time, each one's kinds
 * @param allEvents of the whole digest
 */
export function viewVerdict(
  head: Head,
  top: ShapeRow | undefined,
  fewKinds: readonly (readonly string[])[],
  allEvents: number,
): DigestView['verdict'] {
  if (top === undefined) {
    const text = head.shapesTotal === 0 ? 'No entry with a statement is in here.' : 'No entry is left by this filter.'
    return { text, more: `${formatCount(allEvents)} entries in all` }
  }
  return {
    text: `${fewSentence(head, top)} ${topSentence(top, head.few.shapes === 1)}`.trim(),
    more: more(head, fewKinds),
  }
}

function fewSentence({ few, shapes }: Head, top: ShapeRow): string {
  if (shapes === 1) return `One query shape, ${formatCount(top.count)} calls.`
  const share = formatFraction(few.share)
  if (few.shapes === 1) return `One of ${formatCount(shapes)} query shapes takes ${share} of the time.`
  return `${formatCount(few.shapes)} of ${formatCount(shapes)} query shapes take ${share} of the time.`
}

/** By the shape's first kind. */
function topSentence(top: ShapeRow, isIt: boolean): string {
  const subject = isIt ? 'It' : 'The first'
  switch (top.kinds.find((kind) => kind !== 'write' && kind !== 'no-index')) {
    case 'reads-too-much':
      return top.rowsPerSent === undefined
        ? ''
        : `${subject} reads ${perRow(top.rowsPerSent)} rows for each row it returns.`
    case 'full-scan':
      return `${subject} reads whole tables.`
    case 'lock-wait':
      return `${subject} waits for locks.`
    case 'sorts':
      return `${subject} sorts its rows.`
    case 'temp-on-disk':
      return `${subject} writes temporary tables to disk.`
    case 'returns-too-much':
      return `${subject} returns very many rows.`
    case 'many-fast-calls':
      return `${subject} is fast, but called ${formatCount(top.count)} times.`
    case 'first-run-only':
      return `${subject} was slow in its first run only.`
    default:
      return ''
  }
}

function perRow(ratio: number): string {
  return ratio < 100 ? ratio.toFixed(1) : formatCount(Math.round(ratio))
}

function more(head: Head, fewKinds: readonly (readonly string[])[]): string {
  const entries = `${formatCount(head.events)} ${head.events === 1 ? 'entry' : 'entries'}`
  const span = head.from === undefined || head.to === undefined ? '' : ` ${spanText(head.from, head.to)}`
  const parts = [`${entries}${span}`, `${formatLongTime(head.totalMicros / 1000)} of query time`]
  const waiting = fewKinds.filter((kinds) => kinds.includes('lock-wait')).length
  if (waiting > 0) {
    const of = fewKinds.length === 1 ? 'it' : `${word(waiting)} of the ${word(fewKinds.length)}`
    parts.push(
      waiting === 1 ? `${of} waits for locks, so no index helps it` : `${of} wait for locks, so no index helps them`,
    )
  }
  return parts.join(' · ')
}

function word(count: number): string {
  return numberWords[count] ?? formatCount(count)
}

/** `between 12:00 and 16:00` within a day, else with dates; times are UTC. */
function spanText(from: string, to: string): string {
  const [firstDay, firstTime] = [from.slice(0, 10), from.slice(11, 16)]
  const [lastDay, lastTime] = [to.slice(0, 10), to.slice(11, 16)]
  return firstDay === lastDay
    ? `on ${firstDay} between ${firstTime} and ${lastTime} UTC`
    : `between ${firstDay} ${firstTime} and ${lastDay} ${lastTime} UTC`
}
