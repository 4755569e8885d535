import type { EngineIdentity } from '../engine'
import { SargableError } from '../errors'
import { readJson } from '../json/read'
import type { JsonTape } from '../json/tape'
import { lineAndColumn } from '../text-span'
import { closeCut } from './close-cut'
import { emptyDraft } from './draft'
import type { Trace } from './model'
import { settle } from './settle'
import { stepsOf } from './steps'
import { dropUnfinished } from './unfinished'
import { noteUnknownKeys } from './unknown-keys'
import { walkTrace } from './walk'

export interface TraceOptions {
  readonly engine?: EngineIdentity | undefined
  /** Bytes that the server says it left out (MISSING_BYTES_BEYOND_MAX_MEM_SIZE). */
  readonly truncatedBytes?: number | undefined
  /** Where in the text the trace stands; all of it by default. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/**
 * Reads an optimizer trace of MySQL 5.6 to 9.x or MariaDB 10.4 to 11.x: the value of TRACE in
 * information_schema.OPTIMIZER_TRACE. Takes what is not quite JSON (end markers, repeated keys, blanks at the end of
 * keys, invalid escapes) and a text cut anywhere: `cutAt` then says where, and all finished steps are there.
 * @throws SargableError `unreadable-text` with its place when the text is no JSON object.
 */
export function readTrace(text: string, options: TraceOptions = {}): Trace {
  const { tape, cutAt, wholeTo } = tapeOf(text, options.from ?? 0, options.to ?? text.length)
  const draft = emptyDraft(tape)
  walkTrace(draft)
  if (wholeTo !== undefined) dropUnfinished(draft, wholeTo)
  settle(draft)
  return {
    ...(options.engine && { engine: options.engine }),
    truncatedBytes: options.truncatedBytes ?? 0,
    ...(cutAt !== undefined && { cutAt }),
    transformations: draft.transformations,
    tables: [...draft.tables.values()],
    joinOrders: draft.joinOrders,
    semiJoins: draft.semiJoins,
    rechecks: draft.rechecks,
    conditions: draft.conditions,
    work: draft.work,
    lines: draft.lines,
    steps: stepsOf(tape),
    notes: noteUnknownKeys(tape),
  }
}

interface Tape {
  readonly tape: JsonTape
  readonly cutAt?: number
  readonly wholeTo?: number
}

function tapeOf(text: string, from: number, to: number): Tape {
  const whole = readJson(text, from, to)
  if (whole.tape) return { tape: whole.tape }
  const { problem } = whole
  if (problem.cut && text.slice(from, to).trimStart().startsWith('{')) {
    const closed = closeCut(text, from, to)
    const begun = readJson(closed.text, from)
    if (begun.tape) return { tape: begun.tape, cutAt: problem.offset, wholeTo: closed.wholeTo }
  }
  throw new SargableError({
    code: 'unreadable-text',
    message: problem.cut
      ? 'The trace ends before its first step.'
      : `This is no optimizer trace: ${problem.expected} was expected here.`,
    hint: 'Paste the column TRACE of information_schema.OPTIMIZER_TRACE.',
    span: { start: problem.offset, end: problem.offset },
    ...lineAndColumn(text, problem.offset),
  })
}
