import { SargableError } from '../errors'
import { jsonExtent } from '../paste/json-extent'
import type { TraceDocument } from './document'
import type { Trace } from './model'
import { readTrace, type TraceOptions } from './read'

/** Where a trace's first step can begin: `{ "steps": [` or a step alone; batch output writes `\n` for line ends. */
const beginning = /\{(?:\s|\\n)*"(?:steps|join_preparation|join_optimization|join_execution)"/

/** Clients print the missing bytes behind the trace: `MISSING_BYTES…: 12`, `| 12 |`, or a tab-separated cell. */
const missingBytes = /^(?:\s*\|\s*|\t|\s*MISSING_BYTES_BEYOND_MAX_MEM_SIZE:\s*)(\d+)/

/**
 * Reads a trace as people paste it: bare JSON, the row of information_schema.OPTIMIZER_TRACE with borders, by `\G` or
 * tab-separated with escapes, with the query before it and the missing bytes behind. Places point into `text`.
 * @throws SargableError `unreadable-text` when no trace stands in it.
 */
export function parseTrace(text: string, options: Pick<TraceOptions, 'engine'> = {}): TraceDocument {
  const bare = bareTrace(text, options)
  if (bare) return document(bare)
  const start = text.search(beginning)
  if (start === -1) return document(readTrace(text, options))
  const plain = /^\{\\n/.test(text.slice(start, start + 3)) ? unescapedCell(text, start) : text
  const { end, complete } = jsonExtent(plain, start)
  const missing = complete ? missingBytes.exec(plain.slice(end, end + 200)) : undefined
  return document(
    readTrace(plain, { ...options, from: start, to: end, ...(missing && { truncatedBytes: Number(missing[1]) }) }),
  )
}

/** A text that is the trace and nothing else: the common case, in which nobody has to look for where it ends. */
function bareTrace(text: string, options: Pick<TraceOptions, 'engine'>): Trace | undefined {
  if (!/^\s*\{\s*"/.test(text) || !/\}\s*$/.test(text.slice(-1000))) return undefined
  try {
    const trace = readTrace(text, options)
    return trace.cutAt === undefined ? trace : undefined
  } catch (thrown) {
    if (thrown instanceof SargableError) return undefined
    throw thrown
  }
}

function document(trace: ReturnType<typeof readTrace>): TraceDocument {
  return { sargable: 1, kind: 'trace', ...trace }
}

/**
 * The client's batch mode writes a line end as `\n` and a backslash as `\\`. Both become two characters again that mean
 * the same to JSON, so that every place stays where it was.
 */
function unescapedCell(text: string, start: number): string {
  const end = text.indexOf('\t', start)
  const cell = text.slice(start, end === -1 ? text.length : end)
  const plain = cell.replace(/\\(.)/g, (_, code: string) => (code === 'n' ? ' \n' : code === 't' ? ' \t' : ` ${code}`))
  return text.slice(0, start) + plain + (end === -1 ? '' : text.slice(end))
}
