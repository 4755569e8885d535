import { readFile } from 'node:fs/promises'
import { protocol } from 'electron'
import { contentSecurityPolicy, fileOfPath, mimeType } from '../src/web/pages'

export const pageUrl = 'app://ui/'

/** Before the app is ready: makes app: a secure origin of its own, so that workers and fetch work as on https. */
export function declarePageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

/** Serves the page's files under app://ui/ and nothing else. */
export function servePage(uiFolder: string): void {
  // Electron before 25 has the callback form only.
  if (typeof protocol.handle === 'function')
    protocol.handle('app', async ({ url }) => {
      const page = await read(uiFolder, url)
      return page
        ? new Response(new Uint8Array(page.data), { headers: page.headers })
        : new Response('There is no such file.', { status: 404 })
    })
  else
    protocol.registerBufferProtocol('app', ({ url }, callback) => {
      read(uiFolder, url).then((page) =>
        callback(page ?? { statusCode: 404, mimeType: 'text/plain', data: Buffer.from('There is no such file.') }),
      )
    })
}

async function read(uiFolder: string, url: string) {
  const { host, pathname } = new URL(url)
  const file = host === 'ui' ? await fileOfPath(uiFolder, pathname) : undefined
  if (file === undefined) return undefined
  const type = mimeType(file)
  const headers = {
    'Content-Type': type,
    'Content-Security-Policy': contentSecurityPolicy(),
    'X-Content-Type-Options': 'nosniff',
  }
  return { data: await readFile(file), mimeType: type.replace(/;.*/, ''), headers }
}
