import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchStatement } from './model'

/** Statements of a file, each under a line `-- its-name` and ended by a semicolon at the end of a line. */
export function statementFile(root: string, name: string): readonly BenchStatement[] {
  const text = readFileSync(join(root, 'build/bench/advice/statements', `${name}.sql`), 'utf8')
  return text
    .split(/^-- /m)
    .slice(1)
    .map((part) => {
      const [title = '', ...lines] = part.split('\n')
      return { name: title.trim(), sql: lines.join(' ').replace(/\s+/g, ' ').trim().replace(/;$/, '') }
    })
}
