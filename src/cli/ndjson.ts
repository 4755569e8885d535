import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { dialectSchema } from '../core/engine'
import { fault, faultOf } from '../core/errors'
import { errorDocument } from './output'

const lineSchema = z.object({
  id: z.union([z.string(), z.number()]),
  text: z.string(),
  dialect: dialectSchema.optional(),
  schema: z.string().optional(),
  sql: z.string().optional(),
})
export type BatchLine = z.infer<typeof lineSchema>

/**
 * Answers each `{"id","text",…}` line of `input` with one document line carrying that id, in order and as they come.
 * A line that fails gives an error document, and the rest goes on.
 * @returns true when every line succeeded
 */
export async function runBatch(
  input: Readable,
  answer: (line: BatchLine) => Promise<object>,
  write: (text: string) => Promise<void>,
): Promise<boolean> {
  let allDone = true
  let number = 0
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number++
    if (text.trim() === '') continue
    let id: string | number | undefined
    try {
      const line = readLine(text, number)
      id = line.id
      await write(`${JSON.stringify({ id, ...(await answer(line)) })}\n`)
    } catch (thrown) {
      allDone = false
      await write(`${JSON.stringify({ ...(id !== undefined && { id }), ...errorDocument(faultOf(thrown)) })}\n`)
    }
  }
  return allDone
}

function readLine(text: string, number: number): BatchLine {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (thrown) {
    throw fault(
      'bad-request',
      `Input line ${number} is not JSON: ${thrown instanceof Error ? thrown.message : thrown}`,
      {
        line: number,
      },
    )
  }
  const checked = lineSchema.safeParse(value)
  if (checked.success) return checked.data
  const issue = checked.error.issues[0]
  throw fault('bad-request', `Input line ${number}: ${issue?.path.join('.')}: ${issue?.message}`, { line: number })
}
