import type { ExperimentSummary } from '../../service/api'
import { tellFault } from '../state/actions/notices'
import { activeBufferAtom } from '../state/buffers'
import { attempt } from '../state/service'
import { nameOf } from '../state/statement-name'
import { store } from '../state/store'
import { type DraftVariant, newDraft, newVariant, typedFields } from './draft'
import { draftOf, openExperiment } from './tabs'

/** A variant as other screens know it. */
export interface OfferedVariant {
  readonly label: string
  readonly sql: string
  readonly session?: readonly { readonly name: string; readonly value: string }[]
  readonly ddl?: readonly { readonly apply: string; readonly undo: string }[]
}

/** Opens an experiment of these variants; the first is the baseline. Nothing runs yet. */
export function compareVariants(name: string, offered: readonly OfferedVariant[]): void {
  const variants = offered.map(
    ({ label, sql, session = [], ddl = [] }): DraftVariant =>
      newVariant({
        label,
        sql: sql.trim(),
        ...typedFields(session, ddl),
      }),
  )
  const scratch = offered.some(({ ddl = [] }) => ddl.length > 0) ? ({ rows: 'all' } as const) : undefined
  openExperiment(name, { ...newDraft(variants), scratch })
}

/** Opens an experiment of the statement in the editor: A as it is, B a copy to be changed. */
export function compareStatement(): void {
  const { text, name } = store.get(activeBufferAtom)
  const sql = text.trim()
  compareVariants(name === '' ? nameOf(sql) : name, [
    { label: 'As it is', sql },
    { label: '', sql },
  ])
}

/** Why the statement in the editor cannot be compared. */
export function compareStatementBlocked(): string | undefined {
  const { text, kind } = store.get(activeBufferAtom)
  if (kind !== 'sql') return `A pasted ${kind} cannot be run. Its plan can be added with “Add this plan to Compare”.`
  return text.trim() === '' ? 'There is no statement yet.' : undefined
}

/** Opens an experiment of the history with all that came of it. */
export async function openFromHistory(summary: Pick<ExperimentSummary, 'id'>): Promise<void> {
  const outcome = await attempt('experiment.get', { id: summary.id })
  if (!outcome.ok) return tellFault(outcome.fault)
  const document = outcome.reply
  const [first] = document.spec.variants
  openExperiment(
    first ? `${nameOf(first.sql)}: ${document.spec.variants.length} variants` : 'experiment',
    draftOf(document),
    {
      state: 'done',
      document,
    },
  )
}
