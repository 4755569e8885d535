import { type Draft, type DraftVariant, defaultProtocol, mostVariants, type Protocol } from './draft'

type Stored = Readonly<Record<string, unknown>>

/** A draft as it was stored, by any version; undefined where too little of it can be read. */
export function keptDraft(stored: unknown): Draft | undefined {
  const { variants, protocol, scratch, preset, perRun } = fieldsOf(stored)
  if (!Array.isArray(variants)) return undefined
  const kept = variants.slice(0, mostVariants).flatMap(keptVariant)
  if (kept.length === 0) return undefined
  const { rows, fraction } = fieldsOf(scratch)
  const { count, of } = fieldsOf(perRun)
  return {
    variants: kept,
    protocol: keptProtocol(fieldsOf(protocol)),
    scratch:
      rows === 'all' || rows === 'sample' ? { rows, ...(typeof fraction === 'number' && { fraction }) } : undefined,
    preset: typeof preset === 'string' ? preset : undefined,
    perRun: typeof count === 'number' && count > 0 && (of === 'rows' || of === 'calls') ? { count, of } : undefined,
  }
}

/** A connection does not outlive the page: a variant runs on the one of the window again. */
function keptVariant(stored: unknown): DraftVariant[] {
  const { id, label, sql, settings, ddl, cell } = fieldsOf(stored)
  const { row, column } = fieldsOf(cell)
  if (![id, label, sql, settings, ddl].every((text) => typeof text === 'string')) return []
  return [
    {
      id: String(id),
      label: String(label),
      sql: String(sql),
      settings: String(settings),
      ddl: String(ddl),
      ...(typeof row === 'string' && typeof column === 'string' && { cell: { row, column } }),
    },
  ]
}

function keptProtocol(stored: Stored): Protocol {
  const number = (field: Exclude<keyof Protocol, 'cpuClock'>, least: number) => {
    const value = stored[field]
    return typeof value === 'number' && value >= least ? value : defaultProtocol[field]
  }
  return {
    warmupRounds: number('warmupRounds', 0),
    minPairs: number('minPairs', 1),
    maxPairs: number('maxPairs', 1),
    budgetMs: number('budgetMs', 1),
    runTimeoutMs: number('runTimeoutMs', 1),
    threshold: number('threshold', 0.001),
    // What changes the whole server is chosen anew each time.
    cpuClock: false,
  }
}

function fieldsOf(value: unknown): Stored {
  return typeof value === 'object' && value !== null ? (value as Stored) : {}
}
