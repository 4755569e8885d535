/** A process number may be given to another program; nothing of ours stays untouched for so long while it runs. */
const longestSilenceMs = 60 * 60 * 1000

/** Does the process still run that wrote something down at this time (ISO 8601)? */
export function isAlive(pid: number, touchedAt: string, now = Date.now()): boolean {
  if (now - Date.parse(touchedAt) > longestSilenceMs) return false
  // In a container every process of ours may have the same number.
  if (pid === process.pid) return Date.parse(touchedAt) >= now - process.uptime() * 1000
  try {
    process.kill(pid, 0)
    return true
  } catch (thrown) {
    // EPERM: it is there and belongs to somebody else.
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM'
  }
}
