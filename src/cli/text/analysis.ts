import type { Analysis, Counters } from '../../core/analysis/model'
import { countedRows } from '../../core/analysis/verdict'
import { engineTitle } from '../../core/engine'
import type { KeyPartUse, KeyUse } from '../../core/keyparts/model'
import { insightOf } from '../../core/plan/insight/plan-insight'
import { tableRowsIn } from '../../core/plan/insight/table-rows'
import { outline } from '../../core/plan/outline'
import { notCheckedLine } from './advice'
import { findingLines, rowFlowLines } from './plan-insight'
import { valueSetLines } from './value-sets'

/**
 * The analysis for a terminal: the sentence, the plan with its key parts, every index of its tables, where the rows go,
 * what was found and what to try, what was left out.
 */
export function analysisText(analysis: Analysis): string {
  const [plan] = analysis.plans
  const keyUse = analysis.keyUse.filter((use) => use.planIndex === 0)
  const insight =
    plan &&
    insightOf({
      plan,
      metrics: analysis.metrics[0] ?? {},
      tableRows: tableRowsIn(analysis.catalog),
      returned: countedRows(analysis.counters),
    })
  const blocks = [
    [analysis.verdict.text],
    analysis.valueSets ? valueSetLines(analysis.valueSets) : [],
    [`${engineTitle(analysis.engine)} · ${analysis.explain.map((output) => output.format).join(', ')}`],
    plan ? [outline(plan, keyUse).trimEnd()] : [],
    keyUseLines(keyUse),
    insight ? rowFlowLines(insight) : [],
    insight ? findingLines(analysis.findings, insight) : [],
    [
      ...(analysis.nothingToAdvise === undefined ? [] : [analysis.nothingToAdvise]),
      ...notCheckedLine(analysis.notChecked),
    ],
    analysis.counters ? counterLines(analysis.counters) : [],
    analysis.plans.flatMap((one) => one.notes.map((note) => `not understood: ${note.message}`)),
    analysis.cautions.map((caution) => `note: ${caution}`),
  ]
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

/**
 * One line per index, the chosen ones marked; below it why each declared part does not narrow the read, with what that
 * rests on. Of an index without any condition on its parts only the first says so.
 */
export function keyUseLines(uses: readonly KeyUse[]): string[] {
  const width = Math.max(0, ...uses.map((use) => `${use.table}.${use.index}`.length))
  return uses.flatMap((use) => {
    const declared = use.parts.filter((part) => !part.appended)
    const bytes = declared.reduce((sum, part) => sum + bytesOf(part), 0)
    const used = use.keyLengthBytes ?? use.computedBytes
    const length = used === undefined || bytes === 0 ? '' : `  ${used} of ${bytes} bytes`
    const line = `${use.chosen ? '*' : ' '} ${`${use.table}.${use.index}`.padEnd(width)}  ${declared.map(partText).join('  ')}${length}`
    const isBare = declared.every((part) => part.reason?.code === 'not-in-condition')
    const said = declared.flatMap((part) => (part.reason ? [{ name: nameOf(part), reason: part.reason }] : []))
    const indent = `  ${' '.repeat(width)}  `
    const reasons = (isBare ? said.slice(0, 1) : said).map(
      ({ name, reason }) => `${indent}${name}: ${reason.text}${restsOn(reason)}`,
    )
    const unexplained = use.unexplained === undefined ? [] : [`${indent}${use.unexplained}`]
    return [line, ...unexplained, ...reasons]
  })
}

const marks = {
  equality: '=',
  'in-list': '[]',
  range: '..',
  skipped: '~',
  'index-filter': '?',
  order: '^',
  cover: '+',
  unused: '-',
} as const

/** `[plan, catalog]`: each source once. */
function restsOn({ evidence = [] }: NonNullable<KeyPartUse['reason']>): string {
  const sources = [...new Set(evidence.map(({ from }) => from))]
  return sources.length === 0 ? '' : ` [${sources.join(', ')}]`
}

function nameOf(part: KeyPartUse): string {
  const name = part.column ?? part.expression ?? '?'
  return part.prefixChars === undefined ? name : `${name}(${part.prefixChars})`
}

function partText(part: KeyPartUse): string {
  // Counted, but only at the ends of a range.
  return `${nameOf(part)}${marks[part.role]}${part.narrows === 'edges' ? '|' : ''}`
}

function bytesOf(part: KeyPartUse): number {
  const bytes = part.keyLenBytes
  return bytes ? bytes.dataBytes + bytes.nullFlagBytes + bytes.lengthPrefixBytes : 0
}

function counterLines(counters: Counters): string[] {
  const number = (value: number) => value.toLocaleString('en')
  const examined = counters.rowsExamined === undefined ? '' : `, ${number(counters.rowsExamined)} examined`
  return [
    `measured: ${number(counters.rowsReturned)} rows returned${examined}, ${number(Math.round(counters.clientMs * 1000) / 1000)} ms at the client`,
    ...Object.entries(counters.values).map(
      ([name, value]) => `  ${name}  ${number(value)}${counters.global.includes(name) ? '  (whole server)' : ''}`,
    ),
  ]
}
