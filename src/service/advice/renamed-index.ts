import { quoteName } from '../../core/dialects/mysql-family'
import type { Dialect } from '../../core/engine'
import { foldName, namesInText } from '../../core/scratch/names-in-text'

/** The statement with an index of its hints under another name; what is called so and is no index stays. */
export function renamedIndex(sql: string, dialect: Dialect, from: string, to: string): string {
  const hints = [...sql.matchAll(/\b(?:USE|FORCE|IGNORE)\s+(?:INDEX|KEY)\b[^(]*\([^)]*\)/gi)]
  let out = ''
  let at = 0
  for (const { name, nameStart } of namesInText(sql, dialect)) {
    if (name !== foldName(from, dialect)) continue
    const hint = hints.find(({ index = 0, 0: text }) => nameStart > index && nameStart < index + text.length)
    if (hint === undefined) continue
    const quoted = sql[nameStart] === '`'
    const end = quoted ? sql.indexOf('`', nameStart + 1) + 1 : nameStart + from.length
    out += sql.slice(at, nameStart) + quoteName(to)
    at = end
  }
  return out + sql.slice(at)
}
