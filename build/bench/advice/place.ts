import type { Family } from '../../../src/core/engine'
import type { DatabasePair } from './database'
import type { Remembered } from './remembered'

/** One schema in one variant on one server. */
export interface Place {
  readonly server: string
  readonly family: Family
  readonly databases: DatabasePair
  readonly remembered: Remembered
  /** All that a result depends on besides the statement and the index: server, data, variant. */
  readonly key: readonly string[]
}
