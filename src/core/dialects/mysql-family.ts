import type { ExplainFormat } from '../analysis/model'
import type { Capability, Version } from '../engine'
import type { FaultCode } from '../errors'

/** What was asked of a MySQL or MariaDB server at connect: the ground for choosing statements and capabilities. */
export interface ServerFacts {
  readonly version: Version
  readonly versionText: string
  /** Session variables that the server knows, lower-case names, of those that we look at. */
  readonly variables: ReadonlyMap<string, string>
  /** EXPLAIN FORMAT=TREE was accepted. */
  readonly explainsTree: boolean
  /** EXPLAIN ANALYZE (MySQL) or ANALYZE FORMAT=JSON (MariaDB) was accepted. */
  readonly explainsAnalyze: boolean
  readonly statements: StatementHistory
  /** mysql.innodb_table_stats can be read. */
  readonly readsTableStatistics: boolean
  /** The account has the right to make schemas of ours. */
  readonly createsSchemas: boolean
}

/** What performance_schema can say of a statement that has just run. */
export interface StatementHistory {
  /** off: not compiled in or not started; denied: no SELECT on it; disabled: the consumer is off; on: rows are there. */
  readonly state: 'off' | 'denied' | 'disabled' | 'on'
  /** The consumer events_statements_cpu is on (8.0.28 and later). */
  readonly cpuTime: boolean
  /** The server has that consumer. */
  readonly hasCpuTime: boolean
}

/** One way to ask for a plan: `prefix` and the statement make what is sent. */
export interface ExplainForm {
  readonly format: ExplainFormat
  /** Ends with a blank, holds no line break: line numbers in the server's syntax errors stay those of the statement. */
  readonly prefix: string
  /** Value of explain_json_format_version that this form needs. */
  readonly jsonVersion?: 1 | 2
  /** False where single-table UPDATE and DELETE only print that they cannot be shown. */
  readonly explainsChanges: boolean
}

/** The pure half of a dialect of this family. */
export interface MysqlFamilyDialect {
  /** Every EXPLAIN that this server has, best for reading first. */
  explainForms(facts: ServerFacts): readonly ExplainForm[]
  /** The forms that run the statement and report actuals. Only ever for reading statements. */
  measuredForms(facts: ServerFacts): readonly ExplainForm[]
  capabilities(facts: ServerFacts): readonly Capability[]
  /** The session variable that limits a statement's time, with its value for `limitMs`; absent where there is none. */
  statementLimit(facts: ServerFacts, limitMs: number): { readonly name: string; readonly value: string } | undefined
}

/** An identifier in backticks, as every sql_mode takes it. */
export function quoteName(name: string): string {
  return `\`${name.replace(/`/g, '``')}\``
}

