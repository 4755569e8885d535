import { type PostgresNode, unknownType } from './postgres-nodes'

/** A number as written: an integer, a large one, or a decimal. */
export function numberConstant(text: string, negative = false): PostgresNode {
  const digits = negative ? `-${text}` : text
  const value = Number(digits)
  const whole = /^-?\d+$/.test(digits)
  const type = !whole
    ? 'numeric'
    : Math.abs(value) <= 2_147_483_647
      ? 'integer'
      : Math.abs(value) < 2 ** 63
        ? 'bigint'
        : 'numeric'
  return {
    kind: 'constant',
    type,
    text: digits,
    quoted: negative || type === 'bigint' || (type === 'numeric' && whole),
  }
}

export function textConstant(value: string): PostgresNode {
  return { kind: 'constant', type: unknownType, text: value, quoted: true }
}

/** A quoted literal that takes a type: its text as the server stores and prints the value. */
export function typedConstant(value: string, type: string): PostgresNode {
  switch (type) {
    case 'smallint':
    case 'integer':
    case 'bigint':
      if (/^\d+$/.test(value) && type === 'integer') return { kind: 'constant', type, text: value, quoted: false }
      break
    case 'boolean': {
      const lower = value.toLowerCase()
      if (['t', 'true', 'yes', 'on', '1'].includes(lower))
        return { kind: 'constant', type, text: 'true', quoted: false }
      if (['f', 'false', 'no', 'off', '0'].includes(lower))
        return { kind: 'constant', type, text: 'false', quoted: false }
      break
    }
    case 'timestamp without time zone':
      if (/^\d{4}-\d\d-\d\d$/.test(value)) return { kind: 'constant', type, text: `${value} 00:00:00`, quoted: true }
      break
    case 'uuid':
      return { kind: 'constant', type, text: value.toLowerCase(), quoted: true }
    case 'jsonb':
      return { kind: 'constant', type, text: printedJsonb(value), quoted: true }
  }
  return { kind: 'constant', type, text: value, quoted: true }
}

/** jsonb is stored without its blanks, keys by length and then by bytes, and printed with one blank after each mark. */
function printedJsonb(text: string): string {
  try {
    return printJson(JSON.parse(text))
  } catch {
    return text // The server would refuse it; it is shown as written.
  }
}

function printJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printJson).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}: ${printJson(item)}`).join(', ')}}`
}
