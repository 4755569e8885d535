import type { BlockOutline, ConditionPlace } from '../../core/sql/edits/postgres/outline'
import type { ScalarInput } from '../../core/sql/meaning/input'
import type { TextSpan } from '../../core/text-span'
import type { Node } from '../grammar'
import type { StatementPlaces, TokenRun } from '../statement-places'
import { Misread } from './token-runs'

/** Levels of queries, parentheses and joins; below them the stack of the readers would end. */
const maxDepth = 150

/** What the readers of one statement share. */
export class InputContext {
  readonly places: StatementPlaces
  /** Every SELECT and DML, in the order in which they are read. */
  readonly blocks: BlockOutline[] = []
  /** Every condition and part of one. */
  readonly conditions: ConditionPlace[] = []
  /** Every use of a stored table, view or CTE in a FROM list or as what is written. */
  readonly tables: TableUse[] = []
  private depth = 0

  constructor(places: StatementPlaces) {
    this.places = places
  }

  get code() {
    return this.places.code
  }

  span({ from, to }: TokenRun): TextSpan {
    if (to <= from) throw new Misread('Nothing stands here.')
    return { start: this.code.start(from), end: this.code.end(to - 1) }
  }

  /** One level deeper. Throws `Misread` where it is one too many. */
  inside<T>(read: () => T): T {
    if (this.depth >= maxDepth) throw new Misread('It is nested too deep.')
    this.depth++
    try {
      return read()
    } finally {
      this.depth--
    }
  }

  /** The place of the node's leftmost token, parentheses that open before it with it, at least `least`. */
  firstOf(node: Node, least: number): number {
    const first = this.places.firstOf(node)
    if (first === undefined || first < least) throw new Misread('The grammar tells no place.')
    return Math.max(this.places.beforeParens(first), least)
  }
}

/** A table as it stands in a FROM list. */
export interface TableUse {
  readonly schema?: string | undefined
  readonly name: string
  readonly alias?: string | undefined
  /** With ONLY, alias, list of columns and TABLESAMPLE. */
  readonly span: TextSpan
  readonly nameSpan: TextSpan
  /** Its rows are inserted, changed or removed. */
  readonly written: boolean
}

/** A value without anything in it. */
export function emptyScalar(span: TextSpan): ScalarInput {
  return {
    span,
    form: 'expression',
    columns: [],
    subqueries: [],
    hasAggregate: false,
    hasWindow: false,
    hasParameter: false,
    volatile: false,
  }
}
