import type { DigestDiffDocument } from '../../core/digest/model'
import { embeddedJson, html } from '../html'
import { list, table as markdownTable, text } from '../markdown'
import { reportPage, section, table, tiles } from '../page'
import { diffReport } from './content'

export type DiffReportFormat = 'html' | 'markdown'

/** What two logs differ in, as a page that opens offline or as Markdown. */
export function digestDiffReport(document: DigestDiffDocument, format: DiffReportFormat): string {
  const report = diffReport(document)
  if (format === 'markdown')
    return `${[
      `# ${text(report.title)}`,
      text(report.about),
      list(report.sentences.map(text)),
      markdownTable(report.both),
      ...report.groups.flatMap((group) => [`## ${text(group.title)} (${group.note})`, markdownTable(group.table)]),
      '## How sure',
      list(report.method.map(text)),
    ].join('\n\n')}\n`
  const sections = [
    section('Both logs', [table(report.both)]),
    ...report.groups.map((group) => section(group.title, [table(group.table)], group.note)),
    section('How sure', [html`<ul>${report.method.map((sentence) => html`<li>${sentence}</li>`)}</ul>`]),
  ]
  return reportPage({
    title: report.title,
    about: report.about,
    lead: html`<ul class="sentences">${report.sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>
${tiles(report.tiles)}`,
    sections: sections.map((build, at) => build(at + 1)),
    behind: embeddedJson('sargable-digest-diff', document),
  })
}
