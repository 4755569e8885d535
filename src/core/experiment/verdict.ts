import type { Verdict } from '../analysis/verdict-model'
import { exhausted } from '../errors'
import type { Clock, Comparison, ExperimentSpec, Sample } from './model'
import { comparisonFacts } from './verdict-facts'

/** Above this factor a difference is said as "2.1×", below it in percent. */
const factorFrom = 1.5

/** The sentence of the whole experiment and its numbers: about the variant, or of several about the best one. */
export function experimentVerdict(
  spec: ExperimentSpec,
  comparisons: readonly Comparison[],
  samples: readonly Sample[] = [],
): Verdict {
  const [baseline] = spec.variants
  if (!baseline || comparisons.length === 0) return { text: 'Nothing was compared.', facts: [] }
  const order = [...comparisons].sort((one, other) => rank(one) - rank(other) || one.ratio - other.ratio)
  const costs = overheads.has(spec.preset ?? '')
  const told = costs ? (order.filter(({ verdict }) => verdict === 'slower').at(-1) ?? order[0]) : order[0]
  if (!told) return { text: 'Nothing was compared.', facts: [] }
  const sentence = comparisonSentence(told, baseline.name)
  const facts = comparisonFacts(told, baseline.name, samples)
  if (comparisons.length === 1) return { text: sentence, facts }
  return { text: `${leadOf(told, order, baseline.name, costs)}${sentence}`, facts }
}

/** Presets that ask what each step adds: there the dearest variant is the answer, not the fastest. */
const overheads: ReadonlySet<string> = new Set(['triggers', 'routine'])

function leadOf(told: Comparison, all: readonly Comparison[], baseline: string, costs: boolean): string {
  if (costs && told.verdict === 'slower') return `Of ${all.length} variants ${told.variant} costs most: `
  if (told.verdict === 'faster') return `Of ${all.length} variants ${told.variant} is the best: `
  return all.every(({ verdict }) => verdict === 'slower')
    ? `${baseline} is the fastest of ${all.length + 1}. The nearest: `
    : `No variant is faster than ${baseline}. `
}

function rank({ verdict }: Comparison): number {
  return ['faster', 'no-difference', 'undecided', 'slower'].indexOf(verdict)
}

/** One variant against the baseline, in words and numbers. */
export function comparisonSentence(comparison: Comparison, baseline: string): string {
  return [
    differenceWords(comparison, baseline),
    workWords(comparison),
    comparison.waiting,
    samenessWords(comparison, baseline),
  ]
    .filter((part) => part !== undefined)
    .join(' ')
}

function differenceWords(comparison: Comparison, baseline: string): string {
  const { variant, verdict, ratio, low, high, decidedBy, pairs } = comparison
  switch (verdict) {
    case 'faster':
    case 'slower': {
      const slower = verdict === 'slower'
      const factor = slower ? ratio : 1 / ratio
      if (decidedBy === 'work') {
        const size = factor >= factorFrom ? `${factor.toFixed(factor < 10 ? 2 : 1)}×` : amount(ratio, undefined)
        return `${variant} does ${size} ${slower ? 'more' : 'less'} work than ${baseline}.`
      }
      const range = slower ? ([low, high] as const) : ([1 / high, 1 / low] as const)
      const words = clockWords(decidedBy)
      if (factor >= factorFrom) {
        return `${variant} is ${factor.toFixed(factor < 10 ? 2 : 1)}× ${verdict} than ${baseline} [${range.map((value) => value.toFixed(factor < 10 ? 2 : 1)).join('–')}] by ${words}, ${pairs} pairs.`
      }
      return `${variant} takes ${amount(ratio, [low, high])} ${slower ? 'more' : 'less'} ${words} than ${baseline}, ${pairs} pairs.`
    }
    case 'no-difference':
      return decidedBy === 'work'
        ? `${variant} and ${baseline} do the same work.`
        : `No difference between ${variant} and ${baseline} by ${clockWords(decidedBy)}: ${percent(ratio)} [${percent(low)} to ${percent(high)}], ${pairs} pairs.`
    case 'undecided': {
      if (pairs === 0) return `${variant} was not compared with ${baseline}.`
      if (decidedBy === 'work') {
        return `Counted work does not tell how ${variant} compares with ${baseline}: they do not both read tables.`
      }
      const needed = comparison.pairsNeeded
      const more = needed === undefined ? '' : ` About ${needed - pairs} more pairs would decide.`
      return `Cannot tell yet how ${variant} compares with ${baseline}: ${percent(ratio)} [${percent(low)} to ${percent(high)}] by ${clockWords(decidedBy)} after ${pairs} pairs.${more}`
    }
    default:
      return exhausted(verdict)
  }
}

/** "17.3 % [15.0–19.1 %]", without a sign. */
function amount(ratio: number, range: readonly [number, number] | undefined): string {
  const share = (value: number) => (Math.abs(value - 1) * 100).toFixed(1)
  const own = `${share(ratio)} %`
  if (!range) return own
  const [from, to] = ratio > 1 ? range : [range[1], range[0]]
  return `${own} [${share(from)}–${share(to)} %]`
}

function percent(ratio: number): string {
  const change = (ratio - 1) * 100
  return `${change < 0 ? '−' : '+'}${Math.abs(change).toFixed(1)} %`
}

/** What a clock measures, for sentences. */
export function clockWords(clock: Clock): string {
  switch (clock) {
    case 'cpu':
      return 'CPU time of the server'
    case 'serverWall':
      return 'elapsed time on the server'
    case 'client':
      return 'elapsed time at the client'
    case 'work':
      return 'counted work'
    default:
      return exhausted(clock)
  }
}

/** Work that is told beside the time: the first of these that differs. */
const toldWork = [
  ['rowsExamined', 'rows examined'],
  ['buffers', 'pages touched'],
  ['pagesRead', 'pages read'],
] as const

function workWords({ workRatio }: Comparison): string | undefined {
  for (const [name, words] of toldWork) {
    const ratio = workRatio[name]
    if (ratio === undefined || Math.abs(ratio - 1) < 0.01) continue
    const factor = ratio < 1 ? 1 / ratio : ratio
    const size = factor >= factorFrom ? `${factor.toFixed(factor < 10 ? 2 : 1)}×` : amount(ratio, undefined)
    return `${size} ${ratio < 1 ? 'fewer' : 'more'} ${words}.`
  }
  return undefined
}

function samenessWords({ sameResult, sameResultBecause }: Comparison, baseline: string): string | undefined {
  switch (sameResult) {
    case 'same':
      return 'Same rows.'
    case 'different':
      return `The rows DIFFER from ${baseline}’s.${sameResultBecause === undefined ? '' : ` ${sameResultBecause}`}`
    case 'not-comparable':
      return `The rows cannot be compared. ${sameResultBecause ?? ''}`.trim()
    case 'unchecked':
      return undefined
    default:
      return exhausted(sameResult)
  }
}
