import type { Dialect } from '../../engine'
import { isReserved } from '../keywords'

/**
 * A name as it must be written: quoted where it would be read as something else. PostgreSQL folds what is not quoted
 * to lower case; MySQL and MariaDB take letters, digits, `_`, `$` and anything above ASCII, but not digits alone.
 */
export function nameText(name: string, dialect: Dialect, quoted = false): string {
  const plain = dialect === 'postgres' ? /^[a-z_\u0080-\uffff][a-z0-9_$\u0080-\uffff]*$/ : /^[\w$\u0080-\uffff]+$/
  const isPlain = plain.test(name) && !/^\d+(?:e\d*)?$/i.test(name) && !isReserved(name.toUpperCase(), dialect)
  if (isPlain && !quoted) return name
  const quote = dialect === 'postgres' ? '"' : '`'
  return `${quote}${name.replaceAll(quote, quote + quote)}${quote}`
}