/** A string literal. A backslash is an escape unless sql_mode has NO_BACKSLASH_ESCAPES. */
export function quoteText(text: string, backslashEscapes = true): string {
  const quoted = text.replace(/'/g, "''")
  return `'${backslashEscapes ? quoted.replace(/\\/g, '\\\\') : quoted}'`
}

/**
 * Server error number → our code. Numbers below 3000 are common to MySQL and MariaDB; see the vendors' error
 * references. Anything else is `server-error` with the server's words.
 */
const codes: ReadonlyMap<number, FaultCode> = new Map<number, FaultCode>([
  [1044, 'missing-privilege'],
  [1045, 'access-denied'],
  [1698, 'access-denied'],
  [3118, 'access-denied'],
  [1820, 'access-denied'],
  [1862, 'access-denied'],
  [1251, 'access-denied'],
  [1049, 'unknown-database'],
  [1046, 'unknown-database'],
  [1051, 'unknown-table'],
  [1109, 'unknown-table'],
  [1146, 'unknown-table'],
  [1054, 'unknown-column'],
  [1064, 'syntax-error'],
  [1149, 'syntax-error'],
  [1142, 'missing-privilege'],
  [1143, 'missing-privilege'],
  [1227, 'missing-privilege'],
  [1345, 'missing-privilege'],
  [1370, 'missing-privilege'],
  [1419, 'missing-privilege'],
  [1290, 'read-only'],
  [1792, 'read-only'],
  [1836, 'read-only'],
  [1205, 'lock-wait'],
  [1213, 'lock-wait'],
  [3572, 'lock-wait'],
  [1021, 'disk-full'],
  [1114, 'disk-full'],
  [3024, 'timed-out'],
  [1969, 'timed-out'],
  [1040, 'cannot-connect'],
  [1203, 'cannot-connect'],
  [1226, 'cannot-connect'],
  [1129, 'cannot-connect'],
  [1130, 'cannot-connect'],
  [1053, 'lost-connection'],
  [1077, 'lost-connection'],
  [1927, 'lost-connection'],
  [2006, 'lost-connection'],
  [2013, 'lost-connection'],
  [4031, 'lost-connection'],
  [1153, 'statement-too-large'],
  [1235, 'unsupported'],
  [3159, 'tls-refused'],
  [9002, 'tls-refused'],
])

/** Errors of reading and writing files, which name the operating system's reason: number 28 is a full disk. */
const fileErrors: ReadonlySet<number> = new Set([3, 14, 20, 1004, 1006, 1026, 1030, 3675])

/**
 * Our code for a server error number.
 * @param message the server's words: file errors hold the operating system's number
 */
export function faultCodeOf(errno: number, message = ''): FaultCode {
  if (fileErrors.has(errno) && /\b(Errcode|errno|error):? 28\b|No space left/i.test(message)) return 'disk-full'
  return codes.get(errno) ?? 'server-error'
}

/** What to do next, where the number alone says it; the caller adds what it knows of the connection. */
export function hintOf(errno: number, message: string): string | undefined {
  switch (errno) {
    case 1045:
    case 1698:
      return 'Check the user name and the password; the server also looks at the host that you connect from.'
    case 1044:
      return 'Ask for rights on this database: GRANT SELECT ON the_database.* TO the_user.'
    case 1820:
    case 1862:
      return 'Change the password with another client first.'
    case 3118:
      return 'Ask for ALTER USER … ACCOUNT UNLOCK.'
    case 1049:
      return 'Check the spelling, or connect without a database and choose one.'
    case 1046:
      return 'Choose a database first, or write database.table.'
    case 1146:
    case 1051:
    case 1109:
      return 'Check the spelling and the database that is chosen.'
    case 1054:
      return 'Check the spelling; an alias hides the name of its table.'
    case 1064:
    case 1149:
      return 'The place is where the server stopped reading; the cause may stand just before it.'
    case 1142:
    case 1143:
      return grantFor(message)
    case 1227:
      return `Ask for the privilege that the server names.`
    case 1345:
      return 'To explain through this view, ask for GRANT SHOW VIEW and SELECT on the view and on its tables.'
    case 1370:
      return 'Ask for GRANT EXECUTE on the routine.'
    case 1792:
    case 1290:
    case 1836:
      return 'The statement tries to write and was sent inside a read-only transaction. Nothing was changed.'
    case 1205:
    case 1213:
    case 3572:
      return 'Another session holds a lock. See the process list, and try again when it has ended.'
    case 1021:
    case 1114:
      return diskFullHint
    case 1040:
    case 1203:
    case 1226:
      return 'The server has no connection left for this user. Close some, or try again later.'
    case 1129:
      return 'Too many broken connections came from this computer: FLUSH HOSTS on the server lets it in again.'
    case 1130:
      return 'No account on the server allows this computer: see the host part of the accounts.'
    case 1153:
      return 'The statement is larger than max_allowed_packet of the server.'
    case 1235:
      return 'This version of the server does not have it.'
    case 3159:
    case 9002:
      return 'The server wants an encrypted connection: set the TLS mode to "require".'
    case 1305:
      return 'Check the spelling, and the database that the routine lives in.'
    case 1176:
      return 'Check the name in the index hint: hidden indexes cannot be forced.'
    case 3024:
    case 1969:
      return 'The server’s own time limit ended it: raise the statement time limit of the connection.'
    case 1317:
      return 'Somebody else stopped this statement on the server.'
    default:
      return faultCodeOf(errno, message) === 'disk-full' ? diskFullHint : undefined
  }
}

const diskFullHint = 'The disk of the server, or the room that it may use, is full.'

/** "SELECT command denied to user 'u'@'h' for table 'db.t'" → the GRANT that brings it. */
function grantFor(message: string): string {
  const found =
    /^(?<right>[A-Z ,]+?) command denied to user (?<user>'[^']*'@'[^']*') for (?:table|column '[^']*' in table) (?<table>\S+)/.exec(
      message,
    )?.groups
  if (!found) return 'Ask for the privilege that the server names.'
  const table = (found.table ?? '').replace(/['`]/g, '')
  return `Ask for GRANT ${found.right} ON ${table} TO ${found.user}.`
}
