/** A column type as the servers print it, taken apart: `decimal(10,2) unsigned` is decimal with [10, 2]. */
export interface ColumnType {
  /** The first word, lower case, with `double precision` and `char varying` as one name. */
  readonly name: string
  /** Numbers in the parentheses; empty for enum and set. */
  readonly numbers: readonly number[]
  /** Members of an enum or set. */
  readonly memberCount: number
}

/** Takes `varchar(255)`, `enum('a','b''c')`, `int(10) unsigned`, `timestamp(3) without time zone` apart. */
export function columnTypeOf(text: string): ColumnType {
  const match = /^\s*([a-z_][a-z0-9_ ]*?)\s*(?:\(|$)/i.exec(text)
  const words = (match?.[1] ?? text).trim().toLowerCase().split(/\s+/)
  const first = words[0] ?? ''
  const name = words[1] === 'varying' ? 'varchar' : first
  const open = text.indexOf('(')
  const inside = open === -1 ? '' : text.slice(open + 1)
  if (name === 'enum' || name === 'set') return { name, numbers: [], memberCount: countMembers(inside) }
  const numbers = /^[\d\s,]+/.exec(inside)?.[0] ?? ''
  return {
    name,
    numbers: numbers
      .split(',')
      .filter((part) => part.trim() !== '')
      .map(Number),
    memberCount: 0,
  }
}

/** Quoted members up to the closing parenthesis; a quote inside a member is doubled or escaped. */
function countMembers(inside: string): number {
  let count = 0
  let at = 0
  while (at < inside.length && inside[at] !== ')') {
    if (inside[at] !== "'") {
      at++
      continue
    }
    count++
    at++
    while (at < inside.length) {
      if (inside[at] === '\\') at += 2
      else if (inside[at] === "'" && inside[at + 1] === "'") at += 2
      else if (inside[at] === "'") break
      else at++
    }
    at++
  }
  return count
}
