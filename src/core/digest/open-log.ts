import { exhausted } from '../errors'
import type { EntrySink } from './log-entry'
import { MysqlSlowLogReader } from './readers/mysql'
import { PostgresCsvReader } from './readers/postgres-csv'
import { PostgresJsonReader } from './readers/postgres-json'
import { PostgresStderrReader } from './readers/postgres-stderr'
import { PostgresSyslogReader } from './readers/postgres-syslog'
import type { LogReader } from './readers/reader'
import type { RecognizedLog } from './recognize'
import { dialectOfLog } from './recognize'

/**
 * The reader for a log that was recognized.
 * @param databaseBefore the number of the name of the database in use before the first byte
 */
export function openLog(log: RecognizedLog, sink: EntrySink, databaseBefore = 0): LogReader {
  switch (log.flavor) {
    case 'mysql-slow':
    case 'percona-slow':
    case 'mariadb-slow':
      return new MysqlSlowLogReader(sink, dialectOfLog(log.flavor), databaseBefore)
    case 'postgres-stderr':
      return new PostgresStderrReader(sink, log.prefix)
    case 'postgres-csv':
      return new PostgresCsvReader(sink)
    case 'postgres-json':
      return new PostgresJsonReader(sink)
    case 'postgres-syslog':
      return new PostgresSyslogReader(sink, log.year)
    default:
      return exhausted(log.flavor)
  }
}
