import type { FlatPlan } from '../plan/flat-plan'
import { type Column, cellFigure, cellOf, type TableRow } from '../plan/table-columns'

/** One level in a cell of Markdown, where blanks at the start are dropped: an em space. */
const indent = '\u2003'
/** Deeper levels would push the names out of sight. */
const mostIndents = 24

/** The tree table as GitHub's Markdown: short numbers with their units, estimates with ≈, the tree by indentation. */
export function tableAsMarkdown(
  flat: Pick<FlatPlan, 'depth'>,
  rows: readonly TableRow[],
  shown: readonly Column[],
): string {
  const columns = shown.filter((column) => column.id !== 'heat')
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const body = rows.map((row) =>
    line(
      columns.map((column) => {
        const cell = cellOf(column.id, row)
        if (!cell) return '–'
        if (cell.kind === 'number') return `${cell.measured ? '' : '≈ '}${cellFigure(cell).text}`
        const deep = column.id === 'node' ? indent.repeat(Math.min(mostIndents, flat.depth[row.at] ?? 0)) : ''
        return deep + markdownCell(cell.text)
      }),
    ),
  )
  return `${[
    line(columns.map((column) => column.head)),
    line(columns.map((column) => (column.numeric ? '---:' : ':---'))),
    ...body,
  ].join('\n')}\n`
}

/** Nothing of a name or condition may be read as Markdown or HTML. */
function markdownCell(text: string): string {
  return text
    .replace(/[\r\n\t]+/g, ' ')
    .replace(/[\\|`*_<>[\]~&]/g, (sign) => (sign === '<' ? '&lt;' : sign === '&' ? '&amp;' : `\\${sign}`))
}
