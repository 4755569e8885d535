import type { Condition, PlanNode } from '../model'
import type { RowCount } from './row-count'
import { shortCondition } from './short-condition'
import { nodeTitle } from './step-words'

/** Numbers and steps as sentences say them; the same words in verdicts, findings and on the command line. */

/** Whole, with thousands separators: `107,478`. */
export function wholeNumber(value: number): string {
  return Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+(?!\d))/g, ',')
}

/** `1 row`, `12 rows`. */
export function plural(count: number, noun: string, nouns = `${noun}s`): string {
  return `${wholeNumber(count)} ${Math.round(count) === 1 ? noun : nouns}`
}

/** At least this many digits are told of a number that the server rounded. */
const fewestDigits = 2

/**
 * How many: `3,813` counted, `about 3,813` estimated, `roughly 60,000` when averages per loop were rounded by the
 * server, to the digits that are sure.
 */
export function amount(count: RowCount): string {
  if (!count.measured) return count.rows > 0 && count.rows < 0.5 ? 'less than 1' : `about ${wholeNumber(count.rows)}`
  if (count.plusMinus === undefined) return wholeNumber(count.rows)
  if (count.rows === 0) return `at most ${wholeNumber(count.plusMinus)}`
  const unsure = 10 ** Math.ceil(Math.log10(2 * count.plusMinus))
  const kept = 10 ** Math.max(0, Math.floor(Math.log10(count.rows)) + 1 - fewestDigits)
  const step = Math.min(unsure, kept)
  return `roughly ${wholeNumber(Math.round(count.rows / step) * step)}`
}

/** True when a sentence speaks of one row and has to say so in the singular. */
export function isOne(count: RowCount): boolean {
  return count.rows < 0.5 ? count.rows > 0 && !count.measured : Math.round(count.rows) === 1
}

/** `3,813 rows`, `about 1 row`, `no rows`. */
export function rowsText(count: RowCount, noun = 'row', nouns = `${noun}s`): string {
  if (count.rows === 0 && count.plusMinus === undefined) return `no ${nouns}`
  return `${amount(count)} ${isOne(count) ? noun : nouns}`
}

/** `96 %`, `1.5 %`; never 0 % of something, never 100 % of less than all. */
export function percent(fraction: number): string {
  const value = fraction * 100
  if (value >= 100) return '100 %'
  if (value >= 99.5) return '> 99 %'
  if (value < 0.1 && value > 0) return '< 0.1 %'
  return `${value < 9.95 ? Number(value.toFixed(1)) : Math.round(value)} %`
}

/** Three significant digits: `0.73 µs`, `0.085 ms`, `41.2 ms`, `2.3 s`. */
export function duration(ms: number): string {
  if (ms > 0 && ms < 0.01) return `${threeDigits(ms * 1000)} µs`
  if (ms >= 1000) return `${threeDigits(ms / 1000)} s`
  return `${threeDigits(ms)} ms`
}

function threeDigits(value: number): string {
  return value >= 100 ? wholeNumber(value) : String(Number(value.toPrecision(3)))
}

/** A factor: `8.5`, `417`. */
export function factor(ratio: number): string {
  return ratio < 9.95 ? String(Number(ratio.toFixed(1))) : wholeNumber(ratio)
}

/** The name of the table that people wrote: its alias, else its name; undefined for what a foreign server joins itself. */
export function tableOf({ access }: PlanNode): string | undefined {
  const name = access && (access.alias ?? access.table)
  return name === '' ? undefined : name
}

/** The step by name: "the Hash Join", "the Index lookup on `o`". */
export function stepText(node: PlanNode): string {
  const table = tableOf(node)
  const title = nodeTitle(node)
  return table === undefined ? `the ${title}` : `the ${title} on \`${table}\``
}

/** Longer conditions are cut: a sentence is read, not searched. */
const longestCondition = 80

/** Conditions as code, joined by "and"; undefined when the server prints none. */
export function conditionsText(conditions: readonly Condition[], node: PlanNode): string | undefined {
  const texts = [...new Set(conditions.map((one) => shortCondition(one.text, node.access).replace(/`/g, '')))]
  if (texts.length === 0) return undefined
  return texts
    .map((text) => text.replace(/\s+/g, ' '))
    .map((text) => `\`${text.length > longestCondition ? `${text.slice(0, longestCondition - 1)}…` : text}\``)
    .join(' and ')
}
