import type { Trace } from '../../src/core/trace/model'

/** By which keys servers write what a field of the model holds. */
const keysOf = {
  rows: [
    'rows',
    'rows_to_scan',
    'rows_for_plan',
    'updated_limit',
    'rows_to_examine',
    'records',
    'rec_per_key',
    'limit',
    'rows_out',
    'rows_read',
  ],
  rowsAfter: ['resulting_rows', 'rows_out'],
  cost: [
    'cost',
    'cost_for_plan',
    'read_and_compare_cost',
    'index_roworder_union_cost',
    'total_cost',
    'cost_of_reading_ranges',
    'index_scan_time',
    'read_time',
    'total_splitting_cost',
  ],
  sortCost: ['sort_cost', 'cost_for_sorting'],
  bestCost: ['best_cost'],
} as const

interface Placed {
  readonly span: { readonly start: number; readonly end: number }
}

/** Numbers of the model that do not stand, under one of their keys, in the piece of text that their span names. */
export function numbersOfTrace(trace: Trace, text: string): string[] {
  const pieces: readonly Placed[] = [
    ...trace.tables.flatMap(({ alternatives }) => alternatives),
    ...trace.tables.flatMap(({ range }) => range ?? []),
    ...trace.joinOrders,
    ...trace.semiJoins,
    ...trace.rechecks,
    ...trace.rechecks.flatMap(({ candidates }) => candidates),
  ]
  return pieces.flatMap((piece) =>
    Object.entries(keysOf).flatMap(([field, keys]) => {
      const value: unknown = Reflect.get(piece, field)
      if (typeof value !== 'number') return []
      const inside = text.slice(piece.span.start, piece.span.end)
      return keys.some((key) => literalsOf(inside, key).includes(value))
        ? []
        : [`${field} ${value} is not in ${inside.slice(0, 120)}`]
    }),
  )
}

function literalsOf(text: string, key: string): number[] {
  return [...text.matchAll(new RegExp(`"${key} *": *"?(-?[\\d.]+(?:e[+-]?\\d+)?)`, 'g'))].map(([, literal]) =>
    Number(literal),
  )
}
