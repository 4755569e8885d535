import { changedWords } from '../../core/digest/diff/words'
import type {
  DigestDiffDocument,
  DigestDocument,
  DigestShape,
  DigestSource,
  ShapeChange,
} from '../../core/digest/model'

const width = 100

/** A digest for a terminal: where the log came from, then the shapes with most time. */
export function digestText(document: DigestDocument, top: number): string {
  const lines: string[] = []
  for (const source of document.sources) {
    const skipped = source.skippedPieces ?? source.skipped.length
    lines.push(
      `${source.name}: ${aboutOf(source)}${source.from === undefined ? '' : `, ${source.from} to ${source.to}`}${skipped === 0 ? '' : `, ${skipped} pieces skipped (${source.bytes.skipped} bytes)`}`,
    )
    for (const piece of source.skipped.slice(0, 3))
      lines.push(`  byte ${piece.startByte}: ${piece.reason} ${JSON.stringify(piece.text.slice(0, 60))}`)
    for (const caution of source.cautions ?? []) lines.push(`  ${caution}`)
  }
  const total = document.shapesTotal ?? document.shapes.length
  lines.push(`${document.events} entries, ${duration(document.totalMicros)} in ${total} shapes`, '')
  if (document.shapes.length > 0)
    lines.push(
      `${'share'.padStart(6)} ${'time'.padStart(9)} ${'count'.padStart(8)} ${'mean'.padStart(9)} ${'p95'.padStart(9)} ${'max'.padStart(9)}  shape`,
    )
  for (const shape of document.shapes.slice(0, top)) lines.push(...shapeLines(shape))
  if (total > top) lines.push(`… ${total - Math.min(top, document.shapes.length)} more shapes`)
  return `${lines.join('\n')}\n`
}

function aboutOf({ server, flavor, events }: DigestSource): string {
  if (server === undefined) return `${flavor ?? 'unknown'}, ${events} entries`
  const time = server.seconds === undefined ? '' : ` in ${server.seconds} s`
  return `${server.version}, ${events} calls${time}`
}

function shapeLines(shape: DigestShape): readonly string[] {
  const figures = [
    `${(shape.share * 100).toFixed(1)}%`.padStart(6),
    duration(shape.totalMicros).padStart(9),
    String(shape.count).padStart(8),
    duration(shape.meanMicros).padStart(9),
    (shape.p95Micros === undefined ? '–' : duration(shape.p95Micros)).padStart(9),
    `${shape.extremesAreBounds ? '≤' : ''}${duration(shape.maxMicros)}`.padStart(9),
  ]
  return [
    `${figures.join(' ')}  ${shape.digest} ${short(shape.fingerprint)}`,
    ...shape.kinds.map(({ kind, evidence }) => `${' '.repeat(8)}${kind}: ${evidence}`),
  ]
}

/** The difference of two digests for a terminal. */
export function digestDiffText(document: DigestDiffDocument): string {
  const lines: string[] = [document.verdict.text, document.verdict.more]
  const part = (title: string, changes: readonly ShapeChange[]) => {
    if (changes.length === 0) return
    lines.push(`${title}: ${changes.length}`)
    for (const change of changes.slice(0, 20)) {
      lines.push(`  ${changeText(change)}`)
      const words = changedWords(change)
      if (words !== '') lines.push(`        ${words}`)
    }
  }
  part('appeared', document.appeared)
  part('worse', document.worse)
  part('better', document.better)
  part('vanished', document.vanished)
  part(
    'more or fewer calls only',
    document.same.filter((change) => change.callsOnly === true),
  )
  lines.push(`same: ${document.same.length}`)
  return `${lines.join('\n')}\n`
}

function changeText({ a, b, ratio, low, high, share, fingerprint }: ShapeChange): string {
  const means = [a, b].flatMap((side) => (side === undefined ? [] : [`${side.count} × ${duration(side.meanMicros)}`]))
  const interval = low === undefined || high === undefined ? '' : ` [${low.toFixed(2)}–${high.toFixed(2)}]`
  return `${means.join(' → ')}${ratio === undefined ? '' : `, ${ratio.toFixed(2)} ×${interval}`}${b === undefined ? '' : `, ${(share * 100).toFixed(1)}% of the time`}: ${short(fingerprint)}`
}

function short(fingerprint: string): string {
  return fingerprint.length <= width ? fingerprint : `${fingerprint.slice(0, width - 1)}…`
}

function duration(micros: number): string {
  if (micros >= 3_600_000_000) return `${(micros / 3_600_000_000).toFixed(2)} h`
  if (micros >= 1_000_000) return `${(micros / 1_000_000).toFixed(2)} s`
  return micros >= 1000 ? `${(micros / 1000).toFixed(2)} ms` : `${Math.round(micros)} µs`
}
