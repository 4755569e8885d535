import { randomBytes } from 'node:crypto'
import type { AddedIndex } from '../../core/advisor/trial/index-changes'
import { trialIndexName } from '../../core/advisor/trial/trial-name'
import { quoteName, quoteText } from '../../core/dialects/mysql-family'
import { fault, faultOf, SargableError } from '../../core/errors'
import { stampOf } from '../../core/scratch/name'
import type { Session } from '../../engines/engine'
import type { OpenSession } from '../experiment/bench'
import type { ScratchLedger } from '../scratch/ledger'
import { serverDigits } from '../scratch/make-scratch'
import { mysqlScratch } from '../scratch/mysql'
import { Opened } from '../scratch/opened'

/** An index of ours on a real table. */
export interface TrialIndex {
  readonly schema: string
  readonly table: string
  readonly name: string
}

export interface TrialIndexRequest {
  readonly added: readonly AddedIndex[]
  /** What unqualified names of tables mean. */
  readonly home: string
  readonly lockTimeoutMs: number
}

/** Readers of the table keep its definition for the time of their transactions; the drop waits for them. */
const dropTries = 20
const lostTries = 3

/** Invisible indexes on real tables of MySQL 8 and later, for as long as a proof takes. */
export class TrialIndexes {
  readonly #opened: Opened
  readonly #ledger: ScratchLedger
  readonly #indexes: readonly TrialIndex[]

  private constructor(opened: Opened, ledger: ScratchLedger, indexes: readonly TrialIndex[]) {
    this.#opened = opened
    this.#ledger = ledger
    this.#indexes = indexes
  }

  /** In the order of what was asked for. */
  get names(): readonly string[] {
    return this.#indexes.map(({ name }) => name)
  }

  /**
   * Writes each down, takes the lock that says that its owner lives, and builds it: invisible, so that nobody else's
   * plans change, and without locking out readers or writers. What was built before a failure is removed again.
   * @throws SargableError `lock-wait`, `missing-privilege`, `timed-out`, `cancelled`, what the server refuses
   */
  static async build(
    open: (signal: AbortSignal) => Promise<OpenSession>,
    request: TrialIndexRequest,
    ledger: ScratchLedger,
    signal: AbortSignal,
  ): Promise<TrialIndexes> {
    const opened = new Opened(open)
    let made: TrialIndexes | undefined
    try {
      const session = await opened.session(signal)
      const server = serverDigits(await mysqlScratch.serverMark(session, signal))
      const named = request.added.map((added) => ({
        added,
        index: {
          schema: added.schema ?? request.home,
          table: added.table,
          name: trialIndexName({
            madeAt: stampOf(new Date().toISOString()),
            owner: ledger.owner,
            server,
            random: randomBytes(3).toString('hex'),
          }),
        },
      }))
      const seconds = Math.max(1, Math.ceil(request.lockTimeoutMs / 1000))
      opened.prepare = async (fresh, its) => {
        await fresh.execute(`SET SESSION wait_timeout = ${idleLimitSeconds}, lock_wait_timeout = ${seconds}`, its)
        for (const { index } of named) await mysqlScratch.lock(fresh, index.name, its)
      }
      await opened.prepare(session, signal)
      made = new TrialIndexes(
        opened,
        ledger,
        named.map(({ index }) => index),
      )
      for (const { index } of named) {
        const madeAt = new Date().toISOString()
        const problem = ledger.add({ schema: index.name, madeAt, server: session.identity.versionText, logged: true })
        if (problem !== undefined) {
          throw fault('store-failed', `Nothing is built on a real table unless it can be written down: ${problem}`)
        }
      }
      for (const sql of buildTexts(named)) await session.execute(sql, signal)
      return made
    } catch (thrown) {
      const left = made === undefined ? [] : await made.remove()
      if (made === undefined) await opened.close()
      throw withHints(thrown, left)
    }
  }

  /**
   * Drops them all and closes the connection. Never throws.
   * @returns what could not be removed, in words
   */
  async remove(): Promise<readonly string[]> {
    const left: string[] = []
    for (const index of this.#indexes) left.push(...(await this.#removeOne(index)))
    await this.#opened.close()
    return left
  }

  async #removeOne(index: TrialIndex): Promise<readonly string[]> {
    const { signal } = new AbortController()
    for (let at = 1; ; at++) {
      try {
        const session = await this.#opened.session(signal)
        await dropTrialIndex(session, index, signal)
        this.#ledger.forget(index.name)
        await mysqlScratch.unlock(session, index.name, signal)
        return []
      } catch (thrown) {
        const { code, message } = faultOf(thrown)
        const tries = code === 'lock-wait' ? dropTries : code === 'lost-connection' ? lostTries : 1
        if (code === 'lost-connection') await this.#opened.close()
        if (at < tries) continue
        this.#ledger.abandon(index.name)
        return [
          `The invisible index ${index.name} of ${index.table} is still there: ${message} It is removed when this server is connected next.`,
        ]
      }
    }
  }
}

/** A proof may take longer than the server lets a session idle; its lock must not be lost to that. */
const idleLimitSeconds = 24 * 3600

/** One ALTER for each table, in the order of their first index. */
function buildTexts(named: readonly { readonly added: AddedIndex; readonly index: TrialIndex }[]): readonly string[] {
  const tables = new Map<string, string[]>()
  for (const { added, index } of named) {
    const table = `${quoteName(index.schema)}.${quoteName(index.table)}`
    tables.set(table, [
      ...(tables.get(table) ?? []),
      `ADD INDEX ${quoteName(index.name)} ${added.definition} INVISIBLE`,
    ])
  }
  return [...tables].map(([table, parts]) => `ALTER TABLE ${table} ${parts.join(', ')}, ${online}`)
}

/** Refused by the server rather than done with the table locked. */
const online = 'ALGORITHM=INPLACE, LOCK=NONE'

/** Drops an index of ours where it is; that it is invisible and bears our name was looked up. */
export async function dropTrialIndex(
  session: Session,
  { schema, table, name }: TrialIndex,
  signal: AbortSignal,
): Promise<void> {
  const { rows } = await session.execute(
    `SELECT 1 FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = ${quoteText(schema)} AND TABLE_NAME = ${quoteText(table)} AND INDEX_NAME = ${quoteText(name)} AND IS_VISIBLE = 'NO' LIMIT 1`,
    signal,
  )
  if (rows.length === 0) return
  await session.execute(
    `ALTER TABLE ${quoteName(schema)}.${quoteName(table)} DROP INDEX ${quoteName(name)}, ${online}`,
    signal,
  )
}

function withHints(thrown: unknown, left: readonly string[]): unknown {
  if (!(thrown instanceof SargableError)) return thrown
  const { code, hint } = thrown.fault
  const own =
    code === 'lock-wait'
      ? 'Another session holds the table; nothing was built. Try again when its transaction has ended.'
      : code === 'missing-privilege'
        ? 'Ask for GRANT INDEX on the table (with ALTER on older servers), or prove it on copies.'
        : code === 'timed-out'
          ? 'Building took longer than a statement may; raise the statement time limit of the connection, or prove it on copies.'
          : hint
  return new SargableError({ ...thrown.fault, hint: [own, ...left].filter((words) => words !== undefined).join(' ') })
}
