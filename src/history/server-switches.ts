import type { Database } from 'node-sqlite3-wasm'

/** Something that was switched on for a whole server, written down before it was. */
export interface ServerSwitch {
  /** The server, whatever the account. */
  readonly place: string
  /** The statement that puts it back. */
  readonly putBack: string
  /** The process that switched it on. */
  readonly pid: number
  /** ISO 8601, UTC. */
  readonly switchedAt: string
}

export function addSwitch(store: Database, { place, putBack, pid, switchedAt }: ServerSwitch): void {
  store.run('INSERT OR REPLACE INTO server_switch (place, put_back, pid, switched_at) VALUES (?, ?, ?, ?)', [
    place,
    putBack,
    pid,
    switchedAt,
  ])
}

/** What is switched on at a server, as far as is known here. */
export function listSwitches(store: Database, place: string): readonly ServerSwitch[] {
  return store
    .all('SELECT place, put_back, pid, switched_at FROM server_switch WHERE place = ?', [place])
    .map((row) => ({
      place: String(row['place']),
      putBack: String(row['put_back']),
      pid: Number(row['pid']),
      switchedAt: String(row['switched_at']),
    }))
}

export function removeSwitch(store: Database, { place, putBack }: Pick<ServerSwitch, 'place' | 'putBack'>): void {
  store.run('DELETE FROM server_switch WHERE place = ? AND put_back = ?', [place, putBack])
}
