import type { Analysis } from '../../core/analysis/model'
import { groupByShape, type PlannedSet } from '../../core/analysis/value-sets/group-by-shape'
import { mergeSetFindings } from '../../core/analysis/value-sets/merge-findings'
import type { ValueSetOrigin } from '../../core/analysis/value-sets/model'
import { type Fault, fault, faultOf, SargableError } from '../../core/errors'
import { byLoudness } from '../../core/plan/insight/plan-findings'
import type { PlaceholderValues } from '../../core/sql/edits/placeholder-values'
import type { Session } from '../../engines/engine'
import type { Progress } from '../api'
import { asAsked, boundStatement } from '../bound-statement'
import type { ConnectionOrder } from '../connections'
import { type AnalyzeOrder, analyzeStatement } from './analyze-statement'
import { genericPlan } from './generic-plan'

export interface AskedSet {
  readonly name?: string | undefined
  readonly why?: string | undefined
  readonly from: ValueSetOrigin
  readonly values: PlaceholderValues
}

/** Faults that no other set of values can mend. */
const hopeless: ReadonlySet<Fault['code']> = new Set([
  'cancelled',
  'lost-connection',
  'needs-consent',
  'production-refused',
])

/**
 * The statement planned with each set of values: the analysis of the first that the server takes, with all sets grouped
 * by plan shape beside it. Findings that do not hold for all sets say for which they do.
 * @throws SargableError when no set has a plan: that of the first
 */
export async function analyzeValueSets(
  session: Session,
  target: ConnectionOrder['target'],
  order: AnalyzeOrder,
  asked: readonly AskedSet[],
  signal: AbortSignal,
  progress: (event: Progress) => void,
): Promise<Analysis> {
  const sets = named(asked)
  const planned: PlannedSet[] = []
  const analyses: { readonly name: string; readonly analysis: Analysis }[] = []
  let firstFault: Fault | undefined
  for (const [at, { name, from, why, values }] of sets.entries()) {
    progress({ text: `Planning with the values of ${name}`, done: at, total: sets.length })
    const about = { name, from, why }
    try {
      const bound = await boundStatement(order.sql, session.identity, values)
      const [before] = analyses
      const asFirst = { ...order, sql: bound.sql }
      // The trace is that of the first; tables are counted once, so that all sets are judged by the same.
      const as = before ? { ...asFirst, trace: false, counted: before.analysis.statistics ?? [] } : asFirst
      const one = await analyzeStatement(session, target, as, signal, () => undefined)
      const analysis = asAsked(one, bound)
      analyses.push({ name, analysis })
      planned.push({ ...about, values: analysis.values ?? [], result: analysis })
    } catch (thrown) {
      const error = faultOf(thrown)
      if (hopeless.has(error.code)) throw thrown
      firstFault ??= error
      planned.push({ ...about, values: [], result: { error } })
    }
  }
  const [first] = analyses
  if (first === undefined)
    throw firstFault ? new SargableError(firstFault) : fault('bad-request', 'There are no values.')
  const cautions: string[] = []
  const generic = await genericPlan(session, order.sql, cautions, signal)
  const findings = mergeSetFindings(analyses.map(({ name, analysis }) => ({ name, findings: analysis.findings })))
  const { nothingToAdvise, ...analysis } = first.analysis
  const isNothing = findings.every(({ advice }) => advice.length === 0)
  return {
    ...analysis,
    findings: byLoudness(findings),
    ...(isNothing && nothingToAdvise !== undefined && { nothingToAdvise }),
    valueSets: groupByShape(planned, generic, cautions),
  }
}

/** A, B, … where they have no name; a name that comes twice gets a number. */
function named(sets: readonly AskedSet[]): readonly (AskedSet & { readonly name: string })[] {
  const taken = new Set<string>()
  return sets.map((set, at) => {
    const wanted = set.name ?? letters(at)
    let name = wanted
    for (let number = 2; taken.has(name); number++) name = `${wanted} ${number}`
    taken.add(name)
    return { ...set, name }
  })
}

function letters(at: number): string {
  return at < 26 ? String.fromCharCode(65 + at) : `${letters(Math.floor(at / 26) - 1)}${letters(at % 26)}`
}
