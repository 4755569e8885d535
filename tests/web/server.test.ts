// Protects the browser mode: only the page that opened the one-time address on this computer gets in.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingHttpHeaders, request } from 'node:http'
import { connect as connectSocket } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { Uploads } from '../../src/service/digest/uploads'
import type { Frame } from '../../src/service/rpc'
import { contentSecurityPolicy, fileOfPath, isHashed } from '../../src/web/pages'
import { startWebServer, type WebServer } from '../../src/web/server'

let folder = ''
let server: WebServer
let token = ''
let uploads = new Uploads()
const nothing = { onWire: () => undefined, onUpload: async () => false }

beforeEach(async () => {
  uploads = new Uploads()
  folder = await mkdtemp(join(tmpdir(), 'sargable-web-'))
  await mkdir(join(folder, 'ui/assets'), { recursive: true })
  await writeFile(join(folder, 'ui/index.html'), '<!doctype html><title>page</title>')
  await writeFile(join(folder, 'ui/assets/index-Abcd1234.js'), 'export {}')
  await writeFile(join(folder, 'secret.txt'), 'outside')
  // The service's side of the wire: answers each call with its method's name.
  server = await startWebServer({
    uiFolder: join(folder, 'ui'),
    onWire: (wire) =>
      wire.onFrame((frame) => {
        if (frame.t === 'call') wire.send({ t: 'reply', id: frame.id, reply: frame.method })
      }),
    onUpload: (id, upload) => uploads.deliver(id, upload),
  })
  token = new URL(server.oneTimeUrl).search
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

interface Answer {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}
function ask(path: string, headers: Record<string, string> = {}, method = 'GET', sent = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port: server.port, path, method, headers }, (response) => {
      let body = ''
      response.on('data', (chunk) => {
        body += String(chunk)
      })
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }))
    })
    asked.on('error', reject)
    asked.end(sent)
  })
}
async function openSession(): Promise<string> {
  const { headers } = await ask(`/${token}`)
  return headers['set-cookie']?.[0]?.split(';')[0] ?? ''
}
const origin = () => `http://127.0.0.1:${server.port}`

