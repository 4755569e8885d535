import { isCut, statementOfDigestText } from './digest-text'
import type { KeptBucket, KeptSums } from './kept-sums'
import { cellsOf, type StatementRow, type SumsReading } from './model'
import { countOf, microsOfPicos, microsOfSeconds } from './numbers'

const cell = cellsOf('digests')

/** What a reading of performance_schema.events_statements_summary_by_digest says, and what makes it less certain. */
export function sumsOfDigests(reading: SumsReading): {
  readonly rows: readonly KeptSums[]
  readonly cautions: string[]
} {
  const histograms = histogramsOf(reading.histogram ?? [])
  const texts = textsOf(reading.texts ?? [])
  let cut = 0
  let apart = 0
  const rows = reading.rows.map((row): KeptSums => {
    const key = keyOf(cell(row, 'schema'), cell(row, 'digest'))
    const digestText = cell(row, 'text')
    const hasDigest = cell(row, 'digest') !== undefined && digestText !== undefined
    if (!hasDigest) apart += countOf(cell(row, 'count'))
    const sample = sampleOf(row) ?? texts.get(key)
    const told = hasDigest ? toldOf(digestText, sample?.sql, reading) : undefined
    if (told?.isCut) cut++
    const noIndex = countOf(cell(row, 'noIndex'))
    return {
      key,
      born: cell(row, 'first'),
      statement: told?.statement,
      ...(told?.isPhase && { isPhase: true }),
      schema: cell(row, 'schema'),
      count: countOf(cell(row, 'count')),
      totalMicros: microsOfPicos(cell(row, 'total')) ?? 0,
      minMicros: microsOfPicos(cell(row, 'min')) ?? 0,
      maxMicros: microsOfPicos(cell(row, 'max')) ?? 0,
      lockMicros: microsOfPicos(cell(row, 'lock')) ?? 0,
      rowsSent: countOf(cell(row, 'sent')),
      rowsExamined: countOf(cell(row, 'examined')),
      rowsAffected: countOf(cell(row, 'affected')),
      // A statement counts once here, however many tables it read so; the others below count each time.
      flags: noIndex > 0 ? { full_scan: noIndex } : {},
      counters: {
        tmp_tables: countOf(cell(row, 'tmp')),
        tmp_disk_tables: countOf(cell(row, 'tmpDisk')),
        full_joins: countOf(cell(row, 'fullJoin')),
        sort_merge_passes: countOf(cell(row, 'mergePasses')),
        sort_range_count: countOf(cell(row, 'sortRange')),
        sort_scan_count: countOf(cell(row, 'sortScan')),
        sort_rows: countOf(cell(row, 'sortRows')),
        errors: countOf(cell(row, 'errors')),
      },
      histogram: histograms.get(key) ?? [],
      firstAtMicros: microsOfSeconds(cell(row, 'first')),
      lastAtMicros: microsOfSeconds(cell(row, 'last')),
      ...(sample !== undefined && { sample }),
    }
  })
  const cautions: string[] = []
  if (apart > 0)
    cautions.push(
      `${apart} calls are of statements that the server does not keep apart: its table of digests is full (performance_schema_digests_size), so they are summed as "rest".`,
    )
  if (cut > 0)
    cautions.push(
      `${cut} statements are longer than what the server keeps of them; their shapes are those of their beginnings.`,
    )
  return { rows, cautions }
}

function keyOf(schema: string | undefined, digest: string | undefined): string {
  return `${schema ?? ''}\u0000${digest ?? ''}`
}

/** The statement itself where a whole sample of it is there, else the digest's text. */
function toldOf(
  digestText: string,
  sample: string | undefined,
  { dialect }: SumsReading,
): { statement: string; isPhase: boolean; isCut: boolean } {
  // MySQL 8.4 and later keep apart what the protocol prepares and executes, by a word before the statement.
  const [, word, behind = ''] =
    /^(PREPARE|EXECUTE) (?=(?:SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH|CALL|\(|SHOW|SET|DO|TABLE|VALUES)\b|\()(.*)$/s.exec(
      digestText,
    ) ?? []
  const text = word === undefined ? digestText : behind
  const isPhase = word === 'PREPARE'
  if (sample !== undefined && !isCut(sample)) return { statement: sample, isPhase, isCut: false }
  return { statement: statementOfDigestText(text, dialect), isPhase, isCut: isCut(text) }
}

function sampleOf(row: StatementRow): { sql: string; micros: number; atMicros?: number } | undefined {
  const sql = cell(row, 'sample')
  return sql === undefined || sql === ''
    ? undefined
    : timed(sql, cell(row, 'sampleTotal'), microsOfSeconds(cell(row, 'sampleAt')))
}

function timed(sql: string, total: string | undefined, atMicros: number | undefined) {
  const micros = Math.round(microsOfPicos(total) ?? 0)
  return { sql, micros, ...(atMicros !== undefined && { atMicros }) }
}

function histogramsOf(rows: readonly StatementRow[]): Map<string, KeptBucket[]> {
  const of = cellsOf('histogram')
  const out = new Map<string, KeptBucket[]>()
  for (const row of rows) {
    const key = keyOf(of(row, 'schema'), of(row, 'digest'))
    const bucket = {
      lowMicros: microsOfPicos(of(row, 'low')) ?? 0,
      highMicros: microsOfPicos(of(row, 'high')) ?? 0,
      count: countOf(of(row, 'count')),
    }
    const known = out.get(key)
    if (known === undefined) out.set(key, [bucket])
    else known.push(bucket)
  }
  for (const buckets of out.values()) buckets.sort((a, b) => a.lowMicros - b.lowMicros)
  return out
}

/** Of each digest the slowest whole statement of the history. */
function textsOf(rows: readonly StatementRow[]): Map<string, { sql: string; micros: number; atMicros?: number }> {
  const of = cellsOf('texts')
  const out = new Map<string, { sql: string; micros: number; atMicros?: number }>()
  for (const row of rows) {
    const sql = of(row, 'sql')
    if (sql === undefined || isCut(sql)) continue
    const key = keyOf(of(row, 'schema'), of(row, 'digest'))
    const sample = timed(sql, of(row, 'total'), microsOfSeconds(of(row, 'at')))
    if (sample.micros >= (out.get(key)?.micros ?? 0)) out.set(key, sample)
  }
  return out
}
