import { readFile, rename, writeFile } from 'node:fs/promises'
import { safeStorage } from 'electron'

/** Passwords of saved connections, by the connection's id. */
export interface Secrets {
  readonly backend: 'keychain' | 'memory'
  get(id: string): Promise<string | undefined>
  set(id: string, password: string): Promise<void>
  remove(id: string): Promise<void>
}

/**
 * Encrypts with the operating system's keychain into one file. Where that offers no real encryption, passwords stay in
 * memory until the app ends; nothing is written.
 */
export function openSecrets(file: string): Secrets {
  return hasKeychain() ? keychainSecrets(file) : memorySecrets()
}

/** `basic_text` encrypts with a fixed key that everyone knows: none at all. */
function hasKeychain(): boolean {
  if (!safeStorage.isEncryptionAvailable()) return false
  // Electron 22 cannot say which backend; there, encryption counts as available only with a real one.
  if (process.platform !== 'linux' || typeof safeStorage.getSelectedStorageBackend !== 'function') return true
  return !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend())
}

function memorySecrets(): Secrets {
  const kept = new Map<string, string>()
  return {
    backend: 'memory',
    get: async (id) => kept.get(id),
    set: async (id, password) => void kept.set(id, password),
    remove: async (id) => void kept.delete(id),
  }
}

function keychainSecrets(file: string): Secrets {
  // One change after the other: two at once would each write the file without the other's.
  let last: Promise<unknown> = Promise.resolve()
  const change = (edit: (all: Map<string, string>) => void): Promise<void> => {
    const done = last.then(async () => {
      const all = await readAll(file)
      edit(all)
      await writeFile(`${file}.part`, JSON.stringify(Object.fromEntries(all)), { mode: 0o600 })
      await rename(`${file}.part`, file)
    })
    last = done.catch(() => undefined) // the caller sees it; the next change starts from the file again
    return done
  }
  return {
    backend: 'keychain',
    async get(id) {
      await last
      const encrypted = (await readAll(file)).get(id)
      return encrypted === undefined ? undefined : safeStorage.decryptString(Buffer.from(encrypted, 'base64'))
    },
    set: (id, password) => change((all) => all.set(id, safeStorage.encryptString(password).toString('base64'))),
    remove: (id) => change((all) => all.delete(id)),
  }
}

/** Encrypted passwords by id; none when the file is not there yet or was damaged. */
async function readAll(file: string): Promise<Map<string, string>> {
  try {
    const read: unknown = JSON.parse(await readFile(file, 'utf8'))
    const entries = typeof read === 'object' && read ? Object.entries(read) : []
    return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    return new Map()
  }
}
