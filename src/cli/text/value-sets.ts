import type { ValueSet, ValueSets } from '../../core/analysis/value-sets/model'
import { formatCount } from '../../core/figures'

/** Longer lists of values are cut; the document has them whole. */
const longestValues = 60

/** The value sets as a table, one plan shape after the other, then what each plan does. */
export function valueSetLines({ text, sets, shapes, generic, cautions }: ValueSets): string[] {
  const numbers = new Map(shapes.map(({ shape }, at) => [shape, at + 1]))
  const order = (set: ValueSet) => numbers.get(set.shape ?? '') ?? shapes.length + 1
  const rows = [...sets]
    .sort((one, other) => order(one) - order(other))
    .map((set) => [
      set.name,
      set.shape === undefined ? '-' : String(order(set)),
      count(set.rowsRead),
      count(set.rowsReturned),
      set.cost === undefined ? '' : set.cost.toLocaleString('en', { maximumSignificantDigits: 4 }),
      set.error?.message ?? whyOf(set),
    ])
  const head = ['values', 'plan', 'reads', 'returns', 'cost', '']
  const widths = head.map((cell, at) => Math.max(cell.length, ...rows.map((row) => (row[at] ?? '').length)))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => (at === 0 || at === 5 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd()
  return [
    text,
    `  ${line(head)}`,
    ...rows.map((row) => `  ${line(row)}`),
    ...shapes.map(({ summary, sets: names }, at) => `  plan ${at + 1} (${names.join(', ')}): ${summary}`),
    ...(generic ? [`  for unknown values: ${planOf(generic.shape, numbers)}${generic.summary}`] : []),
    ...cautions.map((caution) => `  note: ${caution}`),
  ]
}

function planOf(shape: string, numbers: ReadonlyMap<string, number>): string {
  const number = numbers.get(shape)
  return number === undefined ? '' : `plan ${number}: `
}

function count(value: number | undefined): string {
  return value === undefined ? '' : formatCount(Math.round(value))
}

function whyOf({ why, values }: ValueSet): string {
  const literals = values.map(({ placeholder, literal }) => `${placeholder} = ${literal}`).join(', ')
  return why ?? (literals.length > longestValues ? `${literals.slice(0, longestValues)}…` : literals)
}
