/**
 * One spelling for literals that servers print differently: `900` and `900.00`, `'5'` and `5`, a date and the same with
 * midnight behind it, a time of the session's zone with that zone.
 * @param value without quotes
 */
export function literalKey(value: string): string {
  return numberKey(value) ?? momentKey(value) ?? `'${value}'`
}

function numberKey(value: string): string | undefined {
  const text = value.trim()
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true' ? '1' : '0'
  const parts = /^([+-]?)0*(\d*)(?:\.(\d*))?$/.exec(text)
  if (parts === null || !/\d/.test(text)) {
    const isScientific = /^[+-]?(?:\d+\.?\d*|\.\d+)e[+-]?\d+$/i.test(text)
    return isScientific ? String(Number(text)) : undefined
  }
  const [, sign = '', whole = '', fraction = ''] = parts
  const kept = fraction.replace(/0+$/, '')
  const digits = `${whole === '' ? '0' : whole}${kept === '' ? '' : `.${kept}`}`
  return sign === '-' && digits !== '0' ? `-${digits}` : digits
}

/** `2024-02-01 00:00:00.000+00` is 2024-02-01. */
function momentKey(value: string): string | undefined {
  const found = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(?::(\d\d)(?:\.(\d+))?)?(?:[+-]\d\d(?::?\d\d)?|Z)?)?$/.exec(value)
  if (found === null) return undefined
  const [, day = '', minutes = '00:00', seconds = '00', fraction = ''] = found
  const rest = fraction.replace(/0+$/, '')
  if (minutes === '00:00' && seconds === '00' && rest === '') return day
  return `${day} ${minutes}:${seconds}${rest === '' ? '' : `.${rest}`}`
}

/** The elements of PostgreSQL's array text `{1,"a b",NULL}`; undefined where it holds arrays. */
export function arrayItems(text: string): readonly string[] | undefined {
  if (!text.startsWith('{') || !text.endsWith('}')) return undefined
  const inner = text.slice(1, -1)
  if (inner === '') return []
  const items: string[] = []
  const piece = /"((?:[^"\\]|\\.)*)"|([^",{}]+)/y
  for (let at = 0; at <= inner.length; at++) {
    piece.lastIndex = at
    const found = piece.exec(inner)
    if (found === null) return undefined
    items.push(found[1] === undefined ? (found[2] ?? '') : found[1].replace(/\\(.)/g, '$1'))
    at = piece.lastIndex
    if (at < inner.length && inner[at] !== ',') return undefined
  }
  return items
}
