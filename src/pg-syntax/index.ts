import type { PostgresGrammar } from '../core/sql/edits/postgres/outline'
import type { Meaning } from '../core/sql/meaning/model'
import type { MeaningOptions } from '../core/sql/meaning/names'
import type { StatementReader } from '../core/sql/statement-reader'
import { loadGrammar } from './grammar'
import { PostgresReader } from './reader'

let loaded: Promise<PostgresReader> | undefined

/**
 * PostgreSQL's own grammar as a reader for `readSql`. The first call loads it (some 60 ms, 1.7 MB); do not call this
 * on the start path. Ask anew for each text: a statement nested thousands deep uses a grammar up, and the next call
 * loads another.
 * @throws whatever the loading of the grammar's files throws; the next call tries again
 */
export function loadPostgresReader(): Promise<StatementReader> {
  return reader()
}

/** The same grammar as edits and the meaning ask it; loaded and used up as the reader is. */
export function loadPostgresGrammar(): Promise<PostgresGrammar> {
  return reader()
}

/** What statements mean with the tables of a catalog, by the same grammar. */
export function loadPostgresMeaning(): Promise<{
  meaning(sql: string, options: Omit<MeaningOptions, 'dialect'>): Meaning | undefined
}> {
  return reader()
}

function reader(): Promise<PostgresReader> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<PostgresReader> {
  const forget = () => {
    loaded = undefined
  }
  try {
    return new PostgresReader(await loadGrammar(forget))
  } catch (thrown) {
    forget()
    throw thrown
  }
}
