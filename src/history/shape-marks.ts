import type { Database } from 'node-sqlite3-wasm'
import { type ShapeMark, shapeMarkSchema } from '../core/digest/view/model'

/** What was said of shapes of slow statements, the latest first. A shape is known by its digest, in any log. */
export function listMarks(store: Database): readonly ShapeMark[] {
  return store
    .all('SELECT digest, state, note, at FROM shape_mark ORDER BY at DESC, digest')
    .map((row) => shapeMarkSchema.parse(row))
}

/** Keeps a mark; one that says nothing is forgotten. */
export function setMark(store: Database, { digest, state, note, at }: ShapeMark): void {
  if (state === 'open' && note === '') store.run('DELETE FROM shape_mark WHERE digest = ?', [digest])
  else
    store.run('INSERT OR REPLACE INTO shape_mark (digest, state, note, at) VALUES (?, ?, ?, ?)', [
      digest,
      state,
      note,
      at,
    ])
}
