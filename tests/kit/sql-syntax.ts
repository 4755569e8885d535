import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SyntaxDialect } from '../../src/core/sql/syntax/parse'

/** A statement of fixtures/sql/syntax.txt with the verdict of the real servers. */
export interface JudgedStatement {
  readonly sql: string
  /** Families of which at least one server takes it. */
  readonly takenBy: readonly SyntaxDialect[]
  /** Where the servers stop, when none takes it. */
  readonly stopsAt: number | undefined
}

const families: Readonly<Record<string, readonly SyntaxDialect[]>> = {
  both: ['mysql', 'mariadb'],
  mysql: ['mysql'],
  mariadb: ['mariadb'],
  none: [],
}

export function judgedStatements(): JudgedStatement[] {
  return readFileSync(join(import.meta.dirname, '../../fixtures/sql/syntax.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const blank = line.indexOf(' ')
      const takenBy = families[line.slice(0, blank)]
      if (takenBy === undefined) throw new Error(`No such verdict: ${line}`)
      const marked = line.slice(blank + 1)
      const mark = marked.indexOf('¦')
      return { sql: marked.replace('¦', ''), takenBy, stopsAt: mark === -1 ? undefined : mark }
    })
}

/** The SQL files of the samples that MySQL and MariaDB run. */
export function sampleTexts(): { readonly path: string; readonly text: string }[] {
  const root = join(import.meta.dirname, '../../samples')
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sql') && !path.endsWith('.pg.sql'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}
