import type { GuardedRun } from './guarded-run'

const mebibyte = 1024 * 1024
/** A join of nine tables needs about 1 MiB, of twelve up to 10 MiB; a cut trace is asked for again with more. */
const traceLimits = { firstBytes: 16 * mebibyte, lastBytes: 256 * mebibyte }

export interface Traced<T> {
  readonly outcome: T
  readonly traceText?: string
  readonly cautions: readonly string[]
}

/**
 * Records the optimizer trace of the statement `sent` that `work` sends: on, EXPLAIN, SHOW WARNINGS, read, off.
 * Reading the trace and SHOW WARNINGS do not overwrite it; any other statement would. A cut trace makes `work` run
 * again with four times the memory, up to the last limit.
 */
export async function withTrace<T>(
  run: GuardedRun,
  variables: ReadonlyMap<string, string>,
  sent: string,
  work: () => Promise<T>,
  limits: { readonly firstBytes: number; readonly lastBytes: number } = traceLimits,
): Promise<Traced<T>> {
  let limitBytes = limits.firstBytes
  for (;;) {
    const setTo = (name: string, value: string) => {
      const before = variables.get(name)
      return before === undefined ? undefined : run.setUntilDone(name, value, quotedIfText(before))
    }
    await setTo('optimizer_trace_max_mem_size', String(limitBytes))
    await setTo('optimizer_trace', "'enabled=on'")
    // Keeps the first traces instead of the last: a function that EXPLAIN evaluates would overwrite ours.
    await setTo('optimizer_trace_limit', '5')
    await setTo('optimizer_trace_offset', '0')
    let outcome: T
    let trace: Reading
    try {
      outcome = await work()
      trace = await read(run, sent)
    } finally {
      // Later statements of this task must not be traced. After a stop or a lost connection, tidying takes care.
      await run.wire.query("SET SESSION optimizer_trace = 'enabled=off'").catch(() => undefined)
    }
    if (trace.missingBytes > 0 && limitBytes < limits.lastBytes) {
      limitBytes = Math.min(limitBytes * 4, limits.lastBytes)
      continue
    }
    return {
      outcome,
      ...(trace.text !== undefined && { traceText: trace.text }),
      cautions: [
        ...(trace.problem === undefined ? [] : [trace.problem]),
        ...(trace.missingBytes > 0
          ? [`The optimizer trace is cut: ${trace.missingBytes.toLocaleString('en')} bytes are missing.`]
          : []),
      ],
    }
  }
}

interface Reading {
  readonly text?: string
  readonly missingBytes: number
  readonly problem?: string
}

async function read(run: GuardedRun, sent: string): Promise<Reading> {
  const { rows } = await run.send(
    'SELECT QUERY, TRACE, MISSING_BYTES_BEYOND_MAX_MEM_SIZE, INSUFFICIENT_PRIVILEGES FROM information_schema.OPTIMIZER_TRACE',
  )
  if (rows.some((row) => row[3] === '1')) {
    return {
      missingBytes: 0,
      problem:
        'The optimizer trace is withheld: it needs SELECT on every table behind a view, and EXECUTE and SHOW on routines.',
    }
  }
  const ours = rows.find(([query]) => query !== null && query !== undefined && isSame(query, sent))
  if (!ours) return { missingBytes: 0, problem: 'The server recorded no optimizer trace of this statement.' }
  return { text: ours[1] ?? '', missingBytes: Number(ours[2] ?? 0) }
}

/** The recorded query is the statement as sent; versions differ in what they cut at its end. */
function isSame(recorded: string, sent: string): boolean {
  const compared = recorded.trim()
  return compared !== '' && sent.trim().startsWith(compared.slice(0, 1000))
}

function quotedIfText(value: string): string {
  return /^-?\d+$/.test(value) ? value : `'${value.replace(/'/g, "''")}'`
}
