import type { StatementReader } from '../core/sql/statement-reader'
import { loadGrammar } from './grammar'
import { PostgresReader } from './reader'

let loaded: Promise<StatementReader> | undefined

/**
 * PostgreSQL's own grammar as a reader for `readSql`. The first call loads it (some 60 ms, 1.7 MB); do not call this
 * on the start path. Ask anew for each text: a statement nested thousands deep uses a grammar up, and the next call
 * loads another.
 * @throws whatever the loading of the grammar's files throws; the next call tries again
 */
export function loadPostgresReader(): Promise<StatementReader> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<StatementReader> {
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
