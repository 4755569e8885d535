import { z } from 'zod'
import { variantCellSchema } from '../model'

/** The presets that there are; one file each. */
export const presetIdSchema = z.enum(['forced-indexes', 'mrr', 'triggers', 'routine'])
export type PresetId = z.infer<typeof presetIdSchema>

/** A variant as a preset proposes it; `experiment.run` takes it as it is. */
export const proposedVariantSchema = z
  .object({
    name: z.string(),
    label: z.string(),
    sql: z.string(),
    session: z.array(z.object({ name: z.string(), value: z.string() }).readonly()).readonly(),
    ddl: z.array(z.object({ apply: z.string(), undo: z.string() }).readonly()).readonly(),
    cell: variantCellSchema.optional(),
  })
  .readonly()
export type ProposedVariant = z.infer<typeof proposedVariantSchema>

/** What a preset makes of a statement; without variants where it does not apply, and why. */
export interface PresetOffer {
  readonly id: PresetId
  readonly title: string
  /** One sentence: what it finds out. */
  readonly about: string
  readonly available: boolean
  /** Why it does not apply, or what brings it. */
  readonly because?: string
  /** The first is the baseline. */
  readonly variants: readonly ProposedVariant[]
  /** The variants run on copies in a scratch schema. */
  readonly scratch: boolean
  /** Rows that one run works on, where the costs are told per row or per call. */
  readonly perRun?: { readonly count: number; readonly of: 'rows' | 'calls' }
  readonly cautions: readonly string[]
}
