import { changedWords, intervalWords, signedTime } from '../../core/digest/diff/words'
import type { DiffTotals, DigestDiffDocument, ShapeChange } from '../../core/digest/model'
import { formatCount, formatLongTime, formatRatio, formatTime } from '../../core/figures'
import type { ReportTable, ReportTile } from '../page'

/** A group of shapes in a report. */
export interface DiffGroup {
  readonly title: string
  readonly note: string
  readonly table: ReportTable
}

export interface DiffReport {
  readonly title: string
  readonly about: string
  readonly sentences: readonly string[]
  readonly tiles: readonly ReportTile[]
  readonly both: ReportTable
  readonly groups: readonly DiffGroup[]
  readonly method: readonly string[]
}

/** Rows of a group that a report shows. */
const shownRows = 50
/** Characters of a shape that a report shows. */
const shapeWidth = 110

/** What two logs differ in, in words. Shapes have no literals, so nothing needs to be masked; samples are left out. */
export function diffReport({
  appeared,
  vanished,
  worse,
  better,
  same,
  totals,
  verdict,
}: DigestDiffDocument): DiffReport {
  const { a, b } = totals
  const callsOnly = same.filter((change) => change.callsOnly === true)
  const tooFew = same.filter((change) => change.tooFew === true).length
  return {
    title: verdict.text,
    about: `${a.name} against ${b.name}`,
    sentences: [verdict.more],
    tiles: [
      tile('Query time', totals, ({ totalMicros }) => totalMicros, time),
      tile('Entries', totals, ({ events }) => events, formatCount),
      { head: 'Worse', figure: String(worse.length), note: `${better.length} better` },
      { head: 'New', figure: String(appeared.length), note: `${vanished.length} gone` },
    ],
    both: bothLogs(totals),
    groups: [
      group('Worse', worse),
      group('Better', better),
      group('New', appeared),
      group('More or fewer calls only', callsOnly),
      group('Gone', vanished),
    ].filter(({ table }) => table.rows.length > 0),
    method: [
      'A shape is worse or better when the 95 % interval of the ratio of its mean times leaves 0.9 to 1.1, and its calls took by more than 1 % of the load longer or shorter.',
      `${formatCount(same.length - callsOnly.length)} shapes stayed the same${tooFew === 0 ? '' : `, ${formatCount(tooFew)} of them with too few calls to tell`}.`,
    ],
  }
}

function tile(
  head: string,
  { a, b }: DigestDiffDocument['totals'],
  of: (totals: DiffTotals) => number,
  format: (value: number) => string,
): ReportTile {
  return { head, figure: format(of(b)), note: `${format(of(a))} before` }
}

function bothLogs({ a, b }: DigestDiffDocument['totals']): ReportTable {
  const row = (
    name: string,
    of: (totals: DiffTotals) => number | undefined,
    format: (value: number) => string,
  ): readonly string[] => {
    const [before, after] = [of(a), of(b)]
    const text = (value: number | undefined) => (value === undefined ? '–' : format(value))
    const ratio = before === undefined || after === undefined || before === 0 ? '–' : formatRatio(after / before)
    return [name, text(before), text(after), ratio]
  }
  return {
    head: ['Both logs', 'before', 'after', 'change'],
    rows: [
      row('Query time', ({ totalMicros }) => totalMicros, time),
      row('Entries', ({ events }) => events, formatCount),
      row('Shapes', ({ shapes }) => shapes, formatCount),
      row('Rows examined', ({ rowsExamined }) => rowsExamined, formatCount),
      row('Time waiting for locks', ({ lockMicros }) => lockMicros, time),
    ],
  }
}

function group(title: string, changes: readonly ShapeChange[]): DiffGroup {
  const shown = changes.slice(0, shownRows)
  return {
    title,
    note: changes.length > shown.length ? `${shown.length} of ${formatCount(changes.length)}` : String(changes.length),
    table: {
      head: ['Query shape', 'mean before', 'mean after', 'ratio', '95 % interval', 'total', 'what changed'],
      rows: shown.map((change) => [
        short(change.fingerprint),
        mean(change.a?.meanMicros),
        mean(change.b?.meanMicros),
        change.ratio === undefined ? '–' : formatRatio(change.ratio),
        intervalWords(change),
        signedTime(change.totalChangeMicros),
        changedWords(change),
      ]),
    },
  }
}

function mean(micros: number | undefined): string {
  return micros === undefined ? '–' : formatTime(micros / 1000)
}

function time(micros: number): string {
  return formatLongTime(micros / 1000)
}

function short(fingerprint: string): string {
  return fingerprint.length <= shapeWidth ? fingerprint : `${fingerprint.slice(0, shapeWidth - 1)}…`
}