/** What a WebSocket handshake comes to: "open", or the status it was refused with. */
function handshake(headers: Record<string, string>, path = '/rpc'): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}${path}`, { headers })
    socket.on('open', () => {
      socket.terminate()
      resolve('open')
    })
    socket.on('unexpected-response', (_request, response) => {
      response.destroy()
      resolve(String(response.statusCode))
    })
    socket.on('error', (error) => resolve(error.message))
  })
}

describe('the good path', () => {
  test('the one-time address gives the cookie, the cookie gives the page', async () => {
    const first = await ask(`/${token}`)
    expect(first.status).toBe(303)
    expect(first.headers.location).toBe('/')
    expect(first.headers['set-cookie']).toEqual([expect.stringMatching(/; HttpOnly; SameSite=Strict; Path=\/$/)])
    const page = await ask('/', {
      cookie: first.headers['set-cookie']?.[0]?.split(';')[0] ?? '',
    })
    expect(page).toMatchObject({ status: 200, body: '<!doctype html><title>page</title>' })
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': contentSecurityPolicy(`127.0.0.1:${server.port}`),
    })
  })

  test('hashed files may be kept by the browser', async () => {
    const script = await ask('/assets/index-Abcd1234.js', { cookie: await openSession() })
    expect(script.status).toBe(200)
    expect(script.headers['cache-control']).toMatch(/immutable/)
    expect(script.headers['content-type']).toMatch(/^text\/javascript/)
  })

  test('frames go both ways over the socket', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/rpc`, {
      headers: { cookie: await openSession(), origin: origin() },
    })
    const reply = new Promise<string>((resolve) => socket.on('message', (data) => resolve(String(data))))
    const call: Frame = { t: 'call', id: 7, method: 'app.info', request: {} }
    socket.on('open', () => socket.send(JSON.stringify(call)))
    expect(JSON.parse(await reply)).toEqual({ t: 'reply', id: 7, reply: 'app.info' })
    socket.terminate()
  })

  test('a message that is no frame closes the socket', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/rpc`, {
      headers: { cookie: await openSession(), origin: origin() },
    })
    const closed = new Promise<number>((resolve) => socket.on('close', resolve))
    socket.on('open', () => socket.send('hello'))
    expect(await closed).toBe(1007)
  })
})

describe('refused', () => {
  test('the page without a token', async () => {
    expect((await ask('/')).status).toBe(403)
  })

  test('a wrong token, which does not use up the right one', async () => {
    expect((await ask('/?token=guess')).status).toBe(403)
    expect((await ask(`/${token}`)).status).toBe(303)
  })

  test('a token that was used', async () => {
    await openSession()
    expect((await ask(`/${token}`)).status).toBe(403)
  })

  test('a cookie of somebody else', async () => {
    await openSession()
    expect((await ask('/', { cookie: `sargable-${server.port}=guess` })).status).toBe(403)
  })

  test.each([
    ['another name that leads here', 'evil.test'],
    ['the same name at another port', '127.0.0.1:1'],
    ['localhost, which a rebinding page could use', 'localhost'],
  ])('a foreign Host: %s', async (_what, host) => {
    const cookie = await openSession()
    expect((await ask('/', { host, cookie })).status).toBe(421)
    expect(await handshake({ host, cookie, origin: origin() })).toBe('403')
  })

  test('a foreign Origin, on a request and on a socket, with the session', async () => {
    const cookie = await openSession()
    expect((await ask('/', { cookie, origin: 'http://evil.test' })).status).toBe(403)
    expect(await handshake({ cookie, origin: 'http://evil.test' })).toBe('403')
    expect(await handshake({ cookie, origin: 'null' })).toBe('403')
    expect(await handshake({ cookie, origin: origin() })).toBe('open')
  })

  test('a socket without an Origin: no browser sends that', async () => {
    expect(await handshake({ cookie: await openSession() })).toBe('403')
  })

  test('a socket without a session', async () => {
    expect(await handshake({ origin: origin() })).toBe('403')
    expect(await handshake({ origin: origin(), cookie: `sargable-${server.port}=guess` })).toBe('403')
  })

  test('a socket at another path', async () => {
    expect(await handshake({ origin: origin(), cookie: await openSession() }, '/other')).toBe('403')
  })

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s', async (method) => {
    expect((await ask('/', { cookie: await openSession() }, method)).status).toBe(405)
  })

  test('a file of another page, without a session, or to another place', async () => {
    const cookie = await openSession()
    const post = (path: string, headers: Record<string, string>) => ask(path, headers, 'POST', 'text')
    expect((await post('/upload/abcdefgh', { origin: origin() })).status).toBe(403)
    expect((await post('/upload/abcdefgh', { origin: 'http://evil.example', cookie })).status).toBe(403)
    expect((await post('/upload/abcdefgh', { cookie })).status).toBe(403)
    expect((await post('/upload/../x', { origin: origin(), cookie })).status).toBe(405)
    expect((await post('/upload/short', { origin: origin(), cookie })).status).toBe(405)
  })

  test.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/../../secret.txt',
    '/..%2fsecret.txt',
    '/..%5csecret.txt',
    '/%00',
    '/%',
    '/assets',
    '//secret.txt',
  ])('the path %s', async (path) => {
    const answer = await ask(path, { cookie: await openSession() })
    expect(answer.status).toBe(404)
    expect(answer.body).not.toContain('outside')
  })

  test('a request that is not to the loopback address', async () => {
    const outside = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find((one) => one.family === 'IPv4' && !one.internal)
    // A computer without a network has no other address that anyone could come from.
    const outcome = outside ? await knock(outside.address, server.port) : 'refused'
    expect(outcome).toBe('refused')
  })
})

function knock(host: string, port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connectSocket(port, host)
    socket.on('connect', () => {
      socket.destroy()
      resolve('connected')
    })
    socket.on('error', () => resolve('refused'))
  })
}

describe('a file that the page sends', () => {
  const send = async (id: string, text: string) =>
    ask(`/upload/${id}`, { cookie: await openSession(), origin: origin() }, 'POST', text)

  test.each(['the reader first', 'the file first'])('reaches the call that reads it: %s', async (first) => {
    const signal = new AbortController().signal
    const isReaderFirst = first === 'the reader first'
    const early = isReaderFirst ? uploads.take('abcdefgh', signal) : undefined
    const answer = send('abcdefgh', '# Time: 1')
    if (!isReaderFirst) await new Promise((resolve) => setTimeout(resolve, 100))
    const { body, sizeBytes } = await (early ?? uploads.take('abcdefgh', signal))
    expect(sizeBytes).toBe(9)
    expect(Buffer.concat(await body.toArray()).toString()).toBe('# Time: 1')
    expect((await answer).status).toBe(204)
  })

  test('a reader that is stopped does not wait for it', async () => {
    const stop = new AbortController()
    const waiting = uploads.take('abcdefgh', stop.signal)
    stop.abort()
    await expect(waiting).rejects.toMatchObject({ fault: { code: 'cancelled' } })
  })
})

test('a port that is taken is said, not thrown as a stack', async () => {
  await expect(startWebServer({ uiFolder: folder, port: server.port, ...nothing })).rejects.toMatchObject({
    fault: { code: 'bad-request', message: expect.stringContaining(String(server.port)) },
  })
})

test.each([Number.NaN, -1, 65_536, 80.5])('the port %s is refused', async (port) => {
  await expect(startWebServer({ uiFolder: folder, port, ...nothing })).rejects.toMatchObject({
    fault: { code: 'bad-request' },
  })
})

test('a folder with the same beginning is not the folder', async () => {
  await mkdir(join(folder, 'ui-other'))
  await writeFile(join(folder, 'ui-other/file.txt'), 'outside')
  expect(await fileOfPath(join(folder, 'ui'), '/../ui-other/file.txt')).toBeUndefined()
})

test.each([
  ['/x/assets/index-Abcd1234.js', true],
  ['/x/index.html', false],
  ['/x/assets/readme.txt', false],
])('%s is hashed: %s', (path, hashed) => {
  expect(isHashed(path)).toBe(hashed)
})

test('scripts come from here only, and nothing is evaluated', () => {
  const policy = contentSecurityPolicy()
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self';")
  expect(policy).not.toContain('unsafe-eval')
  expect(policy.match(/unsafe-inline/g)).toHaveLength(1)
  expect(policy).toContain("style-src 'self' 'unsafe-inline'")
})
