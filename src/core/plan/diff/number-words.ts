import type { ChangeValue } from './model'

/** Whole numbers with separators: `107,478`; below 100 three significant digits. */
export function countWords(value: number): string {
  const rounded = value >= 100 ? Math.round(value) : Number(value.toPrecision(3))
  const [whole = '', decimals] = String(rounded).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}

/** How many times less (`÷22.8`) or more (`×3.1`) the second is; `=` for the same; undefined where one of them is 0. */
export function ratioWords(before: number, after: number): string | undefined {
  if (before === after) return '='
  if (before <= 0 || after <= 0) return undefined
  const [mark, factor] = after < before ? ['÷', before / after] : ['×', after / before]
  const text = factor < 100 ? factor.toFixed(1) : countWords(factor)
  return text === '1.0' ? '≈' : `${mark}${text}`
}

/** A compared value for people. */
export function valueText(value: ChangeValue | undefined): string {
  if (value === undefined) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'number' ? countWords(value) : value
}
