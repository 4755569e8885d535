import type { ExperimentSpec, VariantCell } from '../../core/experiment/model'
import { variantLetter } from '../../core/experiment/variant-setting'

/** A change of a variant's tables, and what takes it back. */
export interface TableChange {
  readonly apply: string
  readonly undo: string
}

/** A variant as it is typed. Its letter is its place. */
export interface DraftVariant {
  /** Known by this while it is moved and edited. */
  readonly id: string
  /** What it is, in a few words; may be empty. */
  readonly label: string
  readonly sql: string
  /** One `name = value` a line. */
  readonly settings: string
  /** Statements that change its tables in scratch, each ended by a semicolon. */
  readonly ddl: string
  /** The changes that `ddl` was written from, with what undoes each; of use until somebody changes the text. */
  readonly given?: { readonly text: string; readonly changes: readonly TableChange[] } | undefined
  readonly cell?: VariantCell | undefined
  /** An open connection that it runs on; absent for the one of the window. */
  readonly on?: { readonly connectionId: string; readonly name: string } | undefined
}

/** How an experiment runs. */
export interface Protocol {
  readonly warmupRounds: number
  readonly minPairs: number
  readonly maxPairs: number
  readonly budgetMs: number
  readonly runTimeoutMs: number
  /** Differences below this share are none. */
  readonly threshold: number
  /** Switch the server's CPU clock on for the experiment. */
  readonly cpuClock: boolean
}

/** An experiment as it is written, before and between runs. */
export interface Draft {
  readonly variants: readonly DraftVariant[]
  readonly protocol: Protocol
  readonly scratch?: { readonly rows: 'all' | 'sample'; readonly fraction?: number | undefined } | undefined
  readonly preset?: string | undefined
  readonly perRun?: ExperimentSpec['perRun'] | undefined
}

export const fewestVariants = 2
export const mostVariants = 8

export const defaultProtocol: Protocol = {
  warmupRounds: 2,
  minPairs: 10,
  maxPairs: 80,
  budgetMs: 30_000,
  runTimeoutMs: 10_000,
  threshold: 0.05,
  cpuClock: false,
}

let lastId = 0

/** A variant with an id of its own. */
export function newVariant(given: Partial<Omit<DraftVariant, 'id'>> = {}): DraftVariant {
  return { label: '', sql: '', settings: '', ddl: '', ...given, id: `${Date.now().toString(36)}-${++lastId}` }
}

/** The fields of a variant that hold these settings and changes. */
export function typedFields(
  session: readonly { readonly name: string; readonly value: string }[],
  changes: readonly TableChange[],
): Pick<DraftVariant, 'settings' | 'ddl' | 'given'> {
  const text = changes.map(({ apply }) => `${apply};`).join('\n')
  return {
    settings: session.map(({ name, value }) => `${name} = ${value}`).join('\n'),
    ddl: text,
    ...(text !== '' && { given: { text, changes } }),
  }
}

export function newDraft(variants: readonly DraftVariant[] = [newVariant(), newVariant()]): Draft {
  return { variants, protocol: defaultProtocol }
}

/** The letter by which a place is known: A is the baseline. */
export function letterOf(place: number): string {
  return variantLetter(place)
}

/** The draft with one variant changed. */
export function withVariant(draft: Draft, id: string, change: Partial<DraftVariant>): Draft {
  return { ...draft, variants: draft.variants.map((one) => (one.id === id ? { ...one, ...change, id } : one)) }
}

/** The draft with a variant one place further, or one before; the baseline is who stands first. */
export function withMoved(draft: Draft, id: string, step: 1 | -1): Draft {
  const from = draft.variants.findIndex((one) => one.id === id)
  const to = from + step
  const moved = draft.variants[from]
  if (!moved || to < 0 || to >= draft.variants.length) return draft
  const variants = draft.variants.filter((one) => one.id !== id)
  variants.splice(to, 0, moved)
  return { ...draft, variants }
}

/** The draft with a copy of a variant behind it; the same draft when it is full. */
export function withDuplicate(draft: Draft, id: string): Draft {
  const at = draft.variants.findIndex((one) => one.id === id)
  const original = draft.variants[at]
  if (!original || draft.variants.length >= mostVariants) return draft
  const { id: _id, cell: _cell, ...content } = original
  const copy = newVariant({ ...content, label: original.label === '' ? '' : `${original.label}, copy` })
  const variants = [...draft.variants]
  variants.splice(at + 1, 0, copy)
  return { ...draft, variants }
}
