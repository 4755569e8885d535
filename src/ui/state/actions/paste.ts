import { figuresOf } from '../../../core/digest/log-figures'
import type { Dialect } from '../../../core/engine'
import type { PasteDocument, PastePart } from '../../../core/paste/model'
import { isBigPlan } from '../../plan/big-plan'
import { openGiven } from '../../slow/open-logs'
import { connectionAtom } from '../atoms'
import { activeBufferAtom, type FromLog, ranAtom, ranOfAtom, tabResultAtom } from '../buffers'
import { attempt } from '../service'
import { happenedAtom } from '../session'
import { nameOf } from '../statement-name'
import { store } from '../store'
import { verdictSelection } from '../verdict-selection'
import { explain } from './explain'
import { analyzeLogged } from './logged'
import { tellFault } from './notices'
import { readPlan, readPlanAtOnce } from './read-plan'
import { openTab, turnInto } from './tabs'
import { beginWork } from './work'

/** Texts from this length on take longer to send than to look at. */
const longChars = 1_000_000

/** What a text is; undefined when the service is away or cannot tell. A long plan is told in the page, by its head. */
export async function recognize(text: string, dialect: Dialect | undefined): Promise<PasteDocument | undefined> {
  if (text.length > longChars) {
    // Where its reader cannot be loaded, the service tells.
    const part = await planHere(text).catch(() => undefined)
    if (part) return { sargable: 1, kind: 'paste', parts: [part] }
  }
  const outcome = await attempt('paste.recognize', { text, ...(dialect ? { dialect } : {}) })
  return outcome.ok ? outcome.reply : undefined
}

async function planHere(text: string): Promise<PastePart | undefined> {
  const { longPlan } = await import('../../../core/paste/long-plan')
  return longPlan(text)
}

/** The part that the person most likely means: a plan, else a trace, else a statement, else the first. */
export function mainPart(parts: readonly PastePart[]): PastePart | undefined {
  return (
    parts.find((part) => part.kind === 'plan') ??
    parts.find((part) => part.kind === 'trace') ??
    parts.find((part) => part.kind === 'sql' || part.kind === 'slow-log-entry' || part.kind === 'slow-log') ??
    parts[0]
  )
}

/** Does with a pasted text what its kind asks for: a plan or trace is shown, a statement explained, the rest kept as text. */
export async function takePasted(
  text: string,
  parts: readonly PastePart[],
  dialect: Dialect | undefined,
): Promise<void> {
  const part = mainPart(parts)
  const entry = parts.find(({ kind }) => kind === 'slow-log-entry')
  if (part?.kind === 'plan') return showPlan(text, dialect ?? part.dialect, entry && fromEntry(text, entry))
  if (part?.kind === 'trace') return showTrace(text)
  if (part?.kind === 'slow-log') return openExcerpt(text)
  if (part?.kind === 'slow-log-entry') return takeEntry(text, parts, part, dialect)
  const sql = statementOf(text, parts)
  openTab(sql, nameOf(sql))
  if (part === undefined || part.kind === 'unknown' || part.kind === 'ddl') return
  const { id } = store.get(activeBufferAtom)
  await explain({ bufferId: id, text: sql.trim(), start: sql.indexOf(sql.trim()) }, { measure: false })
}

/** The first statement of the text, or the whole text. */
function statementOf(text: string, parts: readonly PastePart[]): string {
  const sql = parts.find((part) => part.kind === 'sql')
  return (sql ? text.slice(sql.span.start, sql.span.end) : text).trim()
}

/** Brings the statement of a log entry to Analyze, with its database, its values and what the log says of it. */
async function takeEntry(
  text: string,
  parts: readonly PastePart[],
  entry: PastePart,
  dialect: Dialect | undefined,
  tabId?: string,
): Promise<void> {
  const { statement, parameters } = entry.facts
  const sql = parts.find(
    ({ kind, span }) => kind === 'sql' && span.start >= entry.span.start && span.end <= entry.span.end,
  )
  if (typeof statement !== 'string' && sql === undefined) {
    // A command of the protocol, or an entry that was cut before its statement.
    if (tabId === undefined) openTab(text.trim(), 'slow-log entry', 'sql', fromEntry(text, entry))
    store.set(happenedAtom, { text: 'This entry holds no statement', good: false })
    return
  }
  await analyzeLogged(
    {
      sql: typeof statement === 'string' ? statement : statementOf(text, sql ? [sql] : []),
      dialect: dialect ?? entry.dialect ?? 'mysql',
      figures: figuresOf(entry.facts),
      ...(typeof parameters === 'string' && { parameters }),
    },
    tabId === undefined ? {} : { tabId },
  )
}

