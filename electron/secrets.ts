import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { safeStorage } from 'electron'

/** Passwords of saved connections, by the connection's id. */
export interface Secrets {
  readonly backend: 'keychain' | 'memory'
  get(id: string): string | undefined
  set(id: string, password: string): void
  remove(id: string): void
}

/**
 * Encrypts with the operating system's keychain into one file. Where that offers no real encryption, passwords stay in
 * memory until the app ends; nothing is written.
 */
export function openSecrets(file: string): Secrets {
  if (!hasKeychain()) {
    const kept = new Map<string, string>()
    return {
      backend: 'memory',
      get: (id) => kept.get(id),
      set: (id, password) => void kept.set(id, password),
      remove: (id) => void kept.delete(id),
    }
  }
  const encrypted = readAll(file)
  const write = () => {
    writeFileSync(`${file}.part`, JSON.stringify(Object.fromEntries(encrypted)), { mode: 0o600 })
    renameSync(`${file}.part`, file)
  }
  return {
    backend: 'keychain',
    get(id) {
      const text = encrypted.get(id)
      return text === undefined ? undefined : safeStorage.decryptString(Buffer.from(text, 'base64'))
    },
    set(id, password) {
      encrypted.set(id, safeStorage.encryptString(password).toString('base64'))
      write()
    },
    remove: (id) => void (encrypted.delete(id) && write()),
  }
}

/** `basic_text` encrypts with a fixed key that everyone knows: none at all. */
function hasKeychain(): boolean {
  if (!safeStorage.isEncryptionAvailable()) return false
  // Electron 22 cannot say which backend; there, encryption counts as available only with a real one.
  if (process.platform !== 'linux' || typeof safeStorage.getSelectedStorageBackend !== 'function') return true
  return !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend())
}

/** Encrypted passwords by id; none when the file is not there yet or was damaged. */
function readAll(file: string): Map<string, string> {
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const entries = typeof read === 'object' && read ? Object.entries(read) : []
    return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    return new Map()
  }
}
