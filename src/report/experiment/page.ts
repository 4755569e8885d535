import { diffWordsWithSpace } from 'diff'
import type { ExperimentDocument } from '../../core/experiment/model'
import { reportElementId } from '../../core/experiment/reported'
import { embeddedJson, type Html, html } from '../html'
import { reportPage, section, table, tiles } from '../page'
import { type ReportContent, type ReportVariant, reportContent } from './content'
import { dotsPicture } from './dots'

/**
 * One page that opens offline and needs no script: dark or light as the reader has it, printable. The document is in it,
 * so that the experiment can be run again from the page.
 */
export function experimentPage(document: ExperimentDocument, masked: boolean): string {
  const content = reportContent(document, masked)
  const dots = dotsPicture(document, content.clock)
  const sections = [
    section(
      'The statements',
      content.variants.map((variant, place) => variantBlock(variant, place, content)),
    ),
    section('Work, then time', [table(content.work), table(content.times)]),
    dots && section('Every run', [html`<figure>${dots}</figure>`], 'bar: median · band: its 95 % interval'),
    content.differences.length > 0 && section('First differing rows', content.differences.map(differencesTable)),
    section('What the server planned', content.variants.map(planBlock)),
    section('How it was measured', [protocolList(content)]),
  ].filter((one) => one !== undefined && one !== false)
  return reportPage({
    title: content.title,
    about: `${content.when} · ${content.where} · ${content.literals}`,
    lead: html`${content.sentences.length > 0 && html`<ul class="sentences">${content.sentences.map((text) => html`<li>${text}</li>`)}</ul>`}
${tiles(content.tiles)}`,
    sections: sections.map((build, at) => build(at + 1)),
    behind: embeddedJson(reportElementId, document),
  })
}

function variantBlock({ name, label, sql, world }: ReportVariant, place: number, { variants }: ReportContent): Html {
  const [baseline] = variants
  const text = place === 0 || !baseline ? html`${sql}` : marked(baseline.sql, sql)
  return html`<article><h3><b>${name}</b>${label ?? ''}${place === 0 && html`<i>baseline</i>`}</h3>
<pre>${text}</pre>
${world.length > 0 && html`<pre class="world">${world.join('\n')}</pre>`}</article>
`
}

/** The statement with what the baseline does not have, and what it has instead. */
function marked(before: string, after: string): Html {
  const pieces = diffWordsWithSpace(before, after)
  return html`${pieces.map(({ value, added, removed }) =>
    added ? html`<ins>${value}</ins>` : removed ? html`<del>${value}</del>` : value,
  )}`
}

function differencesTable({ variant, rows }: ReportContent['differences'][number]): Html {
  return html`<table class="rows"><caption>Against ${variant}</caption><tbody>${rows.map(
    ({ only, values }) =>
      html`<tr><th scope="row">only in ${only}</th>${values.map((value) => html`<td>${value}</td>`)}</tr>
`,
  )}</tbody></table>
`
}

function planBlock({ name, plan, raw }: ReportVariant): Html {
  return html`<article><h3><b>${name}</b></h3>
<pre>${plan ?? 'No plan was read.'}</pre>
${raw !== undefined && html`<details><summary>The server’s own words</summary><pre>${raw}</pre></details>`}</article>
`
}

function protocolList({ protocol, cautions }: ReportContent): Html {
  return html`<dl class="protocol">${protocol.map(
    ([what, value]) => html`<dt>${what}</dt><dd>${value}</dd>
`,
  )}</dl>
${cautions.length > 0 && html`<h3>What makes it less certain</h3><ul>${cautions.map((text) => html`<li>${text}</li>`)}</ul>`}
<p>To run it again: <code>sargable compare URL --from FILE</code> with this page as the file.</p>
`
}
