import { engineTitle } from '../../core/engine'
import type { Comparison, ExperimentDocument, NamedVariant } from '../../core/experiment/model'
import { shownClock, type TimeClock, timeClocks, variantTimes } from '../../core/experiment/summary/variant-times'
import { type WorkRow, type WorkUnit, workRows } from '../../core/experiment/summary/work-rows'
import { clockWords, comparisonSentence } from '../../core/experiment/verdict'
import { formatBytes, formatCount, formatFraction, formatTime } from '../../core/figures'
import { outline } from '../../core/plan/outline'
import type { ReportTable, ReportTile } from '../page'

/** What a report says, before it has a form; texts are plain. */
export interface ReportContent {
  readonly title: string
  readonly where: string
  /** UTC, to the minute. */
  readonly when: string
  readonly literals: 'literals shown' | 'literals masked'
  /** One for each variant but the baseline. */
  readonly sentences: readonly string[]
  readonly tiles: readonly ReportTile[]
  readonly variants: readonly ReportVariant[]
  readonly work: ReportTable
  readonly times: ReportTable
  readonly clock: TimeClock
  readonly differences: readonly ReportDifferences[]
  readonly protocol: readonly (readonly [what: string, value: string])[]
  readonly cautions: readonly string[]
}

export interface ReportVariant {
  readonly name: string
  readonly label?: string | undefined
  readonly sql: string
  /** Settings, index changes and where it ran, a line each. */
  readonly world: readonly string[]
  readonly plan?: string | undefined
  /** The server's own EXPLAIN output. */
  readonly raw?: string | undefined
}

export interface ReportDifferences {
  readonly variant: string
  readonly rows: readonly { readonly only: string; readonly values: readonly string[] }[]
}

/** @param masked the document had its literals masked, and shows no values */
export function reportContent(document: ExperimentDocument, masked: boolean): ReportContent {
  const { spec, comparisons, engine, startedAt, verdict, cautions } = document
  const [baseline] = spec.variants
  const clock = shownClock(document)
  return {
    title: verdict.text,
    where: engineTitle(engine),
    when: `${startedAt.slice(0, 16).replace('T', ' ')} UTC`,
    literals: masked ? 'literals masked' : 'literals shown',
    sentences:
      comparisons.length > 1 && baseline ? comparisons.map((one) => comparisonSentence(one, baseline.name)) : [],
    tiles: tilesOf(document, clock),
    variants: spec.variants.map((variant, place) => variantOf(variant, document.plans[place], masked)),
    work: workTable(document),
    times: timesTable(document),
    clock,
    differences: masked ? [] : differencesOf(document),
    protocol: protocolOf(document),
    cautions,
  }
}

/** The best variant against the baseline, in up to four figures. */
function tilesOf(document: ExperimentDocument, clock: TimeClock): readonly ReportTile[] {
  const { spec, comparisons } = document
  const shown = [...comparisons].sort((one, other) => one.ratio - other.ratio)[0]
  if (!shown) return []
  const place = spec.variants.findIndex(({ name }) => name === shown.variant)
  const change = (before: string, after: string) => (before === after ? before : `${before} → ${after}`)
  const work = workRows(document)
    .filter(({ counter }) => ['rowsExamined', 'buffers', 'pagesRead'].includes(counter))
    .slice(0, 2)
    .map(({ title, unit, perRun, ratios }): ReportTile => {
      const ratio = ratios[place]
      return {
        head: title,
        figure: change(amount(perRun[0], unit), amount(perRun[place], unit)),
        note: ratio === undefined || ratio === 1 ? 'alike' : factor(ratio),
      }
    })
  const times = variantTimes(document, clock)
  const before = times.find(({ variant }) => variant === spec.variants[0]?.name)
  const after = times.find(({ variant }) => variant === shown.variant)
  const time: ReportTile[] =
    before && after && document.engine.product !== 'pglite'
      ? [
          {
            head: 'Time, median',
            figure: change(formatTime(before.medianMs), formatTime(after.medianMs)),
            note: `${factor(after.medianMs / before.medianMs)} by ${clockWords(clock)}`,
          },
        ]
      : []
  return [...work, ...time, { head: 'Same rows', ...samenessTile(shown) }]
}

function samenessTile({ sameResult, sameResultBecause }: Comparison): Pick<ReportTile, 'figure' | 'note'> {
  const words = { same: 'yes', different: 'NO', 'not-comparable': 'not comparable', unchecked: 'not checked' }
  return { figure: words[sameResult], note: sameResultBecause ?? '' }
}

function variantOf(variant: NamedVariant, plan: ExperimentDocument['plans'][number] | undefined, masked: boolean) {
  const { name, label, sql, session, ddl, on, schema } = variant
  return {
    name,
    label,
    sql: sql.trim(),
    world: [
      ...(on === undefined ? [] : [`on ${on}`]),
      ...(schema === undefined ? [] : [`in the scratch schema ${schema}`]),
      ...session.map((setting) => `SET SESSION ${setting.name} = ${setting.value}`),
      ...ddl.map(({ apply }) => apply),
    ],
    plan: plan && outline(plan),
    // Its conditions hold the literals.
    raw: masked ? undefined : plan?.source.text,
  }
}

