import type { Dialect } from '../../engine'
import {
  commonReadingFunctions,
  mariadbReadingFunctions,
  mariadbWritingFunctions,
  mysqlReadingFunctions,
  mysqlReadingPrefixes,
  mysqlSyntaxBeforeParen,
} from './mysql'
import {
  postgresReadingFunctions,
  postgresReadingPrefixes,
  postgresSyntaxBeforeParen,
  postgresWritingFunctions,
} from './postgres'

/** What a call does: `unknown` for everything that is not built in, or built in and able to run or keep something. */
export type FunctionEffect = 'reads' | 'writes' | 'unknown'

/** What calling a function by this unqualified name (any case) does. */
export function functionEffect(name: string, dialect: Dialect): FunctionEffect {
  if (dialect === 'postgres') return postgresEffect(name.toLowerCase())
  const key = name.toUpperCase()
  if (dialect === 'mariadb' && mariadbWritingFunctions.has(key)) return 'writes'
  const own = dialect === 'mariadb' ? mariadbReadingFunctions : mysqlReadingFunctions
  const reads = commonReadingFunctions.has(key) || own.has(key) || startsWithAny(key, mysqlReadingPrefixes)
  return reads ? 'reads' : 'unknown'
}

/** Is the upper-case word, standing before `(`, syntax or a type name rather than a function? */
export function isSyntaxBeforeParen(word: string, dialect: Dialect): boolean {
  return (dialect === 'postgres' ? postgresSyntaxBeforeParen : mysqlSyntaxBeforeParen).has(word)
}

function postgresEffect(name: string): FunctionEffect {
  if (postgresWritingFunctions.has(name)) return 'writes'
  return postgresReadingFunctions.has(name) || startsWithAny(name, postgresReadingPrefixes) ? 'reads' : 'unknown'
}

function startsWithAny(name: string, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => name.startsWith(prefix))
}
