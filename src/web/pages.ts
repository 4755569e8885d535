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
