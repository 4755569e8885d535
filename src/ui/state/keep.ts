import { atom } from 'jotai'

/** Everything that this page keeps in the browser's storage; nothing secret ever. */
const prefix = 'sargable.'

/** Reads a kept value; `check` turns what was stored (by any version) into a value or undefined. */
export function kept<Value>(key: string, check: (stored: unknown) => Value | undefined, otherwise: Value): Value {
  try {
    const text = localStorage.getItem(prefix + key)
    return (text === null ? undefined : check(JSON.parse(text))) ?? otherwise
  } catch {
    return otherwise // damaged or forbidden storage is the same as an empty one
  }
}

/** Keeps a value; a full or forbidden storage only means that it is not remembered. */
export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + key, JSON.stringify(value))
  } catch {
    // Nothing is lost but the memory of it.
  }
}

/** An atom whose value outlives the page. */
export function keptAtom<Value>(key: string, check: (stored: unknown) => Value | undefined, otherwise: Value) {
  const base = atom(kept(key, check, otherwise))
  return atom(
    (get) => get(base),
    (_get, set, value: Value) => {
      set(base, value)
      keep(key, value)
    },
  )
}
