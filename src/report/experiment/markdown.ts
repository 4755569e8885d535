import type { ExperimentDocument } from '../../core/experiment/model'
import { code, fenced, list, table, text } from '../markdown'
import { reportContent } from './content'

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
