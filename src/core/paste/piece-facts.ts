import { SargableError } from '../errors'
import { readPlans } from '../plan/read'
import { each } from '../plan/walk'
import type { PastePart } from './model'

type Facts = PastePart['facts']

/** Longer pieces are read when they are drawn, not while somebody types beside them. */
const longestRead = 300_000

/** True for a piece that is told by its head alone. */
export function isLong(piece: string): boolean {
  return piece.length > longestRead
}

/** Of a plan: how many plans, nodes and tables, whether it was measured, and places that were not understood. */
export function planFacts(piece: string): Facts {
  if (isLong(piece)) return { characters: piece.length }
  try {
    const plans = readPlans(piece, {})
    const nodes = plans.flatMap((plan) => [...each(plan.root)])
    const tables = new Set(
      nodes.flatMap(({ access }) => (access && !access.derived ? [access.alias ?? access.table] : [])),
    )
    const notes = plans.reduce((sum, plan) => sum + plan.notes.length, 0)
    return {
      ...(plans.length > 1 ? { plans: plans.length } : {}),
      nodes: nodes.length,
      tables: tables.size,
      measured: plans.some((plan) => plan.source.measured),
      ...(notes > 0 ? { notUnderstood: notes } : {}),
    }
  } catch (thrown) {
    // What is wrong with it is said when it is drawn.
    if (thrown instanceof SargableError) return { readable: false }
    throw thrown
  }
}

/** Of an optimizer trace: what it tells by its key words; reading it whole is the trace reader's. */
export function traceFacts(piece: string): Facts {
  const count = (word: string) => piece.split(`"${word}"`).length - 1
  const truncated = /missing[_ ]bytes[^\d]{0,40}([1-9]\d*)/i.exec(piece)?.[1]
  return {
    queries: count('join_optimization'),
    joinOrders: count('plan_prefix'),
    ...(truncated === undefined ? {} : { bytesCutOff: Number(truncated) }),
  }
}

/** Of a text that is nothing known. */
export function textFacts(piece: string): Facts {
  return { lines: piece.split('\n').length, characters: piece.length }
}
