// Protects where passwords come from when none is given: option files read as the servers' own clients read them.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ConnectionTarget } from '../../src/core/connection/model'
import { withClientFiles } from '../../src/engines/client-files'
import { readMyCnf } from '../../src/engines/my-cnf'

describe('lines of an option file', () => {
  test.each([
    ['[client]\npassword=secret', 'secret'],
    ['[client]\npassword = "se cret"', 'se cret'],
    ["[client]\npassword='se#cret'", 'se#cret'],
    ['[client]\npassword=secret # the old one', 'secret'],
    ['[client]\npassword=se;cret', 'se;cret'],
    ['[client]\npassword=a\\sb\\\\c', 'a b\\c'],
    ['[client]\npassword="it\\"s"', 'it"s'],
    ['[client]\npassword=true', 'true'],
    ['[client]\n#password=no\n;password=no\npassword=yes', 'yes'],
    ['[client]\r\npassword=dos\r\n', 'dos'],
    ['[mysqld]\npassword=server\n[client]\npassword=mine', 'mine'],
    ['[client]\npassword=first\n[mysql]\npassword=second', 'second'],
    ['[mysqld]\npassword=server', undefined],
    ['[client]\npassword', undefined],
    ['[client]\npassword=', ''],
  ])('%j gives the password %j', (text, password) => {
    expect(readMyCnf(text).password).toBe(password)
  })

  test('the other options that a connection needs are read, - and _ alike', () => {
    expect(
      readMyCnf(
        '[client]\nuser=ann\nhost=db\nport=3307\nsocket=/s\nssl_ca=/ca.pem\nssl-cert=/c\nssl-key=/k\ndatabase=d',
      ),
    ).toEqual({
      user: 'ann',
      host: 'db',
      port: 3307,
      socketPath: '/s',
      database: 'd',
      caFile: '/ca.pem',
      certFile: '/c',
      keyFile: '/k',
    })
  })
})

describe('files of a home folder', () => {
  let home = ''
  const kept = { PGPASSFILE: process.env['PGPASSFILE'], PGPASSWORD: process.env['PGPASSWORD'] }
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'sargable-home-'))
    delete process.env['PGPASSFILE']
    delete process.env['PGPASSWORD']
  })
  afterEach(async () => {
    await rm(home, { recursive: true, force: true })
    for (const [name, value] of Object.entries(kept)) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  })
  const put = async (name: string, text: string, mode: number) => {
    await writeFile(join(home, name), text)
    await chmod(join(home, name), mode)
  }
  const mysql: ConnectionTarget = { via: 'network', product: 'mysql', host: 'db', user: 'ann' }
  const postgres: ConnectionTarget = { via: 'network', product: 'postgres', host: 'db', user: 'ann', database: 'shop' }

  test('the password of ~/.my.cnf is used when none is given', async () => {
    await put('.my.cnf', '[client]\nuser=ann\npassword=secret\n', 0o600)
    expect(await withClientFiles(mysql, {}, home)).toEqual({
      target: mysql,
      credentials: { password: 'secret' },
      cautions: [],
    })
  })

  test('a given password, an empty one too, wins over the file', async () => {
    await put('.my.cnf', '[client]\npassword=secret\n', 0o600)
    expect((await withClientFiles(mysql, { password: '' }, home)).credentials).toEqual({ password: '' })
  })

  test.each([
    ['another user', '[client]\nuser=bob\npassword=secret\n'],
    ['another server', '[client]\nhost=other\nuser=ann\npassword=secret\n'],
  ])('the password of %s is not sent', async (_whose, text) => {
    await put('.my.cnf', text, 0o600)
    expect((await withClientFiles(mysql, {}, home)).credentials).toEqual({})
  })

  test('a target that names nothing gets server and account from ~/.my.cnf', async () => {
    await put('.my.cnf', '[client]\nuser=bob\nhost=db\nport=3307\npassword=x\n', 0o600)
    const filled = await withClientFiles({ via: 'network', product: 'mariadb' }, {}, home)
    expect(filled.target).toEqual({ via: 'network', product: 'mariadb', user: 'bob', host: 'db', port: 3307 })
  })

  test('an option file that others can read is told', async () => {
    await put('.my.cnf', '[client]\npassword=secret\n', 0o644)
    const filled = await withClientFiles(mysql, {}, home)
    expect(filled.credentials.password).toBe('secret')
    expect(filled.cautions).toHaveLength(1)
    expect(filled.cautions[0]).toMatch(/chmod 600/)
  })

  test('the line of ~/.pgpass that fits gives the password', async () => {
    await put('.pgpass', 'other:5432:*:*:no\ndb:5432:shop:ann:a\\:b\n*:*:*:*:last\n', 0o600)
    expect((await withClientFiles(postgres, {}, home)).credentials).toEqual({ password: 'a:b' })
  })

  test('a socket stands in ~/.pgpass as localhost', async () => {
    await put('.pgpass', 'localhost:*:*:ann:socketed\n', 0o600)
    const target: ConnectionTarget = { via: 'network', product: 'postgres', socketPath: '/run/pg', user: 'ann' }
    expect((await withClientFiles(target, {}, home)).credentials).toEqual({ password: 'socketed' })
  })

  test('a password file that others can read is not used, and told', async () => {
    await put('.pgpass', '*:*:*:*:secret\n', 0o640)
    const filled = await withClientFiles(postgres, {}, home)
    expect(filled.credentials).toEqual({})
    expect(filled.cautions[0]).toMatch(/not used/)
  })

  test('PGPASSFILE names another file and stays as it was', async () => {
    await put('mine', '*:*:*:*:named\n', 0o600)
    process.env['PGPASSFILE'] = join(home, 'mine')
    expect((await withClientFiles(postgres, {}, home)).credentials).toEqual({ password: 'named' })
    expect(process.env['PGPASSFILE']).toBe(join(home, 'mine'))
  })

  test('PGPASSWORD is used before any file', async () => {
    await put('.pgpass', '*:*:*:*:file\n', 0o600)
    process.env['PGPASSWORD'] = 'environment'
    expect((await withClientFiles(postgres, {}, home)).credentials).toEqual({ password: 'environment' })
  })

  test('without files nothing is filled in but the user name of this computer', async () => {
    const filled = await withClientFiles({ via: 'network', product: 'mysql', host: 'db' }, {}, home)
    expect(filled.credentials).toEqual({})
    expect(filled.target).toMatchObject({ user: expect.stringMatching(/./) })
  })
})
