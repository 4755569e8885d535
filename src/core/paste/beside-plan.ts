import type { Dialect } from '../engine'
import type { PastePart } from './model'
import { recognize } from './recognize'

/** What people paste together with a plan. */
export interface BesidePlan {
  /** The one statement in the text; absent when there are none or several. */
  readonly sql?: string
  /** Of the statement, where the text shows it. */
  readonly dialect?: Dialect
  /** Table definitions, as DDL text. */
  readonly schema?: string
}

/** The statement and the table definitions that stand beside a plan in a pasted text. */
export function besidePlan(text: string, dialect: Dialect | undefined): BesidePlan {
  // A text that is one JSON plan has nothing beside it, and may be large.
  if (/^\s*[[{]/.test(text)) return {}
  const { parts } = recognize(text, dialect)
  const pieceOf = ({ span }: PastePart) => text.slice(span.start, span.end)
  const [statement, ...others] = parts.filter((part) => part.kind === 'sql')
  const definitions = parts.filter((part) => part.kind === 'ddl').map(pieceOf)
  return {
    ...(statement && others.length === 0 && { sql: pieceOf(statement) }),
    ...(statement?.dialect && others.length === 0 && { dialect: statement.dialect }),
    ...(definitions.length > 0 && { schema: definitions.join(';\n') }),
  }
}
