// Protects the keys: every press is spelled one way, bare keys stay out of texts, and no two commands share a key.
import { describe, expect, test } from 'vitest'
import { isBare, type KeyPress, spelled } from '../../src/ui/commands/shortcuts'

const press = (key: string, code: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
})

describe('a press is spelled as commands spell it', () => {
  test.each([
    ['Ctrl+Enter', press('Enter', 'Enter', { ctrlKey: true }), false, 'Mod+Enter'],
    ['⌘+Enter on a Mac', press('Enter', 'Enter', { metaKey: true }), true, 'Mod+Enter'],
    ['Ctrl+Enter on a Mac is not ⌘', press('Enter', 'Enter', { ctrlKey: true }), true, 'Enter'],
    ['Ctrl+Shift+Enter', press('Enter', 'Enter', { ctrlKey: true, shiftKey: true }), false, 'Mod+Shift+Enter'],
    ['Ctrl+K', press('k', 'KeyK', { ctrlKey: true }), false, 'Mod+K'],
    ['? with its shift', press('?', 'Slash', { shiftKey: true }), false, '?'],
    ['Alt+1 where it writes ¡', press('¡', 'Digit1', { altKey: true }), true, 'Alt+1'],
    ['Shift+F6', press('F6', 'F6', { shiftKey: true }), false, 'Shift+F6'],
  ])('%s', (_name, given, mac, keys) => expect(spelled(given, mac)).toBe(keys))
})

test.each([
  ['?', true],
  ['e', true],
  ['Escape', true],
  ['F6', false],
  ['Shift+F6', false],
  ['Mod+K', false],
  ['Alt+1', false],
])('%s without a modifier: %s', (keys, bare) => expect(isBare(keys)).toBe(bare))
