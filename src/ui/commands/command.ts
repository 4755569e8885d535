import type { Screen } from '../state/atoms'

/** One thing that a person can do. Palette, keys, menu and tooltips all come from these. */
export interface Command {
  /** Menu items of the desktop shell use the same ids. */
  readonly id: string
  readonly title: string
  /** Head in the palette and in the list of keys. */
  readonly group:
    | 'Statement'
    | 'Connection'
    | 'View'
    | 'Plan'
    | 'Compare'
    | 'Slow queries'
    | 'Tabs'
    | 'Go to'
    | 'Work'
    | 'Help'
  /** `Mod+Shift+Enter`; Mod is Ctrl, or ⌘ on a Mac. Several ways are several entries. */
  readonly keys?: readonly string[]
  /** Its keys mean it on this screen only, before any other command that has them. */
  readonly onlyOn?: Screen
  /** Why it cannot run now; undefined when it can. */
  blockedBecause?(): string | undefined
  run(): void
}
