// Protects that reading ends within bounds, and that a bound which was reached is told with its place.
import { describe, expect, test } from 'vitest'
import { SargableError } from '../../../src/core/errors'
import { readPlans } from '../../../src/core/plan/read'

const plan = 'Seq Scan on t  (cost=0.00..35.50 rows=2550 width=4)\n'
/** Headers of results without a result. */
const vain = 'EXPLAIN\n'.repeat(200_000)

function messageOf(text: string): string {
  try {
    readPlans(text, {})
  } catch (thrown) {
    if (thrown instanceof SargableError) return thrown.fault.message
    throw thrown
  }
  throw new Error('It was read.')
}

/** What the notes of the first plan say, and the text that they point to. */
function notesOf(text: string): readonly (readonly [message: string, place: string])[] {
  return (readPlans(text, {})[0]?.notes ?? []).map(({ message, span }) => [message, text.slice(span.start, span.end)])
}

describe('lines that could begin a plan and do not', () => {
  test('end the search; the refusal says so', () => {
    expect(messageOf(`${vain}\n${plan}`)).toContain('so far: 200000 lines look like the beginning of a plan')
  })

  test('behind a plan are told in a note at the line where the search ended', () => {
    const [note, ...others] = notesOf(`${plan}\n${vain}EXPLAIN\nthe rest`)
    expect(others).toEqual([])
    expect(note?.[0]).toContain('The search for plans stopped here')
    expect(note?.[1]).toBe('EXPLAIN\nthe rest')
  })

  test('in mail end the search at the place in the mail', () => {
    const mail = `${plan}\n\n${vain}EXPLAIN\nthe rest`.replace(/^/gm, '> ')
    expect(notesOf(mail).map(([, place]) => place)).toEqual(['EXPLAIN\n> the rest'])
  })
})

test('of more than a thousand plans the rest is told with its place', () => {
  const text = `${plan}\n`.repeat(1002)
  expect(readPlans(text, {}).length).toBe(1000)
  expect(notesOf(text)).toEqual([['Only the first 1000 plans of this text were read.', `\n${plan}\n${plan}\n`]])
})

test('exactly a thousand plans are all of them', () => {
  const text = `${plan}\n`.repeat(1000)
  expect([readPlans(text, {}).length, notesOf(text)]).toEqual([1000, []])
})

test('elements of XML inside each other are refused at the first one too many', () => {
  const text = `<explain>${'<Plan>'.repeat(200_000)}`
  expect(messageOf(text)).toContain('100000 elements are open')
})

test('a frame without its last border says that rows may be missing', () => {
  const border = '+----+-------------+-------+------+'
  const rows = '| id | select_type | table | type |'
  const open = [border, rows, border, '|  1 | SIMPLE      | t     | ALL  |'].join('\n')
  expect(notesOf(open)).toEqual([
    ['The frame is not closed below this row; rows may be missing', '|  1 | SIMPLE      | t     | ALL  |'],
  ])
  expect(notesOf(`${open}\n${border}`)).toEqual([])
})
