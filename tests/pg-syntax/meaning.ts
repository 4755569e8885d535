import { meaningOfInput } from '../../src/core/sql/meaning/meaning-of'
import type { Meaning } from '../../src/core/sql/meaning/model'
import type { MeaningOptions } from '../../src/core/sql/meaning/names'
import { splitStatements } from '../../src/core/sql/statements'
import { tokenize } from '../../src/core/sql/tokenizer'
import { loadPostgresGrammar } from '../../src/pg-syntax'
import { shop } from './shop'

/** What a PostgreSQL statement means, by the server's grammar. Throws where it has no meaning. */
export async function postgresMeaning(sql: string, options: MeaningOptions = shop): Promise<Meaning> {
  const tokens = tokenize(sql, 'postgres')
  const [range] = splitStatements(tokens)
  if (range === undefined) throw new Error('No statement.')
  const outline = (await loadPostgresGrammar()).outline(tokens, range)
  if ('refused' in outline) throw new Error(outline.refused)
  if (outline.input === undefined) throw new Error(`Not read: ${sql}`)
  return meaningOfInput(outline.input, options)
}
