import type { KeyUse } from '../../keyparts/model'
import { find } from '../../plan/walk'
import { setIndexHints } from '../../sql/edits/index-hints'
import type { EditContext } from '../../sql/edits/model'
import { sameName } from '../../sql/edits/quote'
import type { TableReference } from '../../sql/model'
import { variantLetter } from '../variant-setting'
import { inWords, mostVariants, type Offered, type Preset, type PresetFacts, unavailable, variantOf } from './facts'
import { forcedScans } from './forced-scans'
import type { ProposedVariant } from './model'

/** Each index that could serve the statement, forced; the chosen one ignored; no index at all. */
export const forcedIndexes: Preset = {
  id: 'forced-indexes',
  title: 'Each index forced',
  about: 'Finds out whether another index of the tables, or none, would have done less work than the chosen one.',
  offer(facts) {
    const { edits, statement } = facts
    if (!forms.has(statement.kind)) return unavailable('Index hints go into SELECT, UPDATE and DELETE.')
    return edits.dialect === 'postgres' ? forcedScans(facts) : forcedByHints(facts, edits)
  },
}

const forms: ReadonlySet<string> = new Set(['select', 'update', 'delete'])

/** An index at one table of the statement. */
interface Candidate {
  readonly reference: TableReference
  readonly index: string
  readonly chosen: boolean
  /** That its table reads at a time, as the plan estimates. */
  readonly rows: number
  /** The more it could help, the higher; 0: it neither narrows, orders nor covers. */
  readonly promise: number
  readonly does: string
}

/** A statement with other hints. */
interface Draft {
  readonly label: string
  readonly sql: string
}

function forcedByHints(facts: PresetFacts, edits: EditContext): Offered {
  const { sql, statement, plan } = facts
  if (plan === undefined) return unavailable('The statement has no plan here.', facts.missing)
  const cautions: string[] = []
  const candidates = candidatesOf(facts, cautions)
  const hinted = statement.tables.filter(({ hintSpan }) => hintSpan !== undefined && hintSpan.start < hintSpan.end)
  const drafts: Draft[] = []
  const add = (label: string, changes: readonly [TableReference, Hint][]) => {
    const outcome = setIndexHints(
      sql,
      edits,
      changes.map(([{ alias, name, span }, hint]) => ({
        table: alias ?? name,
        at: span.start,
        hints: hint === 'none' ? [] : [hint],
      })),
    )
    if (!outcome.done) {
      cautions.push(`${label}: ${outcome.fault.message}`)
      return
    }
    cautions.push(...outcome.notes)
    if (outcome.sql !== sql && !drafts.some((draft) => draft.sql === outcome.sql))
      drafts.push({ label, sql: outcome.sql })
  }
  const shown = nameOfTable(facts)

  if (hinted.length > 0)
    add(
      'The optimizer’s own choice',
      hinted.map((reference) => [reference, 'none']),
    )
  const promising = candidates
    .filter(({ chosen, promise }) => !chosen && promise > 0)
    .sort((a, b) => b.promise - a.promise)
  for (const { reference, index, does } of promising)
    add(`${shown(reference)} by ${index} (${does})`, [[reference, { action: 'FORCE', indexes: [index] }]])
  const forced = drafts.length

  const chosen = candidates.filter((one) => one.chosen)
  // The table that reads the most rows first: there is the most to lose.
  for (const { reference, index } of [...chosen].sort((a, b) => b.rows - a.rows)) {
    add(`${shown(reference)} without ${index}`, [[reference, { action: 'IGNORE', indexes: [index] }]])
    add(`${shown(reference)} without any index`, [[reference, { action: 'USE', indexes: [] }]])
  }

  if (drafts.length === 0)
    return unavailable('No table of the statement has an index that narrows, orders or covers anything here.', cautions)
  const { kept, left } = cut(drafts, forced)
  if (left.length > 0) cautions.push(`Left out, for want of room: ${left.map(({ label }) => label).join('; ')}.`)
  const idle = candidates.filter((one) => !one.chosen && one.promise === 0)
  if (idle.length > 0) {
    const names = idle.map(({ reference, index }) => `${shown(reference)}.${index}`)
    cautions.push(
      `Not forced, because nothing in the statement would be narrowed, ordered or covered by them: ${inWords(names)}.`,
    )
  }
  return {
    available: true,
    variants: [variantOf('A', asIsLabel(chosen, shown), sql), ...kept.map(named)],
    scratch: statement.kind !== 'select',
    cautions: [...new Set(cautions)],
  }
}

