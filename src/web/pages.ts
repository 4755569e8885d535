import { stat } from 'node:fs/promises'
import { join, normalize, sep } from 'node:path'

/** What the desktop window and the browser mode say about the page's files alike. */

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  ttf: 'font/ttf',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
  woff: 'font/woff',
  woff2: 'font/woff2',
}

/** MIME type of a file by the end of its name. */
export function mimeType(path: string): string {
  return types[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream'
}

/** True for files whose name carries a hash of what is in them: they never change. */
export function isHashed(path: string): boolean {
  return /\/assets\/[^/]+-[\w-]{8}\.\w+$/.test(path.replaceAll('\\', '/'))
}

/**
 * The page's content security policy: everything from here, nothing from elsewhere. Only styles may be inline, because
 * the editor writes its own at run time.
 * @param socketHost host and port of the browser mode's WebSocket; absent in the desktop window.
 */
export function contentSecurityPolicy(socketHost?: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src 'self'${socketHost === undefined ? '' : ` ws://${socketHost}`}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * The file below `folder` that a URL path names, or undefined: not there, not a file, or an attempt to leave the folder.
 * @param urlPath as it came over the wire, percent-encoded.
 */
export async function fileOfPath(folder: string, urlPath: string): Promise<string | undefined> {
  const decoded = decodePath(urlPath)
  if (decoded === undefined || decoded.includes('\0')) return undefined
  const base = normalize(folder)
  const file = normalize(join(base, decoded.endsWith('/') ? `${decoded}index.html` : decoded))
  if (!file.startsWith(base + sep)) return undefined
  try {
    return (await stat(file)).isFile() ? file : undefined
  } catch {
    return undefined // not there
  }
}

function decodePath(urlPath: string): string | undefined {
  try {
    return decodeURIComponent(urlPath)
  } catch {
    return undefined // not percent-encoding
  }
}
