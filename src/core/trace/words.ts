import type { TraceAlternative } from './model'

/** How ways and their numbers are said in sentences. */

/** How a way of reading is called in sentences: `range on ix_a`, `full scan`, `lookup in PRIMARY`. */
export function wayInWords(way: TraceAlternative): string {
  const index = way.index ?? way.indexes?.join(' and ')
  switch (way.method) {
    case 'lookup':
    case 'unique-lookup':
      return index === undefined ? 'a lookup' : `the lookup in ${index}`
    case 'range':
      return index === undefined ? 'a range' : `the range on ${index}`
    case 'index-merge':
      return `the merge of ${index ?? 'indexes'}`
    case 'skip-scan':
      return `the skip scan of ${index ?? 'an index'}`
    case 'loose-scan':
      return `the loose scan of ${index ?? 'an index'}`
    case 'index-scan':
      return index === undefined ? 'a scan of an index' : `${index} in its order`
    case 'full-scan':
      return way.accessType === 'hash' ? 'a hash join over the whole table' : 'the full scan'
    default:
      return index ?? way.accessType
  }
}

/** `2,511 rows, cost 1,130`, with `before` in front where there is any number. */
export function numbersOf(way: TraceAlternative, before = ''): string {
  const numbers = [
    ...(way.rows === undefined ? [] : [`${numberText(way.rows)} ${way.rows === 1 ? 'row' : 'rows'}`]),
    ...(way.cost === undefined ? [] : [`cost ${numberText(way.cost)}`]),
  ]
  return numbers.length === 0 ? '' : before + numbers.join(', ')
}

/** Three significant digits below a thousand, whole numbers above. */
export function numberText(value: number): string {
  return value >= 1000 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)))
}