type Hint = 'none' | { readonly action: 'FORCE' | 'IGNORE' | 'USE'; readonly indexes: readonly string[] }

function named({ label, sql }: Draft, place: number): ProposedVariant {
  return variantOf(variantLetter(place + 1), label, sql)
}

function asIsLabel(chosen: readonly Candidate[], shown: (reference: TableReference) => string): string {
  const reads = chosen.map(({ reference, index }) => `${shown(reference)} by ${index}`)
  return reads.length === 0 ? 'As it is' : `As it is: ${inWords(reads)}`
}

/** Room for the chosen index ignored and for no index is kept where candidates would take all of it. */
function cut(drafts: readonly Draft[], forced: number): { readonly kept: readonly Draft[]; readonly left: Draft[] } {
  const room = mostVariants - 1
  const others = drafts.length - forced
  const forForced = Math.min(forced, room - Math.min(others, 2))
  const kept = [...drafts.slice(0, forForced), ...drafts.slice(forced, forced + room - forForced)]
  return { kept, left: drafts.filter((draft) => !kept.includes(draft)) }
}

function candidatesOf(facts: PresetFacts, cautions: string[]): readonly Candidate[] {
  const { plan, keyUse, statement, catalog } = facts
  const found: Candidate[] = []
  for (const use of keyUse) {
    const node = use.planIndex === 0 && plan ? find(plan.root, use.nodeId) : undefined
    const access = node?.access
    if (node === undefined || access === undefined) continue
    const rows = node.estimate.rowsExaminedPerLoop ?? node.estimate.rowsPerLoop ?? 0
    const wanted = access.alias ?? access.table
    const references = statement.tables.filter(({ alias, name }) => sameName(alias ?? name, wanted))
    const [reference] = references
    if (reference === undefined) continue
    if (references.length > 1) {
      const words = `\`${wanted}\` stands in the statement ${references.length} times; it is left as it is.`
      if (!cautions.includes(words)) cautions.push(words)
      continue
    }
    const table = catalog.tables.find(({ name }) => sameName(name, use.table))
    const index = table?.indexes.find(({ name }) => sameName(name, use.index))
    if (index === undefined || !index.visible || !isSearched(index.method)) continue
    // One table may be read twice by one plan: the better use counts.
    const one: Candidate = { reference, index: use.index, chosen: use.chosen, rows, ...worthOf(use) }
    const at = found.findIndex((other) => other.reference === reference && other.index === one.index)
    const before = found[at]
    if (before === undefined) found.push(one)
    else if (one.chosen || (!before.chosen && one.promise > before.promise)) found[at] = one
  }
  return found
}

function isSearched(method: string | undefined): boolean {
  return method === undefined || method === 'btree' || method === 'hash'
}

/** Narrowing counts most, each part more; then order; then covering. */
function worthOf({ parts }: KeyUse): Pick<Candidate, 'promise' | 'does'> {
  const own = parts.filter(({ appended, narrows }) => !appended || narrows !== 'none').length
  const seek = parts.filter(({ narrows }) => narrows === 'seek').length
  const edges = parts.filter(({ narrows }) => narrows === 'edges').length
  const orders = parts.some(({ role }) => role === 'order')
  const covers = parts.filter(({ role, appended }) => role === 'cover' && !appended).length
  const does = [
    ...(seek + edges > 0 ? [`narrows by ${seek + edges} of ${own} key ${own === 1 ? 'part' : 'parts'}`] : []),
    ...(orders ? ['gives the order'] : []),
    ...(covers > 0 && seek + edges === 0 && !orders ? ['holds values'] : []),
  ]
  return {
    promise: seek * narrowingWorth + edges + (orders ? orderWorth : 0) + (covers > 0 ? coverWorth : 0),
    does: does.join(', '),
  }
}

const narrowingWorth = 10
const orderWorth = 5
const coverWorth = 0.5

/** Tables are named in labels where there are several. */
function nameOfTable({ statement }: PresetFacts): (reference: TableReference) => string {
  return ({ alias, name }) => (statement.tables.length > 1 && alias !== undefined ? `${name} ${alias}` : name)
}
