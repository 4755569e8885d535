/** The parts of a keyboard event that a shortcut looks at. */
export interface KeyPress {
  readonly key: string
  /** The key's place, where the character depends on modifiers (Alt+1 on a Mac writes ¡). */
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

/** A key press as commands spell it: `Mod+Shift+Enter`, `?`, `Alt+1`. */
export function spelled(press: KeyPress, mac: boolean): string {
  const mod = mac ? press.metaKey : press.ctrlKey
  const digit = /^Digit(\d)$/.exec(press.code)?.[1]
  const letter = /^Key([A-Z])$/.exec(press.code)?.[1]
  const modified = mod || press.altKey
  const name = modified ? (digit ?? letter ?? press.key) : press.key
  const single = name.length === 1
  return [
    mod ? 'Mod' : '',
    press.altKey ? 'Alt' : '',
    // A bare character carries its shift in itself: `?`, not `Shift+?`.
    press.shiftKey && (!single || modified) ? 'Shift' : '',
    single && modified ? name.toUpperCase() : name,
  ]
    .filter(Boolean)
    .join('+')
}

/** Keys without a modifier must not fire while somebody writes. */
export function isBare(keys: string): boolean {
  return !keys.includes('Mod') && !keys.includes('Alt') && !/^(Shift\+)?F\d+$/.test(keys)
}
