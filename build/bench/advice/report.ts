import { indexText } from './brute-force'
import type { Reads } from './model'
import type { Proof } from './prove'
import type { PlaceResult } from './result'

const confirmedGoal = 0.9
const foundGoal = 0.7
/** Rows. */
const largeFrom = 1000

/** The tables of a whole bench: numbers of each place, the two goals, every refuted advice, every best index missed. */
export function report(results: readonly PlaceResult[]): readonly string[] {
  const rows = results.map((one) => rowOf(`${one.server} ${one.schema} ${one.variant}`, [one]))
  const servers = [...new Set(results.map(({ server }) => server))]
  return [
    ...table(
      ['server, schema, variant', 'statements', 'problems', 'confirmed', 'refuted', 'improvable', 'found', 'seconds'],
      [
        ...rows,
        ...servers.map((server) =>
          rowOf(
            `${server}: all`,
            results.filter((one) => one.server === server),
          ),
        ),
        rowOf('all', results),
      ],
    ),
    '',
    goalLine('problem advice confirmed by its experiment', ...shareConfirmed(results), confirmedGoal),
    warningLine(results),
    goalLine('statements with a far better index whose advice is as good', ...shareFound(results), foundGoal),
    largeLine(results),
    '',
    ...refutedLines(results),
    '',
    ...missedLines(results),
    ...withoutLines(results),
    ...failedLines(results),
  ]
}

export function goalsHold(results: readonly PlaceResult[]): boolean {
  const [confirmed, problems] = shareConfirmed(results)
  const [found, improvable] = shareFound(results)
  return confirmed >= confirmedGoal * problems && found >= foundGoal * improvable
}

function shareConfirmed(results: readonly PlaceResult[], severity: Proof['severity'] = 'problem'): [number, number] {
  const judged = results.flatMap(({ proofs }) =>
    proofs.proofs.flatMap((proof) => (proof.severity === severity ? (proof.judged ?? []) : [])),
  )
  return [judged.filter(({ confirmed }) => confirmed).length, judged.length]
}

function shareFound(results: readonly PlaceResult[]): [number, number] {
  const improvable = results.flatMap((one) => one.improvable)
  return [improvable.filter(({ found }) => found).length, improvable.length]
}

/** Warnings promise less: no goal, but nothing is hidden by calling it one. */
function warningLine(results: readonly PlaceResult[]): string {
  const [confirmed, warnings] = shareConfirmed(results, 'warning')
  return `warnings' advice confirmed by its experiment: ${confirmed} of ${warnings} = ${percent(confirmed, warnings)}`
}

/** The same without statements that nobody waits for. */
function largeLine(results: readonly PlaceResult[]): string {
  const large = results
    .flatMap(({ improvable }) => improvable)
    .filter(({ before }) => (before ?? largeFrom) >= largeFrom)
  const found = large.filter((one) => one.found).length
  return `of those that read ${count(largeFrom)} rows or more: ${found} of ${large.length} = ${percent(found, large.length)}`
}

function goalLine(what: string, part: number, whole: number, goal: number): string {
  const holds = part >= goal * whole
  return `${what}: ${part} of ${whole} = ${percent(part, whole)} (goal ${percent(goal, 1)}): ${holds ? 'holds' : 'DOES NOT HOLD'}`
}

function rowOf(name: string, results: readonly PlaceResult[]): readonly string[] {
  const [confirmed, judged] = shareConfirmed(results)
  const [found, improvable] = shareFound(results)
  const sum = (of: (one: PlaceResult) => number) => results.map(of).reduce((all, one) => all + one, 0)
  return [
    name,
    String(sum(({ statements }) => statements)),
    String(judged),
    `${confirmed} (${percent(confirmed, judged)})`,
    String(judged - confirmed),
    String(improvable),
    `${found} (${percent(found, improvable)})`,
    sum(({ seconds }) => seconds).toFixed(0),
  ]
}

function refutedLines(results: readonly PlaceResult[]): readonly string[] {
  const lines = results.flatMap((place) =>
    place.proofs.proofs.flatMap((proof) => (proof.judged && !proof.judged.confirmed ? refuted(place, proof) : [])),
  )
  return lines.length === 0 ? ['Nothing is refuted.'] : ['Refuted:', ...lines]
}

function refuted(place: PlaceResult, { statement, severity, rule, what, judged }: Proof): readonly string[] {
  return [
    `- ${place.server} ${place.schema} ${place.variant}, "${statement.name}", ${rule} (${severity}): ${judged?.because ?? ''}`,
    `    ${statement.sql}`,
    `    ${what}`,
  ]
}

function missedLines(results: readonly PlaceResult[]): readonly string[] {
  const lines = results.flatMap((place) =>
    place.improvable
      .filter(({ found }) => !found)
      .flatMap(({ statement, sql, before, best, advised }) => [
        `- ${place.server} ${place.schema} ${place.variant}, "${statement}": ${count(before)} → ${count(best.after)} with ${best.index ? indexText(best.index) : 'none'}; ${
          advised ? `advised ${advised.what} (${advised.rule}) → ${count(advised.reads)}` : 'nothing advised'
        }`,
        `    ${sql}`,
      ]),
  )
  return lines.length === 0
    ? ['No far better index is missed.']
    : ['Far better indexes that were not advised:', ...lines]
}

/** Findings that only say what is so: the advice for it, where there is one, is another finding's. */
function withoutLines(results: readonly PlaceResult[]): readonly string[] {
  const times = new Map<string, number>()
  for (const { rule } of results.flatMap(({ proofs }) => proofs.without)) times.set(rule, (times.get(rule) ?? 0) + 1)
  if (times.size === 0) return []
  return [
    '',
    `Problems without anything to build or run: ${[...times].map(([rule, many]) => `${rule} ${many}`).join(', ')}`,
  ]
}

function failedLines(results: readonly PlaceResult[]): readonly string[] {
  const lines = results.flatMap(({ server, schema, variant, proofs }) =>
    proofs.failed.flatMap(({ statement, sql, message }) => [
      `- ${server} ${schema} ${variant}, "${statement}": ${message}`,
      `    ${sql}`,
    ]),
  )
  return lines.length === 0 ? [] : ['', 'Statements whose analysis failed:', ...lines]
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const widths = head.map((word, at) => Math.max(word.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)]
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(0)} %`
}

function count(reads: Reads): string {
  return reads === undefined ? 'too long' : reads.toLocaleString('en')
}
