import { randomUUID } from 'node:crypto'
import type { ConnectionTarget } from '../core/connection/model'
import { connectionText } from '../core/connection/url'
import { fault } from '../core/errors'
import type { Credentials, Session } from '../engines/engine'
import { engineFor, withClientFiles } from '../engines/index'
import type { OpenConnection, Progress } from './api'
import type { Sandboxes } from './sandboxes'
import { mayHoldScratch } from './scratch/consent'

/** How a connection was asked for; kept so that it can be opened again when the server went away. */
export interface ConnectionOrder {
  readonly target: ConnectionTarget
  readonly name?: string | undefined
  readonly password?: string | undefined
  readonly cautions?: readonly string[] | undefined
}

interface Connected {
  readonly session: Session
  /** The order's own, and those of the client files that were used. */
  readonly cautions: readonly string[]
}

interface Entry {
  readonly id: string
  readonly order: ConnectionOrder
  /** Absent after the server went away; the next task connects again. */
  session: Promise<Session> | undefined
  /** The database chosen last; chosen again after a reconnect. */
  database: string | undefined
}

/**
 * Open connections by id. Sessions order their own tasks. A session whose server went away is opened again by the
 * next task; the task that met the loss fails with `lost-connection`.
 */
export class Connections {
  /** Called with the id of each connection that was opened. */
  onOpened: (id: string) => void = () => undefined
  readonly #entries = new Map<string, Entry>()
  readonly #sandboxes: Sandboxes

  constructor(sandboxes: Sandboxes) {
    this.#sandboxes = sandboxes
  }

  /** Connects and keeps the session. */
  async open(
    order: ConnectionOrder,
    signal: AbortSignal,
    progress: (event: Progress) => void,
  ): Promise<OpenConnection> {
    const { session, cautions } = await this.#connect(order, signal, progress)
    const entry: Entry = {
      id: randomUUID(),
      order: { ...order, cautions },
      session: undefined,
      database: session.database,
    }
    this.#keep(entry, Promise.resolve(session))
    this.#entries.set(entry.id, entry)
    this.onOpened(entry.id)
    return describe(entry, session)
  }

  /** Connects, tells what is there, and closes again. */
  async test(
    order: ConnectionOrder,
    signal: AbortSignal,
    progress: (event: Progress) => void,
  ): Promise<OpenConnection> {
    const { session, cautions } = await this.#connect(order, signal, progress)
    try {
      return describe({ id: 'test', order: { ...order, cautions } }, session)
    } finally {
      await session.close()
    }
  }

  /** Runs `task` on the connection's session, connecting again first if the server had gone. */
  async withSession<Result>(
    id: string,
    signal: AbortSignal,
    task: (session: Session, order: ConnectionOrder) => Promise<Result>,
  ): Promise<Result> {
    const entry = this.#entry(id)
    const session = await (entry.session ?? this.#keep(entry, this.#reconnect(entry, signal)))
    return task(session, entry.order)
  }

  /**
   * A session of its own on the same server and database, for work that nothing else may disturb; `close` ends it. The
   * embedded server takes one session only: there it is the connection's own, and `close` leaves it open.
   * @param onCopies the session runs statements on copies of ours only, which a production connection may allow
   */
  async openBeside(
    id: string,
    signal: AbortSignal,
    onCopies = false,
  ): Promise<{ readonly session: Session; close(): Promise<void> }> {
    const entry = this.#entry(id)
    if (entry.order.target.via === 'pglite') {
      return this.withSession(id, signal, async (session) => ({ session, close: () => Promise.resolve() }))
    }
    const { target } = entry.order
    const order =
      onCopies && mayHoldScratch(target) ? { ...entry.order, target: { ...target, production: false } } : entry.order
    const session = await this.#reconnect({ ...entry, order }, signal)
    return { session, close: () => session.close() }
  }

  /** How the connection was asked for. */
  orderOf(id: string): ConnectionOrder {
    return this.#entry(id).order
  }

  /** Makes `database` the current one. */
  async use(id: string, database: string, signal: AbortSignal): Promise<OpenConnection> {
    const entry = this.#entry(id)
    return this.withSession(id, signal, async (session) => {
      await session.use(database, signal)
      entry.database = database
      return describe(entry, session)
    })
  }

  /** Name for lists and history. */
  nameOf(id: string): string {
    const entry = this.#entries.get(id)
    return entry ? nameOf(entry.order) : ''
  }

  async close(id: string): Promise<void> {
    const entry = this.#entries.get(id)
    this.#entries.delete(id)
    await (await entry?.session)?.close()
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#entries.keys()].map((id) => this.close(id)))
  }

  #entry(id: string): Entry {
    const entry = this.#entries.get(id)
    if (!entry) throw fault('unknown-connection', 'This connection is closed.', { hint: 'Open it again.' })
    return entry
  }

  /** Makes `connecting` the entry's session until it fails or its server goes away. */
  #keep(entry: Entry, connecting: Promise<Session>): Promise<Session> {
    entry.session = connecting
    const forget = () => {
      if (entry.session === connecting) entry.session = undefined
    }
    connecting.then((session) => session.closed.then(forget), forget)
    return connecting
  }

  async #reconnect(entry: Pick<Entry, 'order' | 'database'>, signal: AbortSignal): Promise<Session> {
    const { session } = await this.#connect(entry.order, signal, () => undefined)
    if (entry.database && entry.database !== session.database) await session.use(entry.database, signal)
    return session
  }

  async #connect(order: ConnectionOrder, signal: AbortSignal, progress: (event: Progress) => void): Promise<Connected> {
    let { target } = order
    let credentials: Credentials = { password: order.password }
    let cautions: readonly string[] = order.cautions ?? []
    if (target.via === 'sandbox') {
      const sandbox = await this.#sandboxes.get(target, signal, progress)
      target = sandbox.target
      credentials = { password: sandbox.password }
    } else {
      const filled = await withClientFiles(target, credentials)
      target = filled.target
      credentials = filled.credentials
      cautions = [...cautions, ...filled.cautions]
    }
    progress({ text: `Connecting to ${connectionText(target)}` })
    return { session: await engineFor(target).connect(target, credentials, signal), cautions }
  }
}

function nameOf(order: ConnectionOrder): string {
  return order.name ?? connectionText(order.target)
}

function describe(entry: Pick<Entry, 'id' | 'order'>, session: Session): OpenConnection {
  const fence = session.capabilities.find((capability) => capability.name === 'read-only-fence')
  return {
    connectionId: entry.id,
    name: nameOf(entry.order),
    engine: session.identity,
    capabilities: session.capabilities,
    ...(session.database !== undefined && { database: session.database }),
    production: entry.order.target.production ?? false,
    readOnly: fence?.available ?? true,
    cautions: entry.order.cautions ?? [],
  }
}
