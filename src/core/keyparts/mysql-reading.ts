import type { Catalog } from '../catalog/model'
import type { EngineIdentity } from '../engine'
import { meaningOf } from '../sql/meaning/meaning-of'
import type { Meaning } from '../sql/meaning/model'
import { splitStatements } from '../sql/statements'
import { parseStatement, type SyntaxDialect } from '../sql/syntax/parse'
import { tokenize } from '../sql/tokenizer'
import { indexHintsOf, type StatementHints } from './index-hints'

/** A statement with what its grammar and the catalog say of it. */
export interface StatementRead {
  readonly sql: string
  readonly meaning: Meaning
  readonly hints?: StatementHints | undefined
}

/** Reads a MySQL or MariaDB statement; the first one where the text holds several. Never throws. */
export function readMysqlStatement(
  sql: string,
  dialect: SyntaxDialect,
  catalog: Catalog,
  engine: EngineIdentity | undefined,
): StatementRead | undefined {
  const tokens = tokenize(sql, dialect)
  const [range] = splitStatements(tokens)
  if (range === undefined) return undefined
  const tree = parseStatement(tokens, range)
  return { sql, meaning: meaningOf(tree, { catalog, dialect }), hints: indexHintsOf(tree, engine) }
}
