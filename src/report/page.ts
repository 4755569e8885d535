import { type Html, html } from './html'
import { style } from './style'

/** What every report page is made of. */
export interface ReportPage {
  readonly title: string
  /** When, where, and what was masked. */
  readonly about: string
  readonly lead: Html
  readonly sections: readonly Html[]
  /** Not seen: the document, for who wants to read it by program. */
  readonly behind: Html
}

/** A table of words; the first cell of a row is its name. */
export interface ReportTable {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** A figure that a reader should see first. */
export interface ReportTile {
  readonly head: string
  readonly figure: string
  readonly note: string
}

/** One page that opens offline and needs no script: dark or light as the reader has it, printable. */
export function reportPage({ title, about, lead, sections, behind }: ReportPage): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${{ html: style }}</style>
</head>
<body>
<main>
<header><span class="mark">${mark}Sargable report</span><span>${about}</span></header>
<h1>${title}</h1>
${lead}
${sections}
</main>
${behind}
</body>
</html>
`
  return page.html
}

const mark: Html = {
  html: '<svg viewBox="0 0 28 28" aria-hidden="true"><rect y="7" width="16" height="6" rx="1.5" fill="currentColor"/><rect x=".75" y="15.75" width="26.5" height="4.5" rx="1.5" fill="none" stroke="currentColor" stroke-width="1.5" stroke-dasharray="3 2"/></svg>',
}

/** The figures side by side. */
export function tiles(list: readonly ReportTile[]): Html {
  return html`<dl class="tiles">${list.map(
    ({ head, figure, note }) =>
      html`<div><dt>${head}</dt><dd><strong>${figure}</strong> <span>${note}</span></dd></div>`,
  )}</dl>`
}

/** Numbered when it is known which sections there are. */
export function section(title: string, body: readonly Html[], note = ''): (number: number) => Html {
  return (number) => html`<section><h2><span>${number}</span>${title}${note !== '' && html`<small>${note}</small>`}</h2>
${body}</section>
`
}

/** The table, its first column as heads of rows. */
export function table({ head, rows }: ReportTable): Html {
  return html`<table><thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([first, ...cells]) => html`<tr><th scope="row">${first}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>
`,
  )}</tbody></table>
`
}
