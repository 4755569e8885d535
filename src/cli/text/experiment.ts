import { engineTitle } from '../../core/engine'
import type { Comparison, ExperimentDocument } from '../../core/experiment/model'
import { type TimeClock, timeClocks, variantTimes } from '../../core/experiment/summary/variant-times'
import { workRows } from '../../core/experiment/summary/work-rows'
import { clockWords, comparisonSentence } from '../../core/experiment/verdict'

/** The experiment for a terminal: the sentence, the clocks, the work, what makes it less certain. */
export function experimentText(document: ExperimentDocument): string {
  const { spec, comparisons, cautions, verdict } = document
  const [baseline] = spec.variants
  const several = comparisons.length > 1 && baseline
  return `${[
    verdict.text,
    ...(several ? ['', ...comparisons.map((one) => comparisonSentence(one, baseline.name))] : []),
    ...differenceLines(document),
    '',
    ...clockLines(document),
    '',
    ...workLines(document),
    '',
    protocolLine(document),
    ...cautions.map((caution) => `! ${caution}`),
  ].join('\n')}\n`
}

function differenceLines({ comparisons, spec }: ExperimentDocument): string[] {
  return comparisons.flatMap(({ variant, firstDifferences }) => {
    if (!firstDifferences || firstDifferences.length === 0) return []
    const baseline = spec.variants[0]?.name ?? ''
    const rows = firstDifferences.map(
      ({ only, row }) =>
        `  only in ${only === 'baseline' ? baseline : variant}  ${row.map((value) => value ?? 'NULL').join(' | ')}`,
    )
    return ['', `First differing rows of ${baseline} and ${variant}:`, ...rows]
  })
}

/** One line for each variant: its median times, and the ratios to the baseline with their intervals. */
function clockLines(document: ExperimentDocument): string[] {
  const { spec, comparisons, engine } = document
  const header = ['', 'median ms', ...timeClocks.map((clock) => `÷ by ${clockWords(clock)}`)]
  const times = variantTimes(document, 'client')
  const rows = spec.variants.map(({ name }, place) => {
    const own = times.find(({ variant }) => variant === name)
    const middle = own ? amount(own.medianMs) : '–'
    const comparison = comparisons.find(({ variant }) => variant === name)
    const ratios = timeClocks.map((clock) => (place === 0 ? '1' : ratioText(comparison, clock)))
    return [name, engine.product === 'pglite' ? `${middle} (embedded, no verdict)` : middle, ...ratios]
  })
  return table([header, ...rows])
}

function ratioText(comparison: Comparison | undefined, clock: TimeClock): string {
  const found = comparison?.clocks[clock]
  if (!found || !comparison) return '–'
  const decides = comparison.decidedBy === clock ? ' *' : ''
  return `${found.ratio.toFixed(3)} [${found.low.toFixed(3)}–${found.high.toFixed(3)}]${decides}`
}

/** Counters that differ between any two variants, median per run; ÷ for less than the baseline, × for more. */
function workLines(document: ExperimentDocument): string[] {
  const rows = workRows(document)
    .filter(({ differs, counter }) => differs || counter === 'rowsExamined')
    .map(({ counter, perRun, ratios }) => [
      counter,
      ...perRun.map((value, at) => (value === undefined ? '–' : `${amount(value)}${factor(ratios[at])}`)),
    ])
  return table([['work per run', ...document.spec.variants.map(({ name }) => name)], ...rows])
}

function factor(ratio: number | undefined): string {
  if (ratio === undefined || ratio === 1) return ''
  return ratio < 1 ? `  ÷${amount(1 / ratio)}` : `  ×${amount(ratio)}`
}

function amount(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 1 ? 2 : 3
  return value.toLocaleString('en', { maximumFractionDigits: digits })
}

function protocolLine({ spec, samples, engine, stoppedBecause, noiseFloorMicros }: ExperimentDocument): string {
  const pairs = samples.length === 0 ? 0 : Math.floor(samples.length / spec.variants.length)
  const why = {
    decided: 'all decided',
    'all-pairs': 'all pairs run',
    budget: 'the time budget ended',
    stopped: 'stopped',
    failed: 'it failed',
  }[stoppedBecause]
  const noise =
    noiseFloorMicros === undefined
      ? ''
      : ` The baseline against itself differs by up to ${amount(noiseFloorMicros)} µs at the client.`
  return `${engineTitle(engine)}; ${pairs} pairs of ${spec.minPairs} to ${spec.maxPairs} in the order of seed ${spec.seed}, after ${spec.warmupRounds} rounds of warm-up; ${why}. Differences below ${spec.threshold * 100} % are none.${noise}`
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_cell, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)))
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
