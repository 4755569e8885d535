import type { SyntaxTree } from '../syntax/model'
import { finished } from './draft'
import type { StatementInput } from './input'
import type { Meaning } from './model'
import { mysqlInput } from './mysql/statement'
import { type MeaningOptions, Names } from './names'
import { queryBlock } from './queries'
import type { Context } from './values'
import { writeBlock } from './writes'

/**
 * What a MySQL or MariaDB statement means: blocks, sources, columns, conditions, with places in the text. Takes any
 * tree and never throws; what the text and the catalog leave open is said to be unknown. No blocks for statements that
 * are no query and no DML.
 */
export function meaningOf(tree: SyntaxTree, options: MeaningOptions = {}): Meaning {
  const input = mysqlInput(tree)
  return input === undefined ? { blocks: [] } : meaningOfInput(input, options)
}

/** The same for any grammar, from what its reader gives. */
export function meaningOfInput({ body }: StatementInput, options: MeaningOptions = {}): Meaning {
  const context: Context = { names: new Names(options), blocks: [] }
  if (body.type === 'query') queryBlock(context, body, { role: 'statement' })
  else writeBlock(context, body, { role: 'statement' })
  return finished(context.blocks)
}
