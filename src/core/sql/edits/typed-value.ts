import { exhausted } from '../../errors'
import type { TokenizerOptions } from '../tokenizer'
import { refuse } from './editable'
import { quoteText } from './quote'

/** A value for a placeholder. Numbers may be texts, so that none loses digits. */
export type TypedValue =
  | { readonly kind: 'null' }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'number'; readonly value: number | string }
  | { readonly kind: 'text'; readonly value: string }
  /** `2024-01-31`, `12:30:00.5`, `2024-01-31 12:30:00` */
  | { readonly kind: 'date' | 'time' | 'datetime'; readonly value: string }
  /** Hexadecimal digits, two for each byte. */
  | { readonly kind: 'binary'; readonly hex: string }

const number = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i
const temporal: Readonly<Record<'date' | 'time' | 'datetime', { readonly word: string; readonly form: RegExp }>> = {
  date: { word: 'DATE', form: /^\d{4}-\d{2}-\d{2}$/ },
  time: { word: 'TIME', form: /^-?\d{1,3}:\d{2}:\d{2}(\.\d{1,6})?$/ },
  datetime: { word: 'TIMESTAMP', form: /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}(\.\d{1,6})?$/ },
}

/** The value as a literal of MySQL and MariaDB. Throws when it is not of its kind. */
export function literalOf(value: TypedValue, modes: TokenizerOptions | undefined): string {
  switch (value.kind) {
    case 'null':
      return 'NULL'
    case 'boolean':
      return value.value ? 'TRUE' : 'FALSE'
    case 'number': {
      const text = String(value.value)
      if (!number.test(text)) throw refuse(`This is not a number: ${text}`)
      return text
    }
    case 'text':
      return quoteText(value.value, modes)
    case 'date':
    case 'time':
    case 'datetime': {
      const { word, form } = temporal[value.kind]
      if (!form.test(value.value)) throw refuse(`This is not a ${value.kind}: ${value.value}`)
      return `${word} '${value.value}'`
    }
    case 'binary':
      if (!/^([0-9a-f]{2})*$/i.test(value.hex)) throw refuse('Bytes need two hexadecimal digits each.')
      return `X'${value.hex}'`
    default:
      return exhausted(value)
  }
}
