import type { ReportTable } from './page'

/** Pieces of Markdown from plain text. */

/** Signs that Markdown would take for its own. */
export function text(plain: string): string {
  return plain.replace(/[\\`*_[\]<>|#]/g, '\\$&')
}

/** In the line. */
export function code(plain: string): string {
  return `${fenceFor(plain, '`')}${plain.startsWith('`') ? ' ' : ''}${plain}${plain.endsWith('`') ? ' ' : ''}${fenceFor(plain, '`')}`
}

/** On lines of its own. */
export function fenced(language: string, plain: string): string {
  const fence = fenceFor(plain, '```')
  return `${fence}${language}\n${plain}\n${fence}`
}

/** Longer than any run of backticks in the text. */
function fenceFor(plain: string, least: string): string {
  const runs = plain.match(/`+/g) ?? []
  return '`'.repeat(Math.max(least.length, ...runs.map((run) => run.length + 1)))
}

/** One item a line. */
export function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}

/** The first column to the left, figures to the right. */
export function table({ head, rows }: ReportTable): string {
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
