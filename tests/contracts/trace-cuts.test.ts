// Protects: of a trace that was cut anywhere every finished step is there as it is in the whole one, and nothing else.
import { describe, expect, test } from 'vitest'
import { SargableError } from '../../src/core/errors'
import type { Trace } from '../../src/core/trace/model'
import { readTrace } from '../../src/core/trace/read'
import { recordedTraces, tracingServers } from './traces'

const places = 50
const recordings = recordedTraces().filter(({ case: name }) => name !== 'trace-cut')

interface Piece {
  readonly kind: string
  readonly span: { readonly start: number; readonly end: number }
  /** What does not depend on what comes later: "best so far", names of ranges and wholeness do. */
  readonly said: string
}

function piecesOf(trace: Trace): Piece[] {
  const piece = (kind: string, span: Piece['span'], ...said: readonly unknown[]) => ({
    kind,
    span,
    said: JSON.stringify(said),
  })
  return [
    ...trace.tables.flatMap(({ alternatives }) =>
      alternatives.map((one) =>
        piece(
          `way ${one.phase}`,
          one.span,
          one.selectId,
          one.prefix,
          one.stage,
          one.accessType,
          one.rows,
          one.rowsAfter,
          one.cost,
          one.usable,
          one.cause,
          one.indexOnly,
        ),
      ),
    ),
    ...trace.joinOrders.map((one) =>
      piece('order', one.span, one.selectId, one.stage, one.order, one.cost, one.rows, one.sortCost, one.prunedBy),
    ),
    ...trace.semiJoins.map((one) =>
      piece(`strategy ${one.final}`, one.span, one.selectId, one.strategy, one.cost, one.rows, one.cause),
    ),
    ...trace.transformations.map((one) =>
      piece('transformation', one.span, one.selectId, one.name, one.applied, one.before, one.after, one.cause),
    ),
    ...trace.conditions.map((one) => piece(`condition ${one.kind}`, one.span, one.selectId, one.table, one.text)),
    ...trace.rechecks.map((one) =>
      piece(
        `recheck ${one.reason}`,
        one.span,
        one.selectId,
        one.table,
        one.clause,
        one.planChanged,
        one.index,
        one.rows,
      ),
    ),
    ...trace.work.map((one) => piece(`work ${one.kind}`, one.span, one.table, one.facts)),
    ...trace.lines.map((one) => piece('line', one.span, one.text)),
  ]
}

const keyOf = ({ kind, span, said }: Piece) => `${kind} ${span.start} ${span.end} ${said}`
const placeOf = ({ kind, span }: Piece) => `${kind} ${span.start}`

describe.each(tracingServers)('%s', (server) => {
  const own = recordings.filter((one) => one.server === server)

  test(`each of its traces, cut at ${places} places`, () => {
    const problems: string[] = []
    for (const { name, text } of own) {
      const whole = piecesOf(readTrace(text)).map((one) => ({ ...one, key: keyOf(one) }))
      const starts = new Set(whole.map(placeOf))
      for (let part = 1; part < places; part++) {
        const at = Math.ceil((text.length * part) / places)
        const cutText = text.slice(0, at)
        if (cutText.trimEnd() === text.trimEnd()) continue
        const cut = readTrace(cutText)
        if (cut.cutAt === undefined) problems.push(`${name} at ${at}: not said to be cut`)
        const there = piecesOf(cut)
        const keys = new Set(there.map(keyOf))
        // What stands at the very end may still go on, for all that anybody can tell.
        const endOfFinished = Math.max(...[',', ']', '}'].map((mark) => cutText.lastIndexOf(mark)))
        const finished = whole.filter(({ span }) => span.end <= endOfFinished)
        const lost = finished.filter(({ key }) => !keys.has(key))
        if (lost[0]) problems.push(`${name} at ${at}: lost ${keyOf(lost[0])}`)
        const invented = there.filter((one) => !starts.has(placeOf(one)))
        if (invented[0]) problems.push(`${name} at ${at}: invented ${keyOf(invented[0])}`)
      }
    }
    expect(problems.slice(0, 20)).toEqual([])
  })
})

test('before the first step there is nothing to read, and that is said', () => {
  for (const text of ['', ' ', '\n']) expect(() => readTrace(text)).toThrow(SargableError)
  const { steps, tables, cutAt } = readTrace('{')
  expect({ children: steps.children, tables, cutAt }).toEqual({ children: [], tables: [], cutAt: 1 })
})
