/** The lines of a slow query log of the MySQL family that are not SQL, told by their bytes. */

const names = ['# User@Host: ', '# Query_time: ', '# Thread_id: ', '# Schema: '].map((text) =>
  Uint8Array.from(text, (letter) => letter.charCodeAt(0)),
)
const [userLine, queryTimeLine, threadLine, schemaLine] = names

/** Longest text looked at to tell one of the lines below. */
export const longestMark = 13

function startsWith(bytes: Uint8Array, at: number, mark: Uint8Array | undefined): boolean {
  if (mark === undefined) return false
  for (let i = 0; i < mark.length; i++) if (bytes[at + i] !== mark[i]) return false
  return true
}

/** `# Time: ` behind its first three letters: asked so often that a loop over a text is too slow. */
function isTime(bytes: Uint8Array, at: number): boolean {
  return (
    bytes[at + 1] === 32 &&
    bytes[at + 3] === 105 &&
    bytes[at + 4] === 109 &&
    bytes[at + 5] === 101 &&
    bytes[at + 6] === 58 &&
    bytes[at + 7] === 32
  )
}

/** Does the first line of an entry's header begin at `at`, whose byte is `#`? */
export function isHeaderLine(bytes: Uint8Array, at: number): boolean {
  if (bytes[at + 1] !== 32) return false
  switch (bytes[at + 2]) {
    case 84: // T
      return isTime(bytes, at) || startsWith(bytes, at, threadLine)
    case 85: // U
      return startsWith(bytes, at, userLine)
    case 81: // Q
      return startsWith(bytes, at, queryTimeLine)
    case 83: // S
      return startsWith(bytes, at, schemaLine)
    default:
      return false
  }
}

export function isTimeLine(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 35 && bytes[at + 2] === 84 && isTime(bytes, at)
}

export function isUserLine(bytes: Uint8Array, at: number): boolean {
  return startsWith(bytes, at, userLine)
}

export function isQueryTimeLine(bytes: Uint8Array, at: number): boolean {
  return startsWith(bytes, at, queryTimeLine)
}

/** Lines of a header before its Query_time, at most. */
const headerLinesBeforeTime = 5

/**
 * Does a whole header begin at `at`: its lines all with `#`, one of them with Query_time and a number? Such text inside
 * a literal may be a copied log, or the next entry behind a statement that was cut.
 */
export function isWholeHeader(bytes: Uint8Array, at: number, to: number): boolean {
  let line = at
  for (let i = 0; i < headerLinesBeforeTime && line < to && bytes[line] === 35; i++) {
    if (isQueryTimeLine(bytes, line)) {
      const digit = bytes[line + 14] ?? 0
      return digit >= 48 && digit <= 57
    }
    const next = bytes.indexOf(10, line)
    if (next === -1) return false
    line = next + 1
  }
  return false
}

const version = Uint8Array.from(', Version: ', (letter) => letter.charCodeAt(0))
const port = Uint8Array.from('Tcp port: ', (letter) => letter.charCodeAt(0))
const columns = Uint8Array.from('Time', (letter) => letter.charCodeAt(0))
const command = Uint8Array.from('Command', (letter) => letter.charCodeAt(0))

/** A line of a file's head is not longer than this. */
export const longestBanner = 400

/** Is the line at `at` one of the three that a server writes when it opens the file? `end` is the place of its line feed. */
export function isBannerLine(bytes: Uint8Array, at: number, end: number): boolean {
  const stop = Math.min(end, at + longestBanner)
  if (startsWith(bytes, at, port)) return true
  if (startsWith(bytes, at, columns) && (bytes[at + 4] ?? 0) <= 32) return holds(bytes, at, stop, command)
  return holds(bytes, at, stop, version)
}

function holds(bytes: Uint8Array, from: number, to: number, mark: Uint8Array): boolean {
  for (let i = from; i + mark.length <= to; i++) if (startsWith(bytes, i, mark)) return true
  return false
}
