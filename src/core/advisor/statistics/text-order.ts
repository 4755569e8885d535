/** How a collation orders texts, as far as values can be placed between others. */
export interface TextOrder {
  key(value: string): string
  compare(a: string, b: string): number
  /** Where a value stands between two others: 0 at `low`, 1 at `high`; it must lie between them. */
  place(value: string, low: string, high: string): number
}

/** Stands behind every other character: `abc` and this is the end of what begins with `abc`. */
const behindAll = '\u{ffff}'
/** So many characters behind what two bounds share are looked at. */
const mostPlaced = 10

/**
 * The order of a collation by its name; an unknown one is taken for the order of code points. Collations by UCA order
 * as this program's ICU does, which is near enough to place a value between two others.
 */
export function textOrderOf(collation: string | undefined): TextOrder {
  const name = (collation ?? '').toLowerCase()
  const isMysql = /_(?:bin|c[is]|a[is]_c[is]|general_ci|unicode_ci|nopad_\w+)$/.test(name)
  if (isMysql && !name.endsWith('_bin')) {
    const folds = /_ci$/.test(name)
    const keepsAccents = /_as_c[is]$/.test(name) || /_cs$/.test(name)
    const key = (value: string) => {
      const bare = keepsAccents ? value : value.normalize('NFD').replace(/\p{M}/gu, '')
      // Blanks at the end count in none of them but those of UCA 9 and NOPAD.
      const padded = /0900|nopad/.test(name) ? bare : bare.replace(/ +$/, '')
      return folds ? padded.toUpperCase() : padded
    }
    return /0900|unicode|uca/.test(name) ? byCollator(key, folds) : byCodes(key)
  }
  if (name === '' || /_bin$|^c$|^posix|^c\.|^ucs_basic|^pg_c|^binary$/.test(name)) return byCodes((value) => value)
  return byCollator((value) => value, false)
}

function byCodes(key: (value: string) => string): TextOrder {
  const compare = (a: string, b: string) => ordered(key(a), key(b))
  const weigh = (char: string) => char.codePointAt(0) ?? 0
  return { key, compare, place: (value, low, high) => placed([value, low, high].map(key), weigh) }
}

function byCollator(key: (value: string) => string, folds: boolean): TextOrder {
  const collator = new Intl.Collator('en', { sensitivity: folds ? 'base' : 'variant' })
  const ranks = ranksOf(collator)
  return {
    key,
    compare: (a, b) => collator.compare(key(a), key(b)),
    place: (value, low, high) => placed([value, low, high].map(key), (char) => ranks.get(char) ?? ranks.size),
  }
}

function ordered(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** The printable characters of ASCII by their order. */
function ranksOf(collator: Intl.Collator): ReadonlyMap<string, number> {
  const chars = Array.from({ length: 95 }, (_, at) => String.fromCharCode(at + 32)).sort(collator.compare)
  return new Map(chars.map((char, at) => [char, at]))
}

/** The three texts as digits of a number, behind what the bounds share; the base is what their characters span. */
function placed([value = '', low = '', high = '']: readonly string[], weigh: (char: string) => number): number {
  if (low === high) return 1
  let shared = 0
  while (shared < low.length && low[shared] === high[shared]) shared++
  const tails = [value, low, high].map((text) =>
    [...text.slice(shared, shared + mostPlaced)].map((char) =>
      char === behindAll ? Number.POSITIVE_INFINITY : weigh(char),
    ),
  )
  const all = tails.flat().filter(Number.isFinite)
  // Digits are followed by digits, letters by letters: texts between the bounds have more than the bounds' own.
  for (const [from, to] of [
    ['0', '9'],
    ['a', 'z'],
    ['A', 'Z'],
  ] as const) {
    const [least, most] = [weigh(from), weigh(to)]
    if (all.some((weight) => weight >= least && weight <= most)) all.push(least, most)
  }
  const least = Math.min(...all)
  const base = Math.max(...all, least) - least + 2
  const [at = 0, start = 0, end = 1] = tails.map((tail) =>
    tail.reduce((sum, weight, position) => sum + Math.min(base, weight - least + 1) / base ** (position + 1), 0),
  )
  return end <= start ? 1 : Math.max(0, Math.min(1, (at - start) / (end - start)))
}
