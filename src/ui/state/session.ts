import { atom } from 'jotai'
import type { ConnectionProfile } from '../../core/connection/model'
import type { ConsentCard, Fault } from '../../core/errors'
import type { SampleSummary } from '../../core/samples/model'
import { type Theme, themes } from './atoms'
import { keptAtom } from './keep'

/** State of the frame; what belongs to one plan stands in atoms.ts. */

/** Which window is above the page. */
export type OpenDialog =
  | { readonly kind: 'none' }
  | { readonly kind: 'connect'; readonly profile?: ConnectionProfile; readonly because?: string }
  | { readonly kind: 'palette'; readonly find: 'commands' | 'connections' }
  | { readonly kind: 'keys' }
  | { readonly kind: 'settings' }
  | { readonly kind: 'consent'; readonly card: ConsentCard; readonly production: boolean; readonly send: () => void }
  | { readonly kind: 'stop-production'; readonly stop: () => void }
export const dialogAtom = atom<OpenDialog>({ kind: 'none' })

/** Work that runs now, for the status bar. */
export interface Activity {
  readonly text: string
  readonly startedAt: number
  readonly fraction?: number | undefined
  readonly stop: () => void
}
export const activityAtom = atom<Activity | undefined>(undefined)

/** The last thing that happened, in one line for the status bar. */
export interface Happened {
  readonly text: string
  readonly good: boolean
}
export const happenedAtom = atom<Happened | undefined>(undefined)

/** Something that went wrong outside of a run, and what to do. */
export interface Notice {
  readonly fault: Fault
  readonly retry?: { readonly title: string; readonly run: () => void }
}
export const noticeAtom = atom<Notice | undefined>(undefined)

/** Something was removed and can come back. */
export const undoAtom = atom<{ readonly text: string; readonly undo: () => void } | undefined>(undefined)

export const profilesAtom = atom<readonly ConnectionProfile[]>([])
export const samplesAtom = atom<readonly SampleSummary[] | undefined>(undefined)
/** Absent until the service has answered. */
export const secretsAtom = atom<'keychain' | 'memory'>('memory')
export const versionAtom = atom<string | undefined>(undefined)

export const lowerTabs = [
  'index-use',
  'advice',
  'values',
  'rows',
  'findings',
  'statistics',
  'notes',
  'counters',
  'why',
  'warnings',
  'sent',
] as const
export type LowerTab = (typeof lowerTabs)[number]
export const lowerTabAtom = atom<LowerTab>('index-use')
/** Narrow windows have the plan as one more tab. */
export const narrowTabAtom = atom<'plan' | LowerTab>('plan')

export const keptThemeAtom = keptAtom<Theme>('theme', (stored) => themes.find((theme) => theme === stored), 'system')
