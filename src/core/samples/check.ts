import type { Analysis } from '../analysis/model'
import { each } from '../plan/walk'
import type { SampleCheck, SampleServer } from './model'

/** The checks that apply on `server`, and whether the analysis shows what they promise. */
export function checkSample(
  checks: readonly SampleCheck[],
  server: SampleServer,
  analysis: Analysis,
): readonly { readonly text: string; readonly holds: boolean }[] {
  return checks
    .filter((check) => check.servers.includes(server))
    .map((check) => ({
      text: check.text,
      holds: factsHold(check, analysis) && saysSo(check, analysis) && accessSeen(check, analysis),
    }))
}

function factsHold(check: SampleCheck, analysis: Analysis): boolean {
  return Object.entries(check.facts ?? {}).every(([name, value]) =>
    analysis.verdict.facts.some((fact) => fact.name === name && fact.value === value),
  )
}

function saysSo(check: SampleCheck, analysis: Analysis): boolean {
  return check.says === undefined || analysis.verdict.text.includes(check.says)
}

function accessSeen(check: SampleCheck, analysis: Analysis): boolean {
  const wanted = check.access
  if (!wanted) return true
  // Key lengths are printed by some formats only; every format of one server tells the same plan.
  const nodes = analysis.plans.flatMap((plan) => [...each(plan.root)])
  return nodes.some(
    ({ access }) =>
      access?.table === wanted.table &&
      access.accessType === wanted.accessType &&
      (wanted.index === undefined || access.indexes.some((index) => index.name === wanted.index)) &&
      (wanted.keyLengthBytes === undefined ||
        access.indexes.some((index) => index.keyLengthBytes === wanted.keyLengthBytes)),
  )
}
