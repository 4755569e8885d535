import { filterWords } from '../../core/digest/filter'
import { shapeKindNameSchema } from '../../core/digest/model'
import { faultOf } from '../../core/errors'

/** The words of a filter's text, edited one at a time; what they mean is `core/digest/filter`. */

/** Fields that have a chooser of their own. */
export type ChosenField = 'db' | 'user' | 'kind'

const pieces = /(?:[^\s"]|"[^"]*"?)+/g

function wordsOf(text: string): readonly string[] {
  return text.match(pieces) ?? []
}

/** What a field asks for in the text, without its quotes; undefined where it asks for nothing. */
export function chosenIn(text: string, field: ChosenField): string | undefined {
  const word = wordsOf(text).find((each) => each.startsWith(`${field}:`))
  // Nothing behind the colon is a word that is still being typed; no name at all is written as two quotes.
  return word === `${field}:` ? undefined : word?.slice(field.length + 1).replaceAll('"', '')
}

/** The text with another value of a field, in the place of the former one; undefined takes the field out. */
export function withChosen(text: string, field: ChosenField, value: string | undefined): string {
  const word = value === undefined ? [] : [`${field}:${quoted(value)}`]
  const words = wordsOf(text)
  const at = words.findIndex((each) => each.startsWith(`${field}:`))
  const rest = words.filter((each) => !each.startsWith(`${field}:`))
  const place = at < 0 ? rest.length : words.slice(0, at).filter((each) => rest.includes(each)).length
  return [...rest.slice(0, place), ...word, ...rest.slice(place)].join(' ')
}

function quoted(value: string): string {
  return value === '' || /\s/.test(value) ? `"${value}"` : value
}

/** The word that is not understood and what to do, or undefined for a filter that is. */
export interface FilterTrouble {
  readonly message: string
  readonly hint?: string | undefined
  /** The same filter with the word searched for in the statements. */
  readonly instead?: string
}

export function troubleOf(text: string): FilterTrouble | undefined {
  try {
    filterWords(text)
    return undefined
  } catch (thrown) {
    const { message, hint } = faultOf(thrown)
    const words = wordsOf(text)
    const bad = words.find((word) => !understood(word))
    if (bad === undefined || /^(db|user|host|kind|text):|[<>=:]/.test(bad)) return { message, hint }
    const instead = words.map((word) => (word === bad ? `text:${quoted(bad.replaceAll('"', ''))}` : word)).join(' ')
    return { message, hint, instead }
  }
}

function understood(word: string): boolean {
  try {
    filterWords(word)
    return true
  } catch {
    return false
  }
}

/** The words that ask of whole shapes: they can be asked again of what the others have left. */
export function shapeWordsOf(text: string): string {
  return wordsOf(text)
    .filter((word) => understood(word) && filterWords(word).every(({ of }) => of === 'shape'))
    .join(' ')
}

/** Names that a filter may ask for. */
export interface KnownNames {
  readonly schemas: readonly string[]
  readonly users: readonly string[]
  readonly hosts: readonly string[]
}

/** One way to go on with the word at the cursor. */
export interface Suggestion {
  readonly text: string
  readonly means: string
  /** The whole text and the cursor when it is taken. */
  readonly filter: string
  readonly cursor: number
}

const starts: readonly (readonly [string, string])[] = [
  ['db:', 'database'],
  ['user:', 'user'],
  ['host:', 'client’s host'],
  ['kind:', 'kind of slow'],
  ['text:', 'words of the statement'],
  ['time>', 'calls that took longer, as 1s or 200ms'],
  ['rows>', 'calls with more rows examined or sent, as 1000 or 5k'],
  ['count>', 'shapes with more calls'],
]
const mostSuggestions = 8

/** Ways to go on with the word that the cursor is in, best first. */
export function suggestionsFor(text: string, cursor: number, names: KnownNames): readonly Suggestion[] {
  const before = /(?:[^\s"]|"[^"]*"?)*$/.exec(text.slice(0, cursor))?.[0] ?? ''
  const from = cursor - before.length
  const after = /^[^\s]*/.exec(text.slice(cursor))?.[0] ?? ''
  const rest = text.slice(cursor + after.length)
  const take = (word: string, means: string, ends: boolean): Suggestion => {
    const space = ends && !rest.startsWith(' ') ? ' ' : ''
    return {
      text: word,
      means,
      filter: text.slice(0, from) + word + space + rest,
      cursor: from + word.length + (ends ? 1 : 0),
    }
  }
  const [, field = '', typed = ''] = /^(db|user|host|kind):"?(.*?)"?$/.exec(before) ?? []
  const values = { db: names.schemas, user: names.users, host: names.hosts, kind: shapeKindNameSchema.options }[field]
  if (values === undefined)
    return starts
      .filter(([start]) => start.startsWith(before.toLowerCase()) && start !== before)
      .map(([start, means]) => take(start, means, false))
  const wanted = typed.toLowerCase()
  return values
    .filter((value) => value.toLowerCase().includes(wanted) && value !== typed)
    .sort((one, other) => Number(other.toLowerCase().startsWith(wanted)) - Number(one.toLowerCase().startsWith(wanted)))
    .slice(0, mostSuggestions)
    .map((value) => take(`${field}:${quoted(value)}`, '', true))
}
