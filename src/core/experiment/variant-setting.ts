import { fault } from '../errors'

/** A session variable for one variant. */
export interface VariantSetting {
  readonly variant: string
  readonly name: string
  readonly value: string
}

/**
 * Reads `B:optimizer_switch=mrr=on`: variant, name, value; the value is all behind the first `=` after the name.
 * @throws SargableError `bad-request` for another form
 */
export function parseVariantSetting(text: string): VariantSetting {
  const found = /^(.+?):\s*([A-Za-z_][\w.]*)\s*=([\s\S]*)$/.exec(text)
  const [, variant, name, value] = found ?? []
  if (variant === undefined || name === undefined || value === undefined) {
    throw fault('bad-request', `"${text}" is not VARIANT:name=value.`, {
      hint: 'For example: --set B:optimizer_switch=mrr=on',
    })
  }
  return { variant, name, value: value.trim() }
}

/** What is said of one variant: `B:ALTER TABLE …`, `B=mysql://…`. */
export interface VariantWords {
  readonly variant: string
  readonly words: string
}

/**
 * Reads `NAME:words` or, with the sign `=`, `NAME=words`; the words are all behind the first sign.
 * @throws SargableError `bad-request` when there is no sign, no name or no words
 */
export function parseVariantWords(text: string, sign: ':' | '=', example: string): VariantWords {
  const at = text.indexOf(sign)
  const variant = text.slice(0, Math.max(at, 0)).trim()
  const words = text.slice(at + 1).trim()
  if (variant === '' || words === '') {
    throw fault('bad-request', `"${text}" does not name a variant before its first "${sign}".`, {
      hint: `For example: ${example}`,
    })
  }
  return { variant, words }
}

/** A, B, … H: what variants are called that have no name of their own. */
export function variantLetter(place: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + place)
}
