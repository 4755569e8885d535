import type { Advice } from '../../core/advisor/model'
import type { TriedAdvice, WhatIfMethod } from '../../core/advisor/trial/model'
import { type Trial, triedAdvice } from '../../core/advisor/trial/tried-advice'
import { type TrialOrder, type TrialServer, whatIfWay } from '../../core/advisor/trial/ways'
import { SargableError } from '../../core/errors'
import type { Session } from '../../engines/engine'
import type { Request } from '../api'
import { boundIn } from './bound'

/** An advice on its way: how it is tried, on which text, and what became of it. */
export interface Attempt {
  readonly order: TrialOrder
  readonly way: WhatIfMethod
  /** The statement as the advice would have it, with values in its placeholders. */
  readonly sql: string
}

export async function attemptOf(
  order: TrialOrder,
  request: Request<'advice.whatIf'>,
  sql: string,
  session: Session,
  server: TrialServer,
): Promise<Attempt> {
  const { variant } = order.advice
  const own =
    variant.sql === request.sql || variant.sql === sql
      ? sql
      : await boundIn(variant.sql, session.identity, request.values)
  return { order, way: whatIfWay(order, server, request.by), sql: own }
}

/** What the server or we refuse costs one advice only; a lost connection, or a stop, ends all. */
export async function unlessRefused(advice: Advice, work: () => Promise<Trial>): Promise<TriedAdvice> {
  try {
    return triedAdvice(await work())
  } catch (thrown) {
    return refusedAdvice(advice, thrown)
  }
}

/** The advice with the reason why it could not be tried. @throws what concerns more than this advice */
export function refusedAdvice(advice: Advice, thrown: unknown): TriedAdvice {
  if (!(thrown instanceof SargableError)) throw thrown
  const { code, message, hint } = thrown.fault
  if (code === 'cancelled' || code === 'lost-connection' || code === 'production-refused' || code === 'internal') {
    throw thrown
  }
  return { advice, notTried: hint === undefined ? message : `${message} ${hint}` }
}
