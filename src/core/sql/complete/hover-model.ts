import type { Catalog } from '../../catalog/model'
import type { Dialect } from '../../engine'
import type { TextSpan } from '../../text-span'

export interface HoverRequest {
  readonly text: string
  readonly offset: number
  readonly dialect: Dialect
  readonly catalog: Catalog
  readonly database?: string | undefined
}

/** Something known about a thing: a number with its unit, or words. */
export type HoverFact =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly value: number; readonly unit: 'rows' | 'bytes' | 'values' }

export interface HoverLine {
  /** A name, shown as code. */
  readonly name: string
  readonly text: string
  /** good: serves or helps; bad: cannot. */
  readonly look: 'good' | 'bad' | 'plain'
}

/** What is known about a place of a statement. */
export interface Hover {
  readonly span: TextSpan
  readonly kind: 'table' | 'column' | 'condition' | 'function' | 'keyword' | 'hint' | 'index'
  readonly title: string
  /** A sentence. */
  readonly about?: string | undefined
  readonly facts: readonly HoverFact[]
  /** Indexes, or what the condition does with each. */
  readonly lines: readonly HoverLine[]
}
