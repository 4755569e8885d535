import { keyNumberOf, keySpanOf, spanOf } from '../json/cursor'
import type { JsonTape } from '../json/tape'
import type { ParseNote } from '../text-span'
import { isKnownKey } from './vocabulary'

/** A note for each key that nobody has looked at, at its first place. */
export function noteUnknownKeys(tape: JsonTape): ParseNote[] {
  const unknown = new Set<number>()
  tape.names.forEach((name, number) => {
    if (!isKnownKey(name)) unknown.add(number)
  })
  const notes: ParseNote[] = []
  for (let at = 0; at < tape.count && unknown.size > 0; at++) {
    const number = keyNumberOf(tape, at)
    if (!unknown.delete(number)) continue
    notes.push({ message: `Unknown key “${tape.names[number] ?? ''}”`, span: keySpanOf(tape, at) ?? spanOf(tape, at) })
  }
  return notes
}
