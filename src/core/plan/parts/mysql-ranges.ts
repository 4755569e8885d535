import { isBlank } from '../../text-lines'
import { begins, findOutside } from './outside-quotes'

/**
 * The parts that narrow the longest of the intervals: those with one value and the one behind them. That is what MySQL
 * lists as `key_columns` and `used_key_parts`. `(a = 1 AND 5 < b AND 6 < c) OR (a = 2)` gives a and b. Nothing where a
 * part is not named.
 */
export function rangeParts(ranges: string): readonly string[] {
  let longest: readonly string[] = []
  for (const interval of splitOutside(ranges, or)) {
    const inside = interval.replace(/^\s*(?:OR )?\(|\)\s*$/g, '')
    const names: string[] = []
    for (const term of splitOutside(inside, and)) {
      const sides = splitOutside(term.replace(/^ AND /, ''), comparison)
      const name = comparedName(sides)
      if (name === unprintable) return []
      if (name === undefined) break
      names.push(name)
      if (!/^\s*=/.test(sides[1] ?? '')) break
    }
    if (names.length > longest.length) longest = names
  }
  return longest
}

/** What stands in place of a shape in ranges of a spatial index. */
const shape = /^(.+) unprintable_geometry_value$/
/** What stands in place of a condition on a BLOB or TEXT column: which column, the server does not say. */
const unprintable = 'unprintable_blob_value'
const or = / OR \(/y
const and = / AND /y
const comparison = /\s*(?:<=>|<=|>=|<>|!=|=|<|>)\s*/y
const literal = /^(?:['"]|[-+]?\.?\d|NULL$|x'|b')/i

/** The column in `a = 1`, `5 < a`, `5 <= a < 9`, given in parts before each sign. */
function comparedName(sides: readonly string[]): string | undefined {
  const values = sides.map((side) => side.replace(/^\s*[<>=!]+/, '').trim())
  if (values.length === 3) return values[1]
  if (values.length === 1) return shape.exec(values[0] ?? '')?.[1]
  return values.length === 2 ? values.find((value) => value !== '' && !literal.test(value)) : undefined
}

/** What one of the patterns can begin with: a blank, `!`, `<`, `=` or `>`. */
function mayBegin(code: number): boolean {
  return isBlank(code) || code === 33 || (code >= 60 && code <= 62)
}

/** Parts a text before every place outside of quotes where the (sticky) pattern matches. */
function splitOutside(text: string, pattern: RegExp): string[] {
  const places = [0]
  let free = 0
  findOutside(text, 0, (at, code) => {
    if (at >= free && mayBegin(code) && begins(pattern, text, at)) {
      if (at > 0) places.push(at)
      free = Math.max(pattern.lastIndex, at + 1)
    }
    return false
  })
  if (places.length === 1) return [text]
  return places.map((place, index) => text.slice(place, places[index + 1]))
}
