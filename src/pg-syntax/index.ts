import type { StatementReader } from '../core/sql/statement-reader'
import { loadGrammar } from './grammar'
import { PostgresReader } from './reader'

let loading: Promise<StatementReader> | undefined

/**
 * PostgreSQL's own grammar as a reader for `readSql`. The first call loads it (some 60 ms, 1.7 MB); do not call this
 * on the start path.
 * @throws whatever the loading of the grammar's files throws; the next call tries again
 */
export function loadPostgresReader(): Promise<StatementReader> {
  loading ??= loadGrammar()
    .then((parse) => new PostgresReader(parse))
    .catch((thrown: unknown) => {
      loading = undefined
      throw thrown
    })
  return loading
}
