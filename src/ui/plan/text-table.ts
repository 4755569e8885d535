/** Rows under columns as clients print them: aligned, numbers to the right, NULL for null. */

/** Longer values are cut in the drawing; copies hold all. */
const widestColumn = 120

const numeric = /^[-+]?[\d,.]+(?:[eE][-+]?\d+)?$/

/** Full-width characters take two cells of a fixed-width font. */
const wide = /[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/gu

function cells(text: string): number {
  return [...text].length + (text.match(wide)?.length ?? 0)
}

function oneLine(value: string | null): string {
  return value === null ? 'NULL' : value.replace(/\r?\n/g, '↵ ')
}

/** The table with a border of `+`, `-` and `|`; `full` leaves long values whole. */
export function alignedTable(
  columns: readonly string[],
  rows: readonly (readonly (string | null)[])[],
  full = false,
): string {
  const cut = (text: string) => {
    const letters = [...text]
    return full || letters.length <= widestColumn ? text : `${letters.slice(0, widestColumn - 1).join('')}…`
  }
  const body = rows.map((row) => columns.map((_, at) => cut(oneLine(row[at] ?? null))))
  const widths = columns.map((head, at) =>
    body.reduce((most, row) => Math.max(most, cells(row[at] ?? '')), cells(head)),
  )
  const right = columns.map((_, at) =>
    rows.every((row) => row[at] === null || row[at] === undefined || numeric.test(row[at] ?? '')),
  )
  const rule = `+${widths.map((width) => '-'.repeat(width + 2)).join('+')}+`
  const line = (values: readonly string[], toRight: readonly boolean[]) =>
    `|${values
      .map((value, at) => {
        const gap = ' '.repeat(Math.max(0, (widths[at] ?? 0) - cells(value)))
        return ` ${toRight[at] ? gap + value : value + gap} `
      })
      .join('|')}|`
  return [
    rule,
    line(
      columns,
      columns.map(() => false),
    ),
    rule,
    ...body.map((row) => line(row, right)),
    rule,
  ].join('\n')
}
