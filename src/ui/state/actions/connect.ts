import type { ConnectionProfile, ConnectionTarget } from '../../../core/connection/model'
import type { Fault } from '../../../core/errors'
import type { OpenConnection } from '../../../service/api'
import { desktopBridge } from '../../desktop-bridge'
import { connectionAtom, lostConnectionAtom, resultAtom } from '../atoms'
import { attempt } from '../service'
import { dialogAtom, happenedAtom, profilesAtom, undoAtom } from '../session'
import { store } from '../store'
import { continueAfterConnecting } from './explain'
import { tellFault } from './notices'
import { beginWork } from './work'

/** What the connection dialog hands over. The password stays in memory and, if wanted, in the keychain. */
export interface ConnectionForm {
  readonly target: ConnectionTarget
  readonly name: string
  readonly password: string | undefined
  readonly keep: 'no' | 'without-password' | 'with-password'
  readonly profileId: string | undefined
}

/** How the open connection was opened, so that it can be opened again. */
let lastOpened:
  | { target: ConnectionTarget; name: string; password?: string | undefined; profileId?: string }
  | undefined

export type Tried =
  | { readonly ok: true; readonly connection: OpenConnection }
  | { readonly ok: false; readonly fault: Fault }

/** Connects, reads version and capabilities, closes again. */
export async function testConnection(form: ConnectionForm, signal: AbortSignal): Promise<Tried> {
  const outcome = await attempt('connections.test', { target: form.target, ...password(form.password) }, { signal })
  return outcome.ok ? { ok: true, connection: outcome.reply } : outcome
}

function password(value: string | undefined): { password?: string } {
  return value === undefined || value === '' ? {} : { password: value }
}

/** Saves what the person wants to keep, then opens. */
export async function saveAndOpen(form: ConnectionForm): Promise<Tried> {
  let profileId = form.profileId
  if (form.keep !== 'no') {
    const saved = await attempt('connections.save', {
      ...(profileId === undefined ? {} : { id: profileId }),
      name: form.name,
      target: form.target,
    })
    if (!saved.ok) return saved
    profileId = saved.reply.id
    const secrets = desktopBridge()?.secrets
    if (form.keep === 'with-password' && form.password) await secrets?.set(profileId, form.password)
    else await secrets?.remove(profileId)
    void refreshProfiles()
  }
  return open({ target: form.target, name: form.name, password: form.password, ...(profileId ? { profileId } : {}) })
}

async function open(order: NonNullable<typeof lastOpened>): Promise<Tried> {
  const work = beginWork(`Connecting to ${order.name}`)
  const outcome = await attempt(
    'connections.open',
    {
      target: order.target,
      name: order.name,
      ...password(order.password),
      ...(order.profileId ? { profileId: order.profileId } : {}),
    },
    { signal: work.signal, onEvent: work.onEvent },
  )
  work.end()
  if (!outcome.ok) return outcome
  lastOpened = order
  await adoptConnection(outcome.reply)
  continueAfterConnecting()
  return { ok: true, connection: outcome.reply }
}

/** Makes an open connection the one of the screen; the one before is closed. */
export async function adoptConnection(connection: OpenConnection): Promise<void> {
  const before = store.get(connectionAtom)
  store.set(connectionAtom, connection)
  store.set(lostConnectionAtom, undefined)
  store.set(happenedAtom, { text: `Connected to ${connection.name}`, good: true })
  if (before && before.connectionId !== connection.connectionId)
    await attempt('connections.close', { connectionId: before.connectionId })
}

/** Samples open their own server; remember how to open it again. */
export function rememberOpened(target: ConnectionTarget, name: string): void {
  lastOpened = { target, name }
}

/** Opens a saved connection with its kept password; without one the dialog asks. */
export async function openProfile(profile: ConnectionProfile): Promise<void> {
  const kept = await desktopBridge()?.secrets.get(profile.id)
  const outcome = await open({ target: profile.target, name: profile.name, password: kept, profileId: profile.id })
  if (outcome.ok) return
  if (outcome.fault.code === 'access-denied') {
    store.set(dialogAtom, { kind: 'connect', profile, because: 'The server wants a password.' })
    return
  }
  tellFault(outcome.fault, { title: 'Change the connection', run: () => editProfile(profile) })
}

export function editProfile(profile: ConnectionProfile): void {
  store.set(dialogAtom, { kind: 'connect', profile })
}

/** Opens the embedded PostgreSQL. */
export async function openEmbedded(): Promise<void> {
  const outcome = await open({ target: { via: 'pglite' }, name: 'Embedded PostgreSQL' })
  if (!outcome.ok) tellFault(outcome.fault, { title: 'Try again', run: () => void openEmbedded() })
}

/** Opens again what was open when the server went away. */
export async function reconnect(): Promise<void> {
  if (!lastOpened) {
    store.set(dialogAtom, { kind: 'connect' })
    return
  }
  const outcome = await open(lastOpened)
  if (!outcome.ok) store.set(lostConnectionAtom, outcome.fault.server?.message ?? outcome.fault.message)
  else if (store.get(resultAtom).state === 'refused') store.set(resultAtom, { state: 'empty' })
}

/** The database that a PostgreSQL connection is to; undefined where only the server knows. */
export function postgresDatabase(): string | undefined {
  const target = lastOpened?.target
  if (target?.via !== 'network' || target.product !== 'postgres') return undefined
  // As libpq has it, and the server.
  return target.database ?? target.user
}

/** Opens what is open once more, to another database: PostgreSQL has one for each connection. False with a notice else. */
export async function openOtherDatabase(database: string): Promise<boolean> {
  const order = lastOpened
  if (order?.target.via !== 'network') return false
  const { profileId: _saved, ...other } = order
  const outcome = await open({ ...other, name: `${database} at ${order.name}`, target: { ...order.target, database } })
  if (!outcome.ok) tellFault(outcome.fault)
  return outcome.ok
}

/** Closes the connection; texts and results stay. */
export async function disconnect(): Promise<void> {
  const connection = store.get(connectionAtom)
  if (!connection) return
  store.set(connectionAtom, undefined)
  store.set(lostConnectionAtom, undefined)
  store.set(happenedAtom, { text: `Closed ${connection.name}`, good: true })
  await attempt('connections.close', { connectionId: connection.connectionId })
}

/** Makes `database` the one that unqualified names mean. */
export async function chooseDatabase(database: string): Promise<void> {
  const connection = store.get(connectionAtom)
  if (!connection || connection.database === database) return
  const outcome = await attempt('connections.use', { connectionId: connection.connectionId, database })
  if (outcome.ok) store.set(connectionAtom, outcome.reply)
  else tellFault(outcome.fault)
}

export async function refreshProfiles(): Promise<void> {
  const outcome = await attempt('connections.list', {})
  if (outcome.ok) store.set(profilesAtom, outcome.reply)
}

/** As long as this a forgotten connection can come back; its password leaves the keychain afterwards. */
const undoMs = 8000

/** Forgets a saved connection and its password. */
export async function removeProfile(profile: ConnectionProfile): Promise<void> {
  const outcome = await attempt('connections.remove', { id: profile.id })
  if (!outcome.ok) return tellFault(outcome.fault)
  const timer = window.setTimeout(() => void desktopBridge()?.secrets.remove(profile.id), undoMs)
  store.set(undoAtom, {
    text: `Forgot ${profile.name}.`,
    undo: () => {
      window.clearTimeout(timer)
      void attempt('connections.save', { id: profile.id, name: profile.name, target: profile.target }).then(
        refreshProfiles,
      )
    },
  })
  await refreshProfiles()
}
