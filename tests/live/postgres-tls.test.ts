// Protects encrypted connections: each TLS mode against a real server with a certificate, and client certificates.
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tls } from '../../src/core/connection/model'
import { postgresEngine } from '../../src/engines/postgres'
import { type Sandbox, sandboxAvailability, startSandbox } from '../../src/sandbox/index'
import { faultFrom, never } from './postgres-fixture'

const appFolder = join(import.meta.dirname, '../..')

/** A server program and openssl on this computer; without them nothing here can run. */
async function missing(): Promise<string | undefined> {
  const kinds = await sandboxAvailability({ appFolder, cacheFolder: tmpdir() })
  const postgres = kinds.find((kind) => kind.product === 'postgres')
  if (!postgres?.available) return postgres?.text ?? 'no PostgreSQL server program'
  try {
    execFileSync('openssl', ['version'])
    return undefined
  } catch {
    return 'no openssl'
  }
}

const because = await missing()
if (because !== undefined) {
  const words = `NOT RUN: PostgreSQL over TLS: ${because}`
  if (process.env['SARGABLE_DEMAND'] === 'all') throw new Error(words)
  console.warn(`\n*** ${words} ***\n`)
}

describe.runIf(because === undefined)('a server with a certificate for "localhost"', () => {
  let folder = ''
  let sandbox: Sandbox
  const file = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe', cwd: folder })

  /** A key and a certificate, signed by our authority or by itself. */
  const certify = (name: string, subject: string, extensions: readonly string[], signedBy?: string) => {
    openssl(
      'req',
      '-new',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-subj',
      `/CN=${subject}`,
      '-keyout',
      `${name}.key`,
      ...(signedBy ? ['-out', `${name}.csr`] : ['-x509', '-days', '2', '-out', `${name}.pem`]),
    )
    if (!signedBy) return
    writeFileSync(file('extensions'), extensions.join('\n'))
    openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      '-CA',
      `${signedBy}.pem`,
      '-CAkey',
      `${signedBy}.key`,
      '-CAcreateserial',
      '-days',
      '2',
      '-extfile',
      'extensions',
      '-out',
      `${name}.pem`,
    )
  }
  const connect = (tls: Tls, host = 'localhost') =>
    postgresEngine.connect({ ...sandbox.target, host, tls }, { password: sandbox.password }, never)
  const encrypted = async (tls: Tls, host?: string) => {
    const session = await connect(tls, host)
    const { rows } = await session.execute('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()', never)
    await session.close()
    return rows[0]?.[0]
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sargable-tls-'))
    chmodSync(folder, 0o755)
    sandbox = await startSandbox('postgres', { appFolder, cacheFolder: folder }, never, () => undefined)
    certify('authority', 'test authority', [])
    certify('stranger', 'another authority', [])
    certify('server', 'localhost', ['subjectAltName=DNS:localhost'], 'authority')
    certify('client', sandbox.target.user ?? '', [], 'authority')
    const admin = await postgresEngine.connect(sandbox.target, { password: sandbox.password }, never)
    const [[dataFolder] = []] = (await admin.execute('SHOW data_directory', never)).rows
    const owner = statSync(dataFolder ?? '')
    chmodSync(file('server.key'), 0o600)
    chownSync(file('server.key'), owner.uid, owner.gid)
    await admin.execute(`ALTER SYSTEM SET ssl_cert_file = '${file('server.pem')}'`, never)
    await admin.execute(`ALTER SYSTEM SET ssl_key_file = '${file('server.key')}'`, never)
    await admin.execute(`ALTER SYSTEM SET ssl_ca_file = '${file('authority.pem')}'`, never)
    await admin.execute('ALTER SYSTEM SET ssl = on', never)
    await admin.execute('SELECT pg_reload_conf()', never)
    await admin.close()
    for (let tries = 0; tries < 100; tries++) {
      const asked = await encrypted({ mode: 'prefer' })
      if (asked === 't') return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error('The server never began to speak TLS.')
  })
  afterAll(async () => {
    await sandbox?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test.each<[string, () => Tls, string, string]>([
    ['disable', () => ({ mode: 'disable' }), 'localhost', 'f'],
    ['prefer', () => ({ mode: 'prefer' }), 'localhost', 't'],
    ['require, unchecked', () => ({ mode: 'require' }), 'localhost', 't'],
    [
      'verify-ca with the right authority',
      () => ({ mode: 'verify-ca', caFile: file('authority.pem') }),
      'localhost',
      't',
    ],
    ['verify-ca under another name', () => ({ mode: 'verify-ca', caFile: file('authority.pem') }), '127.0.0.1', 't'],
    ['verify-identity', () => ({ mode: 'verify-identity', caFile: file('authority.pem') }), 'localhost', 't'],
  ])('%s connects', async (_mode, tls, host, ssl) => {
    expect(await encrypted(tls(), host)).toBe(ssl)
  })

  test.each<[string, () => Tls, string]>([
    ['verify-ca with another authority', () => ({ mode: 'verify-ca', caFile: file('stranger.pem') }), 'localhost'],
    ['verify-ca without a CA file for a private authority', () => ({ mode: 'verify-ca' }), 'localhost'],
    [
      'verify-identity under another name',
      () => ({ mode: 'verify-identity', caFile: file('authority.pem') }),
      '127.0.0.1',
    ],
  ])('%s is refused', async (_mode, tls, host) => {
    const fault = await faultFrom(connect(tls(), host))
    expect(fault.code).toBe('tls-refused')
    expect(fault.hint).toBeTruthy()
  })

  test('the server sees the client certificate', async () => {
    const session = await connect({
      mode: 'verify-identity',
      caFile: file('authority.pem'),
      certFile: file('client.pem'),
      keyFile: file('client.key'),
    })
    const { rows } = await session.execute('SELECT client_dn FROM pg_stat_ssl WHERE pid = pg_backend_pid()', never)
    expect(rows).toEqual([[`/CN=${sandbox.target.user}`]])
    await session.close()
  })

  test('a statement over TLS can be stopped too', async () => {
    const session = await connect({ mode: 'require' })
    const stop = new AbortController()
    const failing = faultFrom(session.execute('SELECT pg_sleep(60)', stop.signal))
    setTimeout(() => stop.abort(), 200)
    expect((await failing).code).toBe('cancelled')
    expect((await session.execute('SELECT 42', never)).rows).toEqual([['42']])
    await session.close()
  })
})
