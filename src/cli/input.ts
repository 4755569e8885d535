import { readFile } from 'node:fs/promises'
import { TextDecoder } from 'node:util'
import { fault } from '../core/errors'

/** The text of a file, or of standard input for `-` or no name. It must be UTF-8; a byte order mark is dropped. */
export async function readText(name: string | undefined): Promise<string> {
  const fromInput = name === undefined || name === '-'
  let bytes: Uint8Array
  try {
    bytes = fromInput ? await readInput() : await readFile(name)
  } catch (thrown) {
    throw fault('file-unreadable', `${name}: ${thrown instanceof Error ? thrown.message : thrown}`)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (thrown) {
    const at = firstInvalidByte(bytes)
    throw fault(
      'unreadable-text',
      `${fromInput ? 'standard input' : name} is not UTF-8: byte ${at} starts no character.`,
      {
        hint: `Convert it first. (${thrown instanceof Error ? thrown.message : thrown})`,
      },
    )
  }
}

async function readInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** 0-based offset of the first byte that belongs to no valid UTF-8 character. */
function firstInvalidByte(bytes: Uint8Array): number {
  let low = 0
  let high = bytes.length
  // The longest prefix that decodes as a stream; streams accept a cut character at the end.
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (decodes(bytes.subarray(0, middle))) low = middle
    else high = middle - 1
  }
  return low
}

function decodes(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false // the question was whether it decodes
  }
}
