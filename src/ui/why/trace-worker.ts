import { exhausted, fault, faultOf } from '../../core/errors'
import { partingsOf } from '../../core/trace/diff'
import { parseTrace } from '../../core/trace/pasted'
import { stepAt } from '../../core/trace/step-at'
import { whyNotIndex } from '../../core/trace/why-not'
import { jsonLines } from '../plan/json-lines'
import { consideredPoint } from './considered'
import { childNodes } from './order-tree'
import { type WhyModel, whyModel, whyOverview } from './overview'
import type { Ask, FromWorker, QuestionKind, Questions, ToWorker } from './worker-words'

/** Reads traces beside the page, so that 30 MB of them never hold up a key press, and answers questions about them. */

interface Open {
  readonly text: string
  readonly model: WhyModel
}

const open = new Map<number, Open>()
const mostPartings = 200

// The page's own code is the only one that talks to this worker.
self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  switch (data.kind) {
    case 'open':
      return read(data.trace, data.text)
    case 'close':
      open.delete(data.trace)
      return
    case 'ask':
      return reply(data)
    default:
      return exhausted(data)
  }
}

function say(message: FromWorker, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer })
}

function read(trace: number, text: string): void {
  const startedAt = performance.now()
  try {
    const model = whyModel(parseTrace(text))
    open.set(trace, { text, model })
    const overview = whyOverview(model, text.length)
    say({ kind: 'opened', trace, overview, readMs: performance.now() - startedAt })
  } catch (thrown) {
    say({ kind: 'failed', trace, fault: faultOf(thrown) })
  }
}

function reply(asked: Ask<QuestionKind>): void {
  const { ask } = asked
  try {
    const answer = answerTo(asked)
    say({ kind: 'answer', ask, answer }, 'close' in answer ? buffersOf(answer) : [])
  } catch (thrown) {
    say({ kind: 'no-answer', ask, fault: faultOf(thrown) })
  }
}

function buffersOf(lines: Questions['lines']['answer']): Transferable[] {
  return [lines.start.buffer, lines.end.buffer, lines.depth.buffer, lines.close.buffer]
}

function answerTo(asked: Ask<QuestionKind>): Questions[QuestionKind]['answer'] {
  const { text, model } = opened(asked.trace)
  switch (asked.what) {
    case 'why-not':
      return whyNotIndex(model.trace, asked.asked.question, asked.asked.facts)
    case 'points': {
      const { table, from, count } = asked.asked
      const others = (model.points[table] ?? []).filter((one) => one.kind === 'other')
      return others.slice(from, from + count).map(consideredPoint)
    }
    case 'children': {
      const tree = model.trees.find((one) => one.key === asked.asked.tree)
      return tree ? childNodes(tree, asked.asked.id) : []
    }
    case 'step':
      return { step: stepAt(model.trace, asked.asked.offset) }
    case 'lines':
      return linesOf(text, model)
    case 'partings': {
      const [a, b] = asked.asked.engines ?? []
      const other = opened(asked.asked.other).model.trace
      const partings = partingsOf({ ...model.trace, engine: a }, { ...other, engine: b })
      return { partings: partings.slice(0, mostPartings), total: partings.length }
    }
    default:
      return exhausted(asked)
  }
}

function opened(trace: number): Open {
  const found = open.get(trace)
  if (!found) throw fault('bad-request', 'This trace is not open.')
  return found
}

/** Lines of the trace alone: what a client printed around it is no JSON. */
function linesOf(text: string, { trace }: WhyModel): Questions['lines']['answer'] {
  const { start: from } = trace.steps.span
  const to = trace.cutAt === undefined ? trace.steps.span.end : text.length
  const { start, end, depth, close } = jsonLines(text.slice(from, to))
  for (const [at, offset] of start.entries()) start[at] = offset + from
  for (const [at, offset] of end.entries()) end[at] = offset + from
  return { start, end, depth, close }
}
