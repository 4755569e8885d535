import { SargableError } from '../errors'
import type { TextSpan } from '../text-span'
import type { PlanContext, PlanFormat } from './format'
import { planFormats } from './formats'
import type { Plan, PlanFormatId } from './model'
import { anotherPlan } from './parts/another-plan'
import { areArrows } from './parts/tree-lines'
import { unreadable } from './parts/unreadable'
import { hasPlainLetters, hasReplacedSigns } from './pasted-decorations'
import { maxBlocks, maxVainLooks, planBlocks } from './plan-blocks'
import { type Excerpt, Extract, relocated } from './position-map'

/** Formats look at this much of a text (UTF-16 code units) to say whether it is theirs. */
const headLength = 4096

/**
 * Every plan in a pasted text, in order. Frames of clients, headers, row counts and quotes around a plan are taken
 * off; all places in the plans point into `text` as it was given.
 * @throws SargableError `unreadable-plan` with span, line and column when there is no plan, when a plan is cut off or
 * damaged.
 */
export function readPlans(text: string, context: PlanContext): Plan[] {
  // The common case, and the only one that can be large: the text is one JSON document.
  const whole = formatOf(text.slice(0, headLength), context)
  let wholeFault: SargableError | undefined
  if (whole && /^\s*[[{]/.test(text)) {
    try {
      return plansIn(whole, text, context)
    } catch (thrown) {
      // A plan that is cut off ends where the text ends. Else something stands behind it, or it is broken.
      if (!(thrown instanceof SargableError) || thrown.fault.span?.start === text.length) throw thrown
      wholeFault = thrown
    }
  }
  if (whole && isBare(whole, text)) {
    const understood = understoodWhole(whole, text, context)
    if (understood) return understood
  }
  const plans: Plan[] = []
  /** Plans that are damaged; beside readable ones they are notes of the first. */
  const unread: SargableError[] = []
  const { blocks, end } = planBlocks(text)
  for (const block of blocks) {
    try {
      const format = formatOf(block.text.slice(0, headLength), context)
      if (!format) continue
      for (const plan of plansIn(format, block.text, context)) plans.push(relocated(plan, text, block))
    } catch (thrown) {
      if (!(thrown instanceof SargableError)) throw thrown
      unread.push(placed(thrown, text, block))
    }
  }
  const [first, ...others] = plans
  if (!first) throw wholeFault ?? unread[0] ?? notAPlan(text, end)
  if (end < text.trimEnd().length)
    unread.push(unreadable(text, { start: end, end: text.length }, goesOn(blocks.length)))
  const notes = unread.map(({ fault }) => ({ message: fault.message, span: fault.span ?? first.source.span }))
  return notes.length === 0 ? plans : [{ ...first, notes: [...first.notes, ...notes] }, ...others]
}

/** The note where a text holds more plans than are read. */
const onlyFirst = `Only the first ${maxBlocks} plans of this text were read.`

/** Why the search for plans ended before the text. */
function goesOn(blocks: number): string {
  return blocks >= maxBlocks ? onlyFirst : `The search for plans stopped here: ${vain}`
}

const vain = `${maxVainLooks} lines look like the beginning of a plan and are none.`

/** May the text be a plan of lines and nothing else? These stand without a frame as often as in one. */
function isBare({ id }: PlanFormat, text: string): boolean {
  switch (id) {
    // The entities of XML are its own.
    case 'postgres-xml':
      return true
    case 'postgres-text':
    case 'postgres-yaml':
      return !hasReplacedSigns(text)
    // Its reader takes lines without an arrow for the rest of the one before.
    case 'mysql-tree':
      return hasPlainLetters(text) && areArrows(text)
    default:
      return false
  }
}

/** The plans of a text in which nothing else stands; undefined when something was not understood. */
function understoodWhole(format: PlanFormat, text: string, context: PlanContext): Plan[] | undefined {
  try {
    const plans = plansIn(format, text, context)
    return plans.every((plan) => plan.notes.length === 0) ? plans : undefined
  } catch (thrown) {
    if (thrown instanceof SargableError) return undefined
    throw thrown
  }
}

/** The format of a text without wrapping, by its head; undefined when none or more than one claims it. */
export function formatOf(head: string, context: PlanContext): PlanFormat | undefined {
  const [format, ...others] = planFormats.filter((each) => each.recognizes(head))
  if (!format || others.length > 0) return undefined
  const twin = context.engine ? twins[context.engine.product === 'mariadb' ? 'mariadb' : 'mysql'][format.id] : undefined
  return planFormats.find((each) => each.id === twin) ?? format
}

/** Some small plans look the same from MySQL and MariaDB; a known server decides. */
const twins: Record<'mariadb' | 'mysql', Partial<Record<PlanFormatId, PlanFormatId>>> = {
  mariadb: { 'mysql-table': 'mariadb-table', 'mysql-json-v1': 'mariadb-json' },
  mysql: { 'mariadb-table': 'mysql-table', 'mariadb-json': 'mysql-json-v1' },
}

/** The plans of one unwrapped text: PostgreSQL prints several at once when rules rewrite a statement. */
function plansIn(format: PlanFormat, text: string, context: PlanContext): Plan[] {
  const plan = format.parse(text, context)
  if (!plan.notes.some((note) => note.message === anotherPlan)) return [plan]
  const spans = format.plans?.(text) ?? []
  const [first, ...others] = spans.slice(0, maxBlocks).map((span) => partPlan(format, text, span, context))
  const beyond = spans[maxBlocks]
  if (!first) return [plan]
  if (!beyond) return [first, ...others]
  const note = { message: onlyFirst, span: { start: beyond.start, end: text.length } }
  return [{ ...first, notes: [...first.notes, note] }, ...others]
}

function partPlan(format: PlanFormat, text: string, span: TextSpan, context: PlanContext): Plan {
  const extract = new Extract()
  extract.take(text, span.start, span.end)
  return relocated(format.parse(extract.text, context), text, extract)
}

function placed(error: SargableError, text: string, block: Excerpt): SargableError {
  const { message, hint, span } = error.fault
  return unreadable(text, block.span(span ?? { start: 0, end: block.text.length }), message, hint)
}

function notAPlan(text: string, end: number): SargableError {
  const isWhole = end >= text.trimEnd().length
  return unreadable(
    text,
    { start: 0, end: text.length },
    isWhole ? 'There is no execution plan in this text.' : `There is no execution plan in this text so far: ${vain}`,
    `Paste the output of ${planFormats.map((each) => each.title).join('; ')}.`,
  )
}

/**
 * Rows of a result set as text, the form in which tabular plans are read: a line of column names, then one line per
 * row, cells parted by tabs; NULL is `NULL`, tab, line break and backslash inside a value are `\t`, `\n`, `\\`.
 */
export function planTextOf(columns: readonly string[], rows: readonly (readonly (string | null)[])[]): string {
  const cell = (value: string | null) =>
    value === null ? 'NULL' : value.replace(/[\\\t\n]/g, (letter) => cellEscapes[letter] ?? letter)
  return [columns, ...rows].map((row) => row.map(cell).join('\t')).join('\n')
}

const cellEscapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n' }
