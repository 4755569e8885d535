import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process that cannot be mistaken for a later one with the same number. */
export interface ProcessIdentity {
  readonly pid: number
  /** The system's own words for when it started; compared, never read. */
  readonly startedAt: string
}

/** Windows tells no start time cheaply. Such a process is seen, but never ended by its number alone. */
const unknownStart = 'unknown'

/** Who a process is, or undefined when there is none with this number. */
export function identityOfProcess(pid: number): ProcessIdentity | undefined {
  try {
    const startedAt = process.platform === 'linux' ? linuxStart(pid) : otherStart(pid)
    return startedAt ? { pid, startedAt } : undefined
  } catch {
    return undefined // no such process
  }
}

/** True while exactly this process runs. */
export function isRunning(identity: ProcessIdentity): boolean {
  return identityOfProcess(identity.pid)?.startedAt === identity.startedAt
}

/**
 * Sends a signal to exactly this process and the group that it leads (our servers and helpers are started as leaders);
 * does nothing when it is gone or its number belongs to another one by now.
 */
export function signalProcess(identity: ProcessIdentity, signal: NodeJS.Signals): void {
  if (identity.startedAt === unknownStart || !isRunning(identity)) return
  try {
    process.kill(-identity.pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error // ended meanwhile
  }
}

/** Start in clock ticks since boot (field 22 of /proc/PID/stat), with the boot that they count from. */
function linuxStart(pid: number): string | undefined {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The second field is the program's name in parentheses and may itself hold blanks and parentheses.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const state = fields[0]
  const threads = Number(fields[17])
  const ticks = fields[19]
  if (ticks === undefined) return undefined
  // Ended, only not yet collected by its parent. While other threads of it still end, it holds its port and files.
  if (state === 'Z' && threads <= 1) return undefined
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${ticks}`
}

function otherStart(pid: number): string | undefined {
  if (process.platform === 'win32') {
    process.kill(pid, 0) // only asks; throws when there is none
    return unknownStart
  }
  return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
}