function workTable(document: ExperimentDocument): ReportTable {
  const rows = workRows(document).filter(({ differs, counter }) => differs || counter === 'rowsExamined')
  return {
    head: ['Work per run', ...document.spec.variants.map(({ name }) => name)],
    rows: rows.map((row) => [row.title, ...row.perRun.map((_value, place) => workCell(row, place))]),
  }
}

function workCell({ perRun, ratios, unit }: WorkRow, place: number): string {
  const ratio = ratios[place]
  const text = amount(perRun[place], unit)
  return ratio === undefined || ratio === 1 ? text : `${text}  ${factor(ratio)}`
}

function timesTable(document: ExperimentDocument): ReportTable {
  const rows = timeClocks.flatMap((clock) => {
    const times = variantTimes(document, clock)
    if (times.length === 0) return []
    return [
      [
        `Median, ${clockWords(clock)}`,
        ...document.spec.variants.map(({ name }) => {
          const own = times.find(({ variant }) => variant === name)
          if (!own) return '–'
          const found = document.comparisons.find(({ variant }) => variant === name)?.clocks[clock]
          const ratio = found ? `  ×${found.ratio.toFixed(3)} [${found.low.toFixed(3)}–${found.high.toFixed(3)}]` : ''
          return `${formatTime(own.medianMs)}${ratio}`
        }),
      ],
    ]
  })
  const runs = document.spec.variants.map(({ name }) =>
    formatCount(document.samples.filter(({ variant }) => variant === name).length),
  )
  return { head: ['Time', ...document.spec.variants.map(({ name }) => name)], rows: [...rows, ['Timed runs', ...runs]] }
}

function differencesOf({ comparisons, spec }: ExperimentDocument): readonly ReportDifferences[] {
  const baseline = spec.variants[0]?.name ?? ''
  return comparisons.flatMap(({ variant, firstDifferences }) =>
    firstDifferences === undefined || firstDifferences.length === 0
      ? []
      : [
          {
            variant,
            rows: firstDifferences.map(({ only, row }) => ({
              only: only === 'baseline' ? baseline : variant,
              values: row.map((value) => value ?? 'NULL'),
            })),
          },
        ],
  )
}

const endings: Readonly<Record<ExperimentDocument['stoppedBecause'], string>> = {
  decided: 'every variant was decided',
  'all-pairs': 'all pairs were run',
  budget: 'the time budget ended',
  stopped: 'stopped by hand',
  failed: 'it failed',
}

function protocolOf(document: ExperimentDocument): readonly (readonly [string, string])[] {
  const { spec, samples, engine, stoppedBecause, failure, noiseFloorMicros, scratch, environment } = document
  const pairs = new Set(samples.map(({ pair }) => pair)).size
  return [
    ['Server', engine.versionText === '' ? engineTitle(engine) : `${engineTitle(engine)} (${engine.versionText})`],
    [
      'Rounds',
      `${pairs}, each variant once in the order of seed ${spec.seed}; ${spec.minPairs} to ${spec.maxPairs} planned`,
    ],
    ['Warm-up', `${spec.warmupRounds} rounds`],
    ['Ended because', failure === undefined ? endings[stoppedBecause] : `${endings[stoppedBecause]}: ${failure}`],
    ['Budget', `${formatTime(spec.budgetMs)}, ${formatTime(spec.runTimeoutMs)} for a run`],
    ['Threshold', `differences below ${formatFraction(spec.threshold)} are none`],
    ...(noiseFloorMicros === undefined
      ? []
      : [['Noise at the client', `±${formatTime(noiseFloorMicros / 1000)}: the baseline against itself`] as const]),
    ...(scratch === undefined
      ? []
      : [
          [
            'Copies',
            `${formatCount(scratch.rows)} rows in ${scratch.schemas.join(', ')}; ${scratch.left.length === 0 ? 'removed' : scratch.left.join(' ')}`,
          ] as const,
        ]),
    ...(environment ?? []).map(({ name, value, on }) => [on === undefined ? name : `${name} on ${on}`, value] as const),
  ]
}

function amount(value: number | undefined, unit: WorkUnit): string {
  if (value === undefined) return '–'
  return unit === 'bytes' ? formatBytes(value) : formatCount(value)
}

/** ÷ for less than the baseline, × for more. */
function factor(ratio: number): string {
  const size = ratio < 1 ? 1 / ratio : ratio
  return `${ratio < 1 ? '÷' : '×'}${size < 10 ? size.toFixed(2) : formatCount(Math.round(size * 10) / 10)}`
}
