/** What the client groups of an option file say, in the target's terms. */
export interface MyCnfClient {
  readonly user?: string
  readonly password?: string
  readonly host?: string
  readonly port?: number
  readonly socketPath?: string
  readonly database?: string
  readonly caFile?: string
  readonly certFile?: string
  readonly keyFile?: string
}

/** Groups that the MySQL and MariaDB clients read; later ones win. */
const clientGroups = new Set(['client', 'client-server', 'client-mariadb', 'mysql', 'mariadb-client'])

/**
 * Reads the client groups of a MySQL option file: `name = value`, `-` and `_` alike, values bare or in quotes, lines
 * that start with `#` or `;`, and `#` comments after a value (outside quotes). Rules: MySQL manual, "Using Option
 * Files". `!include` lines are not followed. Not the `ini` package: it ends values at `;`, which passwords may hold.
 */
export function readMyCnf(text: string): MyCnfClient {
  const found = new Map<string, string>()
  let inClient = false
  for (const line of text.split(/\r?\n/)) {
    const trimmed = line.trim()
    if (trimmed === '' || /^[#;!]/.test(trimmed)) continue
    const group = /^\[([^\]]*)\]/.exec(trimmed)?.[1]
    if (group !== undefined) {
      inClient = clientGroups.has(group.trim().toLowerCase())
      continue
    }
    if (!inClient) continue
    const [, name, value] = /^([^=\s]+)\s*(?:=\s*(.*))?$/.exec(withoutComment(trimmed)) ?? []
    if (name !== undefined && value !== undefined) found.set(name.toLowerCase().replace(/_/g, '-'), unquoted(value))
  }
  const named = (name: string) => found.get(name) || undefined
  const port = Number(found.get('port'))
  const entries = {
    user: named('user'),
    password: found.get('password'),
    host: named('host'),
    port: Number.isInteger(port) && port > 0 && port < 65536 ? port : undefined,
    socketPath: named('socket'),
    database: named('database'),
    caFile: named('ssl-ca'),
    certFile: named('ssl-cert'),
    keyFile: named('ssl-key'),
  }
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined))
}

function withoutComment(line: string): string {
  let quote = ''
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at)
    if (char === '\\') at++
    else if (quote) quote = char === quote ? '' : quote
    else if (char === "'" || char === '"') quote = char
    else if (char === '#') return line.slice(0, at).trimEnd()
  }
  return line
}

/** `\b`, `\t`, `\n`, `\r`, `\s`; a backslash before a quote or itself goes; before anything else both stay. */
const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  t: '\t',
  n: '\n',
  r: '\r',
  s: ' ',
  '"': '"',
  "'": "'",
  '\\': '\\',
}

function unquoted(raw: string): string {
  const bare = /^(["'])(.*)\1$/s.exec(raw)?.[2] ?? raw
  return bare.replace(/\\(.)/gs, (both, char: string) => escapes[char] ?? both)
}
