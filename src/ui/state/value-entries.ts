import { atom } from 'jotai'
import type { Entries } from '../editor/typed-values'
import { keptAtom } from './keep'

/** Values typed for placeholders, by the shape of the statement: the one used last comes last. */
type Remembered = readonly (readonly [fingerprint: string, entries: Entries])[]

/** Shapes that are remembered. */
const mostShapes = 60

function check(stored: unknown): Remembered | undefined {
  if (!Array.isArray(stored)) return undefined
  return stored.filter(
    (one): one is [string, Entries] => Array.isArray(one) && typeof one[0] === 'string' && isEntries(one[1]),
  )
}

function isEntries(value: unknown): value is Entries {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((entry: unknown) => {
      const { text, isNull } = (entry ?? {}) as { text?: unknown; isNull?: unknown }
      return typeof text === 'string' && typeof isNull === 'boolean'
    })
  )
}

const rememberedAtom = keptAtom<Remembered>('values', check, [])

/** Reads and changes what was typed for the placeholders of statements of one shape. */
export const valueEntriesAtom = atom(
  (get) => {
    const remembered = get(rememberedAtom)
    return (fingerprint: string): Entries => remembered.find(([shape]) => shape === fingerprint)?.[1] ?? {}
  },
  (get, set, fingerprint: string, entries: Entries) => {
    const others = get(rememberedAtom).filter(([shape]) => shape !== fingerprint)
    set(rememberedAtom, [...others, [fingerprint, entries] as const].slice(-mostShapes))
  },
)

/** Counts up when a run wants values that are not there: the panel takes the focus. */
export const valuesWantedAtom = atom(0)