function fromEntry(text: string, entry: PastePart): FromLog {
  return { figures: figuresOf(entry.facts), sql: text, notes: [] }
}

/** Several entries are a log: they are added up on the Slow screen. */
export async function openExcerpt(text: string, name = 'pasted excerpt'): Promise<void> {
  await openGiven([{ kind: 'text', name, text }], name)
}

/**
 * Draws a pasted plan in the tab that holds its text, or in one of its own. Text that is not understood is kept, with
 * the place where it stopped making sense.
 */
export async function showPlan(text: string, dialect: Dialect | undefined, fromLog?: FromLog): Promise<void> {
  const active = store.get(activeBufferAtom)
  if (active.text === text) turnInto('plan', active.id)
  else openTab(text, 'pasted plan', 'plan', fromLog)
  const { id } = store.get(activeBufferAtom)
  const ran = { bufferId: id, text, start: 0 }
  store.set(ranAtom, ran)
  const work = beginWork('Reading the plan')
  const outcome = readPlanAtOnce(text) ?? (await readPlan(text, dialect, work.signal))
  work.end()
  if (store.get(ranOfAtom)(id) !== ran) return
  if (!outcome.ok) {
    if (outcome.fault.code === 'cancelled') return
    if (outcome.fault.code === 'lost-connection') return tellFault(outcome.fault)
    store.set(tabResultAtom, id, { state: 'refused', asked: text, fault: outcome.fault }, { planIndex: 0 })
    return
  }
  const selection = isBigPlan(outcome.reply.plans[0]) ? { planIndex: 0 } : verdictSelection(outcome.reply)
  store.set(tabResultAtom, id, { state: 'plan', asked: text, document: outcome.reply }, selection)
  const notes = outcome.reply.plans.reduce((sum, plan) => sum + plan.notes.length, 0)
  store.set(happenedAtom, {
    text: notes === 0 ? 'Plan drawn' : `Plan drawn, ${notes} places were not understood`,
    good: notes === 0,
  })
}

/** Shows why a plan was chosen from a pasted trace, in the tab that holds its text or in one of its own. */
export function showTrace(text: string): void {
  const active = store.get(activeBufferAtom)
  if (active.text === text) turnInto('trace', active.id)
  else openTab(text, 'pasted trace', 'trace')
  const { id } = store.get(activeBufferAtom)
  store.set(ranAtom, { bufferId: id, text, start: 0 })
  store.set(tabResultAtom, id, { state: 'trace', asked: text }, { planIndex: 0 })
}

/** A plan, a trace or log entries that were pasted into the editor are taken as such; any other text stays what it is. */
export async function takePastedInEditor(bufferId: string, pasted: string): Promise<void> {
  const found = await recognize(pasted, likelyDialect())
  const part = found && mainPart(found.parts)
  if (found === undefined || part === undefined || !(part.kind in takenNames)) return
  const active = store.get(activeBufferAtom)
  if (active.id !== bufferId) return
  if (active.text.trim() !== pasted.trim())
    store.set(happenedAtom, {
      text: `This looks like a ${takenNames[part.kind] ?? part.kind}: paste it into an empty tab`,
      good: true,
    })
  else if (part.kind === 'trace') showTrace(active.text)
  else if (part.kind === 'slow-log') await openExcerpt(active.text)
  else if (part.kind === 'slow-log-entry') await takeEntry(pasted, found.parts, part, undefined, active.id)
  else await showPlan(active.text, part.dialect)
}

/** What is more than text in the editor. */
const takenNames: Readonly<Partial<Record<PastePart['kind'], string>>> = {
  plan: 'plan',
  trace: 'trace',
  'slow-log-entry': 'slow-log entry',
  'slow-log': 'slow log',
}

/** The dialect to read SQL with when nothing else says: the connection's. */
export function likelyDialect(): Dialect | undefined {
  const product = store.get(connectionAtom)?.engine.product
  if (product === undefined) return undefined
  return product === 'mariadb' ? 'mariadb' : product === 'postgres' || product === 'pglite' ? 'postgres' : 'mysql'
}
