import type { Finding } from '../../core/advisor/model'
import type { Analysis } from '../../core/analysis/model'
import type { Verdict } from '../../core/analysis/verdict-model'
import { formatCount, formatFraction, formatRatio, formatTime } from '../../core/figures'
import type { Plan } from '../../core/plan/model'
import { orderOf } from '../../core/plan/walk'

/** How loud the verdict's icon is. */
export type Tone = 'bad' | 'warn' | 'good'

/** Reading this many times more than is returned is worth a red mark. */
const wastefulFactor = 10
/** Below this nobody waits, whatever the factor. */
const fewRows = 1000

/**
 * Only from the numbers and from what was found; the sentence says the rest. `findings` are asked for where the numbers
 * alone do not decide. `regroups`: the statement makes few rows of many on purpose, so that reading much is no waste by
 * itself.
 */
export function toneOf(
  { facts }: Verdict,
  findings: () => readonly Pick<Finding, 'severity'>[] = () => [],
  regroups = false,
): Tone {
  const value = (name: Verdict['facts'][number]['name']) => facts.find((fact) => fact.name === name)?.value
  const examined = value('rowsExamined')
  const returned = value('rowsReturned')
  if (!regroups && examined !== undefined && returned !== undefined && examined >= fewRows)
    if (examined >= wastefulFactor * Math.max(returned, 1)) return 'bad'
  const found = findings()
  if (found.some((finding) => finding.severity === 'problem')) return 'bad'
  const used = value('usedKeyParts')
  const parts = value('keyParts')
  const partsLeft = used !== undefined && parts !== undefined && used < parts
  return partsLeft || found.some((finding) => finding.severity === 'warning') ? 'warn' : 'good'
}

/** True when a step of the plan groups rows or removes duplicates. */
export function regroups(plan: Plan | undefined): boolean {
  if (plan === undefined) return false
  return orderOf(plan).nodes.some(({ operator }) => operator === 'aggregate' || operator === 'distinct')
}

/** A number below the sentence, with the node that it is about. */
export interface FactLine {
  readonly key: string
  readonly text: string
  /** What the optimizer believes, not what was counted. */
  readonly estimated: boolean
  readonly nodeId: string | undefined
}

/** The verdict's numbers in words, those that belong together as one. */
export function factLines({ facts }: Verdict, measured: boolean): FactLine[] {
  const of = (name: Verdict['facts'][number]['name']) => facts.find((fact) => fact.name === name)
  const line = (key: string, text: string | undefined, nodeId?: string, counted = false): FactLine[] =>
    text === undefined ? [] : [{ key, text, nodeId, estimated: counted && !measured }]
  const about = measured ? '' : '≈ '
  const [used, parts, usedBytes, bytes] = [of('usedKeyParts'), of('keyParts'), of('usedBytes'), of('indexBytes')]
  const [examined, returned, hottest, ratio] = [
    of('rowsExamined'),
    of('rowsReturned'),
    of('hottestShare'),
    of('rowsRatio'),
  ]
  return [
    ...line('examined', examined && `${about}${formatCount(examined.value)} rows examined`, examined?.nodeId, true),
    ...line('returned', returned && `${about}${formatCount(returned.value)} returned`, returned?.nodeId, true),
    ...line('parts', used && parts && `${used.value} of ${parts.value} key parts`, used?.nodeId),
    ...line(
      'bytes',
      usedBytes && bytes && `${formatCount(usedBytes.value)} of ${formatCount(bytes.value)} bytes of the key`,
      usedBytes?.nodeId,
    ),
    ...line('hottest', hottest && `${formatFraction(hottest.value)} of the time in one node`, hottest?.nodeId),
    ...line('ratio', ratio && `an estimate is off by ${formatRatio(ratio.value)}`, ratio?.nodeId),
  ]
}

/** What a measured run cost, in words; nothing when it was not run. */
export function measuredWords(analysis: Analysis): string | undefined {
  const { counters } = analysis
  if (!counters) return undefined
  return `${formatTime(counters.clientMs)} at the client, one run`
}

/** Text with `code` between backticks, cut into pieces. */
export function codePieces(text: string): { readonly key: number; readonly text: string; readonly code: boolean }[] {
  return text
    .split('`')
    .map((piece, at) => ({ key: at, text: piece, code: at % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}
