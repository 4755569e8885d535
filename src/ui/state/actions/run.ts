import { editorHandle } from '../../editor/editor-handle'
import { activeBufferAtom, type Buffer } from '../buffers'
import { attempt } from '../service'
import { store } from '../store'
import { type Chosen, explain } from './explain'
import { likelyDialect, showPlan, showTrace } from './paste'

/** Explains (or measures) the marked text, else the statement under the cursor. A pasted plan is read again. */
export async function runChosen(measure: boolean): Promise<void> {
  const buffer = store.get(activeBufferAtom)
  if (buffer.kind === 'plan') return showPlan(buffer.text, likelyDialect())
  if (buffer.kind === 'trace') return showTrace(buffer.text)
  await explain(await chosenStatement(buffer), { measure })
}

/** Explains or measures the whole text of the tab, as one statement. */
export async function runWhole(measure: boolean): Promise<void> {
  const { id, text } = store.get(activeBufferAtom)
  await explain(trimmed(id, text, 0), { measure })
}

async function chosenStatement({ id, text }: Buffer): Promise<Chosen> {
  const marked = editorHandle()?.selection()
  if (marked) return trimmed(id, text.slice(marked.start, marked.end), marked.start)
  const whole = trimmed(id, text, 0)
  // One statement needs no reading.
  if (!/;\s*\S/.test(text)) return whole
  const dialect = likelyDialect()
  const outcome = await attempt('sql.read', { text, ...(dialect ? { dialect } : {}) })
  if (!outcome.ok) return whole
  const cursor = editorHandle()?.cursor() ?? 0
  const { statements } = outcome.reply
  const under = statements.find((each) => cursor <= each.span.end) ?? statements[statements.length - 1]
  return under ? trimmed(id, text.slice(under.span.start, under.span.end), under.span.start) : whole
}

/** Without the blanks around it and the semicolon at its end. */
function trimmed(bufferId: string, text: string, start: number): Chosen {
  const leading = text.length - text.trimStart().length
  return { bufferId, text: text.trim().replace(/\s*;$/, ''), start: start + leading }
}
