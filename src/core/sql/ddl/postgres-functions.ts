import { unknownType } from './postgres-nodes'

/** What a function takes and gives. Arguments beyond the list stay as they are. */
export interface KnownFunction {
  readonly args: readonly (string | undefined)[]
  readonly result: string
}

const timestamp = 'timestamp without time zone'
const text = 'text'

/** Functions that definitions use (manual, "Functions and Operators"): name → argument types, then the result. */
const signatures: Readonly<Record<string, readonly string[]>> = {
  lower: [text, text],
  upper: [text, text],
  initcap: [text, text],
  md5: [text, text],
  reverse: [text, text],
  length: [text, 'integer'],
  char_length: [text, 'integer'],
  octet_length: [text, 'integer'],
  ascii: [text, 'integer'],
  substr: [text, 'integer', 'integer', text],
  substring: [text, 'integer', 'integer', text],
  left: [text, 'integer', text],
  right: [text, 'integer', text],
  trim: [text, text],
  btrim: [text, text, text],
  ltrim: [text, text, text],
  rtrim: [text, text, text],
  replace: [text, text, text, text],
  translate: [text, text, text, text],
  split_part: [text, text, 'integer', text],
  regexp_replace: [text, text, text, text, text],
  strpos: [text, text, 'integer'],
  hashtext: [text, 'integer'],
  to_date: [text, text, 'date'],
  to_timestamp: [text, text, 'timestamp with time zone'],
  to_number: [text, text, 'numeric'],
}

const lengths = new Set(['length', 'char_length', 'character_length', 'octet_length'])

/** Takes the types of the arguments as they are written. */
export function functionOf(name: string, args: readonly string[]): KnownFunction {
  // There is a length() for CHAR, which does not count its blanks.
  if (args[0] === 'bpchar' && lengths.has(name)) return { args: ['bpchar'], result: 'integer' }
  const signature = signatures[name]
  if (signature !== undefined) return { args: signature.slice(0, -1), result: signature[signature.length - 1] ?? text }
  const [first = unknownType, second = unknownType] = args
  switch (name) {
    case 'date_trunc':
    case 'date_part': {
      // A date becomes a point in time of the session's zone.
      const of = second === 'date' ? 'timestamp with time zone' : second === unknownType ? timestamp : second
      return { args: [text, of], result: name === 'date_part' ? 'double precision' : of }
    }
    case 'to_char':
      return { args: [first, text], result: text }
    case 'to_tsvector':
    case 'to_tsquery':
    case 'plainto_tsquery': {
      const result = name === 'to_tsvector' ? 'tsvector' : 'tsquery'
      if (args.length === 1) return { args: [documentType(first)], result }
      return { args: ['regconfig', documentType(second)], result }
    }
    case 'round':
    case 'trunc':
      if (args.length === 2) return { args: ['numeric', 'integer'], result: 'numeric' }
      return { args: [floating(first)], result: floating(first) }
    case 'floor':
    case 'ceil':
    case 'ceiling':
    case 'sqrt':
      return { args: [floating(first)], result: floating(first) }
    case 'date':
      return { args: [first], result: 'date' }
    case 'now':
      return { args: [], result: 'timestamp with time zone' }
    case 'jsonb_array_length':
      return { args: [first], result: 'integer' }
    default:
      // abs(), mod() and most others give what they take.
      return { args: [], result: first === unknownType ? text : first }
  }
}

function floating(type: string): string {
  return type === 'numeric' || type === unknownType ? 'numeric' : 'double precision'
}

function documentType(type: string): string {
  return type === 'jsonb' || type === 'json' ? type : text
}
