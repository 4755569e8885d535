/** True where the command key is ⌘. */
export const onMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)

/** A shortcut in the words of this keyboard: `Mod+Shift+Enter` → `Ctrl Shift ↵` or `⌘ ⇧ ↵`. */
export function keysInWords(keys: string, mac: boolean): string {
  const words: Record<string, string> = {
    Mod: mac ? '⌘' : 'Ctrl',
    Shift: mac ? '⇧' : 'Shift',
    Alt: mac ? '⌥' : 'Alt',
    Enter: '↵',
    Escape: 'Esc',
  }
  return keys
    .split('+')
    .map((key) => words[key] ?? key)
    .join(' ')
}

/** A shortcut drawn as a key cap. */
export function Keys({ keys }: { readonly keys: string }) {
  return <kbd className="kbd">{keysInWords(keys, onMac)}</kbd>
}
