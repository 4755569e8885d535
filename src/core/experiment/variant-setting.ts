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

/** A, B, … H: what variants are called that have no name of their own. */
export function variantLetter(place: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + place)
}
