/** A result set; null is SQL NULL. */
export interface ResultTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | null)[])[]
}

const shown = (cell: string | null) => cell ?? 'NULL'

/** `mysql` in a terminal. */
export function boxed({ columns, rows }: ResultTable): string {
  const widths = columns.map((name, at) => Math.max(name.length, ...rows.map((row) => shown(row[at] ?? null).length)))
  const border = `+${widths.map((width) => '-'.repeat(width + 2)).join('+')}+`
  const line = (cells: readonly (string | null)[]) =>
    `|${cells.map((cell, at) => ` ${shown(cell).padEnd(widths[at] ?? 0)} `).join('|')}|`
  return [border, line(columns), border, ...rows.map(line), border, `${rows.length} rows in set (0.00 sec)`, ''].join(
    '\n',
  )
}

/** `mysql` with `\G`. */
export function vertical({ columns, rows }: ResultTable): string {
  const width = Math.max(...columns.map((name) => name.length))
  const stars = '*'.repeat(27)
  const records = rows.map((row, index) =>
    [
      `${stars} ${index + 1}. row ${stars}`,
      ...columns.map((name, at) => `${name.padStart(width)}: ${shown(row[at] ?? null)}`),
    ].join('\n'),
  )
  return [...records, `${rows.length} rows in set (0.00 sec)`, ''].join('\n')
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n' }

/** `mysql --batch`. */
export function tabbed({ columns, rows }: ResultTable): string {
  const cell = (value: string | null) => shown(value).replace(/[\\\t\n]/g, (letter) => escapes[letter] ?? letter)
  return [columns, ...rows].map((row) => row.map(cell).join('\t')).join('\n')
}

/** A table of Markdown, as people put it into tickets. */
export function markdown({ columns, rows }: ResultTable): string {
  const line = (cells: readonly (string | null)[]) => `| ${cells.map(shown).join(' | ')} |`
  return [line(columns), `|${columns.map(() => ' --- ').join('|')}|`, ...rows.map(line)].join('\n')
}
