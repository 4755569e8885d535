// Protects a server whose disk runs full while tables are copied: the error says so, and the room is given back.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sandboxAvailability } from '../../../src/sandbox/index'
import { faultFrom } from '../../kit/mysql'
import { privateServer } from '../experiment/private-server'
import type { Witness } from '../experiment/servers'
import { make, scratchSchemas, testLedger } from './servers'

const appFolder = join(import.meta.dirname, '../../..')
const products = (await sandboxAvailability({ appFolder, cacheFolder: appFolder })).filter((kind) => kind.available)
const owner = 'diskfull'
const mebibyte = 1024 * 1024

/** A small disk in memory; undefined where this account may not make one. */
function smallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'sargable-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=900m,mode=1777', 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    console.warn('\n*** NOT RUN: a full disk; this account may not mount one ***\n')
    return undefined
  }
}

test.runIf(products.length === 0)('no server program is here', ({ skip }) => skip())

describe.each(products)('$product', ({ product }) => {
  test('the error says it, and nothing is left', { timeout: 180_000 }, async ({ skip }) => {
    const disk = smallDisk()
    if (disk === undefined) return skip()
    const usual = process.env['TMPDIR']
    const ledger = testLedger(owner)
    process.env['TMPDIR'] = disk
    let eyes: Witness | undefined
    try {
      const server = await privateServer(product, 'scratch_disk')
      try {
        const wide = server.isPostgres
          ? 'CREATE TABLE wide AS SELECT id, repeat(md5(id::text), 60) AS pad FROM numbers; ALTER TABLE wide ALTER pad SET STORAGE PLAIN'
          : "CREATE TABLE wide (id INT NOT NULL PRIMARY KEY, pad VARCHAR(2000) NOT NULL) ENGINE=InnoDB; INSERT INTO wide SELECT id, REPEAT(CONCAT(word, '-'), 200) FROM numbers"
        await server.make(20_000, wide.split('; '))
        eyes = await server.witness()
        const { bavail, bsize } = statfsSync(disk)
        const ballast = join(disk, 'ballast')
        writeFileSync(ballast, Buffer.alloc(bavail * bsize - 12 * mebibyte))
        const table = { name: 'wide', rows: 'all', indexes: true, triggers: false } as const
        const fault = await faultFrom(make(server, ledger, { tables: [table], ddl: [] }))
        expect(fault.code).toBe('disk-full')
        expect(fault.hint).toMatch(/disk/)
        expect(await scratchSchemas(server, eyes, owner)).toEqual([])
        expect(ledger.entries()).toEqual([])
        // There is room again for the same as before.
        rmSync(ballast)
        const scratch = await make(server, ledger, { tables: [table], ddl: [] })
        expect(scratch.rows).toBe(20_000)
        expect(await scratch.remove()).toEqual([])
      } finally {
        await eyes?.end()
        await server.remove()
      }
    } finally {
      if (usual === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = usual
      ledger.close()
      execFileSync('umount', ['-l', disk])
      rmSync(disk, { recursive: true })
    }
  })
})
