import type { Catalog } from '../../catalog/model'
import type { EngineIdentity } from '../../engine'
import type { KeyUse } from '../../keyparts/model'
import type { Plan } from '../../plan/model'
import type { AnyEditContext } from '../../sql/edits/model'
import type { Statement } from '../../sql/model'
import type { PresetId, PresetOffer, ProposedVariant } from './model'

/** A trigger as its server tells it. */
export interface TriggerFact {
  readonly name: string
  readonly table: string
  readonly timing: 'BEFORE' | 'AFTER' | 'INSTEAD OF'
  /** The events that fire it; several on PostgreSQL. */
  readonly events: readonly TriggerEvent[]
  readonly each: 'row' | 'statement'
  /** The CREATE statement. */
  readonly definition: string
  /** MySQL and MariaDB: what it does. */
  readonly body?: string
  /** PostgreSQL: the function that it calls. */
  readonly calls?: string
}
export type TriggerEvent = 'INSERT' | 'UPDATE' | 'DELETE'

/** A stored function that the statement, a trigger or another one of them calls. */
export interface RoutineFact {
  readonly schema: string
  readonly name: string
  /** The CREATE statement: SHOW CREATE FUNCTION, pg_get_functiondef. */
  readonly definition: string
  /** Text after RETURNS, as the server prints it. */
  readonly returns: string
  readonly parameters: readonly { readonly name: string; readonly type: string }[]
  /** `sql`, `plpgsql`; `sql` on MySQL and MariaDB. */
  readonly language: string
  /** What it does: on PostgreSQL the text between the quotes. */
  readonly body: string
  /** It says of itself that it changes data. */
  readonly writes: boolean
  /** PostgreSQL calls it once in a statement where its arguments are constant. */
  readonly immutable: boolean
}

/**
 * What presets know of a statement and its server. Read once for all presets; they are pure. What could not be read is
 * absent, and `missing` says why.
 */
export interface PresetFacts {
  readonly engine: EngineIdentity
  /** Exactly one statement, with values in the places of its placeholders. */
  readonly sql: string
  readonly statement: Statement
  readonly edits: AnyEditContext
  readonly catalog: Catalog
  /** The best plan that the server gave. */
  readonly plan?: Plan | undefined
  readonly keyUse: readonly KeyUse[]
  /** Session variables by their names in lower case. */
  readonly variables: ReadonlyMap<string, string>
  /** Flags of @@optimizer_switch; empty on PostgreSQL. */
  readonly switches: ReadonlyMap<string, string>
  /** Of the tables that the statement writes, in the order in which they fire. */
  readonly triggers: readonly TriggerFact[]
  readonly routines: readonly RoutineFact[]
  /** Rows that the statement writes, counted, where it has triggers. */
  readonly writtenRows?: number | undefined
  /** Why something is not known: one sentence each. */
  readonly missing: readonly string[]
}

/** One preset: a pure function of facts. */
export interface Preset {
  readonly id: PresetId
  readonly title: string
  /** One sentence: what it finds out. */
  readonly about: string
  readonly offer: (facts: PresetFacts) => Offered
}

/** What a preset answers; `index.ts` adds who it is. */
export type Offered = Omit<PresetOffer, 'id' | 'title' | 'about'>

/** The most variants of an experiment. */
export const mostVariants = 8

/** The preset does not apply, or lacks a fact. */
export function unavailable(because: string, cautions: readonly string[] = []): Offered {
  return { available: false, because, variants: [], scratch: false, cautions }
}

/** A variant of the statement itself, without anything else. */
export function variantOf(
  name: string,
  label: string,
  sql: string,
  more: Partial<Pick<ProposedVariant, 'session' | 'ddl' | 'cell'>> = {},
): ProposedVariant {
  return { name, label, sql, session: [], ddl: [], ...more }
}

/** A list in words: "a, b and c". */
export function inWords(names: readonly string[]): string {
  const last = names[names.length - 1] ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}
