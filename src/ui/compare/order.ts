import type { Dialect, EngineIdentity } from '../../core/engine'
import type { ExperimentSpec, NamedVariant } from '../../core/experiment/model'
import type { Request } from '../../service/api'
import { type Draft, type DraftVariant, fewestVariants, letterOf } from './draft'
import { readChanges, readSettings } from './typed-lines'

/** Why the draft cannot run, in words; undefined where it can. */
export function orderProblem(draft: Draft): string | undefined {
  const { variants } = draft
  if (variants.length < fewestVariants) return 'Two variants are needed at least.'
  const empty = variants.findIndex(({ sql }) => sql.trim() === '')
  if (empty !== -1) return `${letterOf(empty)} has no statement yet.`
  for (const [place, { settings, ddl }] of variants.entries()) {
    const { problem } = readSettings(settings)
    if (problem !== undefined) return `${letterOf(place)}, session settings: ${problem}`
    if (ddl.trim() !== '' && !draft.scratch)
      return `${letterOf(place)} changes its tables, which is done on copies only: choose “on copies” in the protocol.`
  }
  return undefined
}

/** The request that runs the draft. */
export function orderOf(
  draft: Draft,
  connectionId: string,
  dialect: Dialect,
): Omit<Request<'experiment.run'>, 'values' | 'consent'> {
  const { protocol, scratch, preset, perRun } = draft
  return {
    connectionId,
    variants: draft.variants.map((one, place) => {
      const { settings } = readSettings(one.settings)
      const ddl = readChanges(one, dialect)
      return {
        name: letterOf(place),
        sql: withoutEnd(one.sql),
        ...(settings.length > 0 && { session: [...settings] }),
        ...(one.label.trim() !== '' && { label: one.label.trim() }),
        ...(one.cell && { cell: one.cell }),
        ...(ddl.length > 0 && { ddl: [...ddl] }),
        ...(one.on && { connectionId: one.on.connectionId }),
      }
    }),
    warmupRounds: protocol.warmupRounds,
    minPairs: Math.min(protocol.minPairs, protocol.maxPairs),
    maxPairs: protocol.maxPairs,
    budgetMs: protocol.budgetMs,
    runTimeoutMs: protocol.runTimeoutMs,
    threshold: protocol.threshold,
    ...(protocol.cpuClock && { cpuClock: true }),
    ...(scratch && { scratch: { rows: scratch.rows, ...(scratch.fraction && { fraction: scratch.fraction }) } }),
    ...(preset !== undefined && { preset }),
    ...(perRun && { perRun: { ...perRun } }),
  }
}

/** What a variant does, as it is typed now. */
export function contentOf(one: DraftVariant, dialect: Dialect): Pick<NamedVariant, 'sql' | 'session' | 'ddl' | 'on'> {
  return {
    sql: withoutEnd(one.sql),
    session: readSettings(one.settings).settings,
    ddl: readChanges(one, dialect),
    ...(one.on && { on: one.on.name }),
  }
}

/** What is shown of the order while it runs; the finished document has the service's own. */
export function specOf(draft: Draft, engine: EngineIdentity, dialect: Dialect): ExperimentSpec {
  const { protocol, scratch, preset, perRun } = draft
  return {
    variants: draft.variants.map((one, place) => ({
      name: letterOf(place),
      ...contentOf(one, dialect),
      ...(one.label.trim() !== '' && { label: one.label.trim() }),
      ...(one.cell && { cell: one.cell }),
      engine,
    })),
    warmupRounds: protocol.warmupRounds,
    minPairs: Math.min(protocol.minPairs, protocol.maxPairs),
    maxPairs: protocol.maxPairs,
    budgetMs: protocol.budgetMs,
    runTimeoutMs: protocol.runTimeoutMs,
    threshold: protocol.threshold,
    seed: 1,
    ...(scratch && { scratch: { rows: scratch.rows, ...(scratch.fraction && { fraction: scratch.fraction }) } }),
    ...(preset !== undefined && { preset }),
    ...(perRun && { perRun }),
  }
}

function withoutEnd(sql: string): string {
  return sql.trim().replace(/;\s*$/, '')
}
