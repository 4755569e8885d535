import { atom } from 'jotai'
import type { HeldDigest } from '../../core/digest/view/model'
import type { Fault } from '../../core/errors'
import { formatBytes, formatCount } from '../../core/figures'
import type { DigestProgress, LogSource } from '../../service/api'
import { tellFault } from '../state/actions/notices'
import { beginWork } from '../state/actions/work'
import { screenAtom } from '../state/atoms'
import { attempt } from '../state/service'
import { store } from '../state/store'
import type { Look } from './look'
import { showSlowTab, slowTabsAtom } from './tabs'

/** Where a log comes from, as the page has it: files are sent to the service while it reads them. */
export type Given = Exclude<LogSource, { kind: 'upload' }> | { readonly kind: 'file'; readonly file: File }

/** A log that is being read. */
export interface Reading {
  readonly name: string
  readonly startedAt: number
  readonly progress?: DigestProgress
  readonly stop: () => void
}
export const readingAtom = atom<Reading | undefined>(undefined)

/** What each open digest was made of, so that it can be read once more. */
const givenOf = new Map<string, readonly Given[]>()
store.sub(slowTabsAtom, () => {
  const open = new Set(store.get(openLogsAtom).map(({ digestId }) => digestId))
  for (const digestId of givenOf.keys()) if (!open.has(digestId)) givenOf.delete(digestId)
})

/** The logs that are open in tabs of their own. */
export const openLogsAtom = atom((get) => get(slowTabsAtom).flatMap((tab) => (tab.kind === 'log' ? [tab.held] : [])))

/**
 * Reads logs into one digest and shows it in a tab. Nothing stays of one that is stopped.
 * @returns undefined when it was stopped or failed; the fault has been told then
 */
export async function openGiven(given: readonly Given[], name?: string): Promise<HeldDigest | undefined> {
  if (given.length === 0) return undefined
  store.set(screenAtom, 'slow')
  const title = name ?? nameOf(given)
  const work = beginWork(`Reading ${title}`)
  const startedAt = Date.now()
  // The button stops it as the key does.
  const controller = new AbortController()
  const stop = () => controller.abort()
  work.signal.addEventListener('abort', stop, { once: true })
  store.set(readingAtom, { name: title, startedAt, stop })
  const outcome = await readGiven(given, { name: title }, controller.signal, (progress) => {
    store.set(readingAtom, { name: title, startedAt, progress, stop })
    work.onEvent({ ...progress, text: progressWords(progress) })
  })
  work.end()
  store.set(readingAtom, (now) => (now?.startedAt === startedAt ? undefined : now))
  if (!outcome.ok) {
    tellFault(outcome.fault, { title: 'Try again', run: () => void openGiven(given, name) })
    return undefined
  }
  const held = outcome.reply
  givenOf.set(held.digestId, given)
  showSlowTab({ kind: 'log', id: held.digestId, name: held.name, held })
  return held
}

/** `812 MiB of 1.94 GiB, 270 MiB/s, 2,100,412 entries` */
export function progressWords({ text, readBytes, totalBytes, events, ms }: DigestProgress): string {
  if (readBytes === undefined) return text
  const of = totalBytes === undefined ? '' : ` of ${formatBytes(totalBytes)}`
  const speed = ms !== undefined && ms > 0 ? `, ${formatBytes((readBytes / ms) * 1000)}/s` : ''
  const entries = events === undefined ? '' : `, ${formatCount(events)} entries`
  return `${text}: ${formatBytes(readBytes)}${of}${speed}${entries}`
}

/** Files that the page sent can be sent again; all else is for the service to say. */
export function canReadAgain({ digestId, canReadAgain: serviceCan }: HeldDigest): boolean {
  return serviceCan || fromFiles(digestId)
}

function fromFiles(digestId: string): boolean {
  const given = givenOf.get(digestId) ?? []
  return given.some(({ kind }) => kind === 'file') && given.every(({ kind }) => kind !== 'server')
}

type Outcome = { readonly ok: true; readonly reply: HeldDigest } | { readonly ok: false; readonly fault: Fault }

/** The same sources with a look's filter; files are sent once more. */
export function readAgain(
  digestId: string,
  look: Look,
  signal: AbortSignal,
  onEvent: (progress: DigestProgress) => void,
): Promise<Outcome> {
  const only = {
    filter: look.filter,
    ...(look.from !== undefined && { from: look.from }),
    ...(look.to !== undefined && { to: look.to }),
  }
  return fromFiles(digestId)
    ? readGiven(givenOf.get(digestId) ?? [], only, signal, onEvent)
    : attempt('digest.again', { digestId, ...only }, { signal, onEvent })
}

interface ReadWhat {
  readonly name?: string
  readonly filter?: string
  readonly from?: string
  readonly to?: string
}

async function readGiven(
  given: readonly Given[],
  what: ReadWhat,
  signal: AbortSignal,
  onEvent: (progress: DigestProgress) => void,
): Promise<Outcome> {
  // What ends sending must end reading too, and the other way round.
  const both = new AbortController()
  const end = () => both.abort()
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  const uploads: { readonly id: string; readonly file: File }[] = []
  const sources = given.map((each): LogSource => {
    if (each.kind !== 'file') return each
    const id = crypto.randomUUID()
    uploads.push({ id, file: each.file })
    return { kind: 'upload', id, name: each.file.name }
  })
  const sent = send(uploads, both.signal).catch((thrown: unknown) => {
    if (both.signal.aborted) return undefined
    end()
    return { code: 'file-unreadable', message: `A file could not be sent: ${wordsOf(thrown)}` } satisfies Fault
  })
  const outcome = await attempt('digest.open', { ...what, sources }, { signal: both.signal, onEvent })
  signal.removeEventListener('abort', end)
  if (outcome.ok) return outcome
  end()
  const fault = await sent
  return signal.aborted || !fault ? outcome : { ok: false, fault }
}

/** Sends one file after the other, each when the service reads it. */
async function send(
  uploads: readonly { readonly id: string; readonly file: File }[],
  signal: AbortSignal,
): Promise<undefined> {
  for (const { id, file } of uploads) {
    const response = await fetch(`/upload/${id}`, { method: 'POST', body: file, signal })
    if (!response.ok) throw new Error(`${file.name}: ${response.status} ${await response.text()}`)
  }
  return undefined
}

function wordsOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

function nameOf(given: readonly Given[]): string {
  const [first] = given
  if (first === undefined) return 'log'
  const name =
    first.kind === 'file'
      ? first.file.name
      : first.kind === 'path'
        ? (first.path
            .split(/[/\\]/)
            .filter((piece) => piece !== '')
            .at(-1) ?? first.path)
        : first.kind === 'server'
          ? first.of
          : first.name
  return given.length === 1 ? name : `${name} and ${formatCount(given.length - 1)} more`
}
