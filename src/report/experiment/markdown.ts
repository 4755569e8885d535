import type { ExperimentDocument } from '../../core/experiment/model'
import { type ReportTable, reportContent } from './content'

/** The report for an issue, a merge request or a wiki. */
export function experimentMarkdown(document: ExperimentDocument, masked: boolean): string {
  const content = reportContent(document, masked)
  const parts = [
    `# ${text(content.title)}`,
    `${content.when} · ${text(content.where)} · ${content.literals}`,
    list(content.sentences),
    ...content.variants.map(({ name, label, sql, world }, place) =>
      [
        `## ${text([name, label].filter((part) => part !== undefined).join(': '))}${place === 0 ? ' (baseline)' : ''}`,
        fenced('sql', sql),
        list(world.map(code)),
      ]
        .filter((part) => part !== '')
        .join('\n\n'),
    ),
    '## Work, then time',
    table(content.work),
    table(content.times),
    ...(content.differences.length === 0 ? [] : ['## First differing rows']),
    ...content.differences.map(({ rows }) =>
      fenced('', rows.map(({ only, values }) => `only in ${only}: ${values.join(' | ')}`).join('\n')),
    ),
    '## What the server planned',
    ...content.variants.map(({ name, plan }) => `${text(name)}\n\n${fenced('', plan ?? 'No plan was read.')}`),
    '## How it was measured',
    list(content.protocol.map(([what, value]) => `${text(what)}: ${text(value)}`)),
    ...(content.cautions.length === 0 ? [] : ['What makes it less certain:', list(content.cautions.map(text))]),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** Signs that Markdown would take for its own. */
function text(plain: string): string {
  return plain.replace(/[\\`*_[\]<>|#]/g, '\\$&')
}

function code(plain: string): string {
  return `${fenceFor(plain, '`')}${plain.startsWith('`') ? ' ' : ''}${plain}${plain.endsWith('`') ? ' ' : ''}${fenceFor(plain, '`')}`
}

function fenced(language: string, plain: string): string {
  const fence = fenceFor(plain, '```')
  return `${fence}${language}\n${plain}\n${fence}`
}

/** Longer than any run of backticks in the text. */
function fenceFor(plain: string, least: string): string {
  const runs = plain.match(/`+/g) ?? []
  return '`'.repeat(Math.max(least.length, ...runs.map((run) => run.length + 1)))
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}

function table({ head, rows }: ReportTable): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => text(cell.replace(/ {2,}/g, ' '))).join(' | ')} |`
  return [
    line(head),
    `| --- |${head
      .slice(1)
      .map(() => ' ---: |')
      .join('')}`,
    ...rows.map(line),
  ].join('\n')
}
