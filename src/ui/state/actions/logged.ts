import type { LogFigures } from '../../../core/digest/log-figures'
import { type Dialect, dialectOf, engineTitle } from '../../../core/engine'
import { formatBytes } from '../../../core/figures'
import { loggedParameters } from '../../../core/paste/parameters'
import { connectionAtom, screenAtom } from '../atoms'
import { activeBufferAtom, buffersAtom, type FromLog } from '../buffers'
import { attempt } from '../service'
import { noticeAtom } from '../session'
import { nameOf } from '../statement-name'
import { store } from '../store'
import { chooseDatabase, openOtherDatabase, postgresDatabase } from './connect'
import { explain } from './explain'
import { openTab, turnIntoLogged } from './tabs'

/** A call that a log tells of, on its way to Analyze. */
export interface LoggedCall {
  readonly sql: string
  /** The statement's length in bytes, where `sql` is only its beginning. */
  readonly sqlBytes?: number | undefined
  readonly dialect: Dialect
  readonly figures: LogFigures
  /** Values of its placeholders, as PostgreSQL logs them. */
  readonly parameters?: string | undefined
}

interface LoggedOptions {
  /** The SELECT that finds its rows, not the statement itself. */
  readonly asSelect?: boolean
  /** The tab that holds the entry; without it, one is opened. */
  readonly tabId?: string
}

/**
 * Brings a logged call to Analyze: its statement in a tab with what the log says of it, its database chosen, and its
 * plan asked for without running it. What cannot be sent here is opened as text, and a note says why.
 */
export async function analyzeLogged(call: LoggedCall, options: LoggedOptions = {}): Promise<void> {
  const whole = call.sql.trim().replace(/\s*;$/, '')
  const form = await formOf({ ...call, sql: whole }, options.asSelect ?? false)
  const held = await heldBack(call, options)
  const fromLog: FromLog = {
    figures: call.figures,
    sql: form.sql,
    notes: form.notes,
    ...(held !== undefined && { held }),
  }
  if (call.parameters !== undefined) {
    const { rememberLogged } = await import('../../editor/asked-values')
    rememberLogged(form.sql, loggedParameters(call.parameters), call.dialect)
  }
  const bufferId = show(form.sql, fromLog, options.tabId)
  if (held === undefined) await explain({ bufferId, text: form.sql, start: 0 }, { measure: false })
}

/** Puts the statement into its tab, in front. */
function show(sql: string, fromLog: FromLog, tabId: string | undefined): string {
  const isThere = store.get(buffersAtom).list.some(({ id }) => id === tabId)
  if (tabId === undefined || !isThere) {
    openTab(sql, nameOf(sql), 'sql', fromLog)
    return store.get(activeBufferAtom).id
  }
  turnIntoLogged(tabId, sql, nameOf(sql), fromLog)
  store.set(screenAtom, 'analyze')
  return tabId
}

/** The statement as it is, or its SELECT: where that is wanted, and on production servers, which explain only reading. */
async function formOf({ sql, sqlBytes, dialect }: LoggedCall, asSelect: boolean) {
  const isProduction = store.get(connectionAtom)?.production ?? false
  const verb = /^[\s(]*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? ''
  if (sqlBytes !== undefined || !changing.has(verb) || !(asSelect || isProduction)) return { sql, notes: [] }
  const outcome = await attempt('sql.selectForm', { text: sql, dialect })
  if (!outcome.ok) return { sql, notes: [outcome.fault.message] }
  const { sql: found, notes } = outcome.reply
  if (found === undefined) return { sql, notes }
  const why = isProduction && !asSelect ? ', as this production connection explains reading statements only' : ''
  return {
    sql: found,
    notes: [`The log has ${article(verb)} \`${verb}\`: this is the SELECT that finds its rows${why}.`, ...notes],
  }
}

const changing: ReadonlySet<string> = new Set(['UPDATE', 'DELETE', 'INSERT', 'REPLACE', 'WITH'])

function article(verb: string): string {
  return /^[AEIOU]/.test(verb) ? 'an' : 'a'
}

/** Why a call is not sent; undefined when nothing speaks against it, and its database is chosen then. */
async function heldBack(call: LoggedCall, options: LoggedOptions): Promise<string | undefined> {
  const { sqlBytes, dialect, figures, sql } = call
  if (sqlBytes !== undefined) {
    const kept = formatBytes(new TextEncoder().encode(sql).length)
    return `Not sent: only the first ${kept} of its ${formatBytes(sqlBytes)} are kept of this statement.`
  }
  const connection = store.get(connectionAtom)
  const family = dialect === 'postgres' ? 'PostgreSQL' : 'MySQL or MariaDB'
  if (!connection) return `Not sent: nothing is connected. Connect to the ${family} server of the log, then explain it.`
  if ((dialectOf(connection.engine.product) === 'postgres') !== (dialect === 'postgres'))
    return `Not sent: the log is of ${family}, and ${engineTitle(connection.engine)} is connected.`
  const { database } = figures
  if (database === undefined || database === '') return undefined
  if (dialect !== 'postgres') {
    await chooseDatabase(database)
    if (store.get(connectionAtom)?.database === database) return undefined
    return `Not sent: the database \`${database}\` of the log cannot be chosen on this server.`
  }
  const open = postgresDatabase()
  if (open === undefined || open === database) return undefined
  store.set(noticeAtom, {
    fault: {
      code: 'unsupported',
      message: `The call was in the database ${database}; this connection is to ${open}.`,
      hint: 'In PostgreSQL each database needs a connection of its own.',
    },
    retry: {
      title: `Connect to ${database}`,
      run: () => void again(database, call, options),
    },
  })
  return `Not sent: the call was in the database \`${database}\`, and this connection is to \`${open}\`.`
}

/** In the tab that was opened before, unless another came to the front. */
async function again(database: string, call: LoggedCall, options: LoggedOptions): Promise<void> {
  const { id, fromLog } = store.get(activeBufferAtom)
  const tabId = fromLog?.figures === call.figures ? id : options.tabId
  if (await openOtherDatabase(database))
    await analyzeLogged(call, { ...options, ...(tabId !== undefined && { tabId }) })
}
