import { fault, type SargableError } from '../../errors'
import type { JsonProblem } from '../../json/tape'
import { lineAndColumn, type TextSpan } from '../../text-span'

/** How much of the text around a wrong place is quoted in a message (UTF-16 code units). */
const quotedLength = 20

/** The error for a text that holds no plan, or one that cannot be read, with its place. */
export function unreadable(text: string, span: TextSpan, message: string, hint?: string): SargableError {
  return fault('unreadable-plan', message, {
    ...(hint === undefined ? {} : { hint }),
    span,
    ...lineAndColumn(text, span.start),
  })
}

/** The same for JSON, YAML or XML: a plan that was cut off is told apart from one that is damaged. */
export function unreadableJson(text: string, problem: JsonProblem, syntax = 'JSON'): SargableError {
  const { offset, expected, cut } = problem
  if (cut) {
    return unreadable(
      text,
      { start: offset, end: offset },
      `The plan is cut off: it ends where ${expected} was expected.`,
      'Copy the whole output; clients and terminals shorten long values.',
    )
  }
  const end = Math.min(offset + quotedLength, text.length)
  const found = text.slice(offset, end).split('\n')[0] ?? ''
  return unreadable(
    text,
    { start: offset, end: Math.min(offset + 1, text.length) },
    `The plan is not valid ${syntax}: ${expected} was expected, "${found}" stands there.`,
    'Paste the output exactly as the server printed it.',
  )
}
