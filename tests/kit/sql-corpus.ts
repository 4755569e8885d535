import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Dialect } from '../../src/core/engine'

/** One block of fixtures/sql: SQL text, how many statements it holds, and the dialect to read it as. */
export interface CorpusBlock {
  readonly text: string
  readonly statements: number
  readonly dialect: Dialect
}

const files: readonly (readonly [string, Dialect])[] = [
  ['common', 'mysql'],
  ['common', 'mariadb'],
  ['common', 'postgres'],
  ['mysql', 'mysql'],
  ['mariadb', 'mariadb'],
  ['postgres', 'postgres'],
]

/** The statements of fixtures/sql: each block begins with a line `%% <number of statements>`. */
export function sqlCorpus(): CorpusBlock[] {
  return files.flatMap(([name, dialect]) =>
    readFileSync(join(import.meta.dirname, `../../fixtures/sql/${name}.sql`), 'utf8')
      .split(/^%% /m)
      .slice(1)
      .map((block) => {
        const feed = block.indexOf('\n')
        return { text: block.slice(feed + 1).trimEnd(), statements: Number(block.slice(0, feed)), dialect }
      }),
  )
}
