import { createReadStream } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { fault } from '../core/errors'
import type { Upload } from '../service/digest/uploads'
import type { Wire } from '../service/rpc'
import { type SocketLike, webSocketWire } from '../service/transports/websocket'
import { contentSecurityPolicy, fileOfPath, isHashed, mimeType } from './pages'
import { WebSession } from './session'

/** Loopback only: the service can reach databases and files with the person's rights. */
const address = '127.0.0.1'
/** A pasted text has at most 64 MiB of characters (api.ts); as JSON in UTF-8 it may take twice that. */
const maxMessageBytes = 128 * 1024 * 1024

const uploadPath = /^\/upload\/([\w-]{8,64})$/

export interface WebServerOptions {
  /** Folder of the built page. */
  readonly uiFolder: string
  /** Absent or 0: a free one. */
  readonly port?: number | undefined
  /** Takes each page's wire to the service. */
  onWire(wire: Wire): void
  /** Takes a file that the page sends; false when nobody waits for it. */
  onUpload(id: string, upload: Upload): Promise<boolean>
}
export interface WebServer {
  readonly port: number
  /** Opens the app, once. */
  readonly oneTimeUrl: string
  close(): Promise<void>
}

/**
 * Serves the page and its wire to this computer's browser.
 * Refuses: another Host (DNS rebinding), another Origin, methods other than GET and HEAD (and POST of an upload), and
 * everything without the session that the one-time address gives.
 */
export async function startWebServer({ uiFolder, port = 0, onWire, onUpload }: WebServerOptions): Promise<WebServer> {
  const server = createServer()
  await listen(server, port)
  const bound = server.address()
  if (typeof bound !== 'object' || !bound) throw fault('internal', 'The web server has no port.')
  const host = `${address}:${bound.port}`
  const session = new WebSession(bound.port)
  // Kept-alive connections would hold up the end; Node 16 cannot close them for us.
  const connections = new Set<Duplex>()
  server.on('connection', (connection: Duplex) => {
    connections.add(connection)
    connection.once('close', () => connections.delete(connection))
  })
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes })

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response).catch(() => {
      if (!response.headersSent) refuse(response, host, 500, 'The file could not be read.')
      else response.destroy()
    })
  })
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = refusalOf(request, host)
    if (refusal) return refuse(response, host, refusal.status, refusal.text)
    // Split by hand: `new URL` would read `//name` as a host and resolve `..` before we could see it.
    const [path = '/', query] = (request.url ?? '/').split('?', 2)
    const token = new URLSearchParams(query).get('token')
    if (token !== null) {
      const cookie = request.method === 'GET' ? session.open(token) : undefined
      if (cookie === undefined)
        return refuse(response, host, 403, 'This address was used already, or is not one of ours.')
      response.writeHead(303, {
        ...securityHeaders(host),
        'Cache-Control': 'no-store',
        'Set-Cookie': cookie,
        Location: '/',
      })
      response.end()
      return
    }
    if (!session.admits(request.headers.cookie))
      return refuse(response, host, 403, 'Open the address that was printed at the start.')
    if (request.method === 'POST') return takeUpload(request, response, path)
    const file = await fileOfPath(uiFolder, path)
    if (file === undefined) return refuse(response, host, 404, 'There is no such file.')
    response.writeHead(200, {
      ...securityHeaders(host),
      'Content-Type': mimeType(file),
      'Cache-Control': isHashed(file) ? 'private, max-age=31536000, immutable' : 'no-store',
    })
    if (request.method === 'HEAD') response.end()
    else
      createReadStream(file)
        .once('error', () => response.destroy())
        .pipe(response)
  }

  /** A log that was dropped on the page flows to its reader; nothing of it is kept. */
  async function takeUpload(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const id = uploadPath.exec(path)?.[1]
    // Only the page itself sends an Origin that is ours.
    if (id === undefined || request.headers.origin !== `http://${host}`)
      return refuse(response, host, 403, 'Only our own page sends files, to /upload.')
    const length = Number(request.headers['content-length'])
    const size = Number.isSafeInteger(length) && length >= 0 ? { sizeBytes: length } : {}
    const taken = await onUpload(id, { body: request, ...size })
    if (!taken) return refuse(response, host, 410, 'Nobody reads this file.')
    if (response.destroyed || response.writableEnded) return
    response.writeHead(204, securityHeaders(host))
    response.end()
  }

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy()) // the browser went away in the middle
    const known = request.headers.origin === `http://${host}` && session.admits(request.headers.cookie)
    if (refusalOf(request, host) || request.url !== '/rpc' || !known) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      client.on('error', () => client.terminate()) // a message that is too large, or no WebSocket frame
      onWire(webSocketWire(socketOf(client)))
    })
  })

  return {
    port: bound.port,
    oneTimeUrl: `http://${host}/?token=${session.unusedToken ?? ''}`,
    close: () =>
      new Promise((resolve) => {
        for (const client of sockets.clients) client.terminate()
        server.close(() => resolve())
        for (const connection of connections) connection.destroy()
      }),
  }
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<void> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw fault('bad-request', 'A port is a number up to 65535.')
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE' || error.code === 'EACCES'
      if (!taken) return reject(error)
      const hint = 'Choose another with --port, or leave it out for a free one.'
      reject(fault('bad-request', `Port ${port} on ${address} cannot be used (${error.code}).`, { hint }))
    })
    server.listen(port, address, resolve)
  })
}

/** What no request may do, with or without a session. */
function refusalOf(request: IncomingMessage, host: string): { status: number; text: string } | undefined {
  const { headers, method } = request
  if (headers.host !== host) return { status: 421, text: 'This is not the address of this server.' }
  if (headers.origin !== undefined && headers.origin !== `http://${host}`)
    return { status: 403, text: 'Requests of other pages are refused.' }
  const isUpload = method === 'POST' && uploadPath.test(request.url ?? '')
  if (method !== 'GET' && method !== 'HEAD' && !isUpload)
    return { status: 405, text: 'Only GET and HEAD are answered.' }
  return undefined
}

function securityHeaders(host: string): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(host),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  }
}

function refuse(response: ServerResponse, host: string, status: number, text: string): void {
  response.writeHead(status, {
    ...securityHeaders(host),
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    ...(status === 405 && { Allow: 'GET, HEAD' }),
  })
  response.end(`${text}\n`)
}

/** The `ws` package's socket in the shape of the browser's: messages are text, also where `ws` hands out bytes. */
function socketOf(client: WebSocket): SocketLike {
  return {
    get readyState() {
      return client.readyState
    },
    send: (text) => client.send(text),
    close: (code) => client.close(code),
    addEventListener: client.addEventListener.bind(client),
    removeEventListener: client.removeEventListener.bind(client),
  }
}
