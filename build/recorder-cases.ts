import type { Product } from '../src/core/engine'

/** One statement of fixtures/statements, with what its comment lines say. */
export interface RecordedCase {
  readonly name: string
  readonly sql: string
  /** Server ids; absent means every one. */
  readonly servers?: readonly string[]
  /** The trace of its run is kept beside that of its EXPLAIN. */
  readonly runTrace: boolean
  /** Its plan is also asked for by another connection while it runs. */
  readonly watched: boolean
  /** Options of more EXPLAIN statements. */
  readonly also: readonly string[]
  /** Statements that are run before, in the same session. */
  settings(product: Product): readonly string[]
}

interface Piece {
  readonly sql: string
  readonly directives: readonly (readonly [name: string, value: string])[]
}

/** Statements end with `;` at the end of a line; lines `-- @name value` before one belong to it. */
function pieces(text: string): Piece[] {
  return text
    .split(/;[ \t]*$/m)
    .map((piece) => {
      const lines = piece.trim().split('\n')
      const comments = lines.filter((line) => line.startsWith('--'))
      return {
        sql: lines
          .filter((line) => !line.startsWith('--'))
          .join('\n')
          .trim(),
        directives: comments.flatMap((line) => {
          const [, name, value] = /^-- @([\w-]+) ?(.*)$/.exec(line) ?? []
          return name === undefined ? [] : [[name, (value ?? '').trim()] as const]
        }),
      }
    })
    .filter((piece) => piece.sql !== '')
}

const valuesOf = (piece: Piece, ...names: string[]) =>
  piece.directives.filter(([name]) => names.includes(name)).map(([, value]) => value)

/** Servers that a statement is limited to; undefined means every one. */
function serversOf(piece: Piece): readonly string[] | undefined {
  return valuesOf(piece, 'servers')[0]?.split(/\s+/)
}

/** A schema file: DDL and data in order. */
export function readStatements(text: string): { sql: string; servers: readonly string[] | undefined }[] {
  return pieces(text).map((piece) => ({ sql: piece.sql, servers: serversOf(piece) }))
}

/** A file of cases. */
export function readCases(text: string): RecordedCase[] {
  return pieces(text).map((piece) => {
    const [name] = valuesOf(piece, 'case')
    if (!name) throw new Error(`A statement without @case: ${piece.sql.slice(0, 60)}`)
    const servers = serversOf(piece)
    return {
      name,
      sql: piece.sql,
      ...(servers && { servers }),
      runTrace: piece.directives.some(([directive]) => directive === 'trace-run'),
      watched: piece.directives.some(([directive]) => directive === 'watch'),
      also: valuesOf(piece, 'also'),
      settings: (product) => valuesOf(piece, 'set', product === 'mariadb' ? 'set-mariadb' : 'set-mysql'),
    }
  })
}
