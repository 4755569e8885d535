import type { Database } from 'node-sqlite3-wasm'
import { type ConnectionProfile, connectionProfileSchema } from '../core/connection/model'

/** Connections that the person named and kept, most recently used first. Rows that no longer validate are left out. */
export function listProfiles(store: Database): readonly ConnectionProfile[] {
  return store
    .all('SELECT id, name, target, last_used_at FROM profile ORDER BY last_used_at DESC, name')
    .flatMap((row) => {
      const checked = connectionProfileSchema.safeParse({
        id: row['id'],
        name: row['name'],
        target: JSON.parse(String(row['target'])),
        lastUsedAt: row['last_used_at'] ?? undefined,
      })
      return checked.success ? [checked.data] : []
    })
}

/** Adds the profile or replaces the one with its id. Only the fields of the schema are kept: no password gets in. */
export function saveProfile(store: Database, profile: ConnectionProfile): void {
  const { id, name, target, lastUsedAt } = connectionProfileSchema.parse(profile)
  store.run('INSERT OR REPLACE INTO profile (id, name, target, last_used_at) VALUES (?, ?, ?, ?)', [
    id,
    name,
    JSON.stringify(target),
    lastUsedAt ?? null,
  ])
}

export function touchProfile(store: Database, id: string, usedAt: string): void {
  store.run('UPDATE profile SET last_used_at = ? WHERE id = ?', [usedAt, id])
}

export function removeProfile(store: Database, id: string): void {
  store.run('DELETE FROM profile WHERE id = ?', [id])
}
