import type { Comparison, NamedVariant } from '../../core/experiment/model'
import { median } from '../../core/experiment/statistics/order-statistics'
import type { VariantTimes } from '../../core/experiment/summary/variant-times'
import type { ShownRun } from './shown'

/** One variant in its place of the matrix. */
export interface Cell {
  readonly place: number
  readonly variant: NamedVariant
  readonly medianMs?: number | undefined
  readonly pagesRead?: number | undefined
  /** Absent for the baseline. */
  readonly comparison?: Comparison | undefined
  /** Step of the heat ramp, 0…6, on a logarithmic scale between the fastest and the slowest cell. */
  readonly heat: number
  readonly best: boolean
}

export interface Matrix {
  readonly columns: readonly string[]
  readonly rows: readonly { readonly name: string; readonly cells: readonly (Cell | undefined)[] }[]
  /** Least and most median of all cells. */
  readonly range?: readonly [number, number]
  /** The cells are so near to each other that colour would tell nothing. */
  readonly flat: boolean
}

const heatSteps = 6
/** Cells within this factor are not coloured. */
const flatBelow = 1.5

/** Variants that have a cell, by row and column in the order in which they come; undefined where fewer than two have one. */
export function matrixOf(run: ShownRun, times: readonly VariantTimes[]): Matrix | undefined {
  const placed = run.spec.variants.flatMap((variant, place) =>
    variant.cell ? [{ variant, place, cell: variant.cell }] : [],
  )
  if (placed.length < 2) return undefined
  const columns = bySize([...new Set(placed.map(({ cell }) => cell.column))])
  const rowNames = [...new Set(placed.map(({ cell }) => cell.row))]
  const medians = placed.flatMap(({ variant }) => medianOf(times, variant.name) ?? [])
  const [least, most] = [Math.min(...medians), Math.max(...medians)]
  const flat = medians.length === 0 || most / least < flatBelow
  const faster = run.comparisons.filter(({ verdict }) => verdict === 'faster')
  const best = [...faster].sort((one, other) => one.ratio - other.ratio)[0]?.variant
  const cellOf = (row: string, column: string): Cell | undefined => {
    const found = placed.find(({ cell }) => cell.row === row && cell.column === column)
    if (!found) return undefined
    const { variant, place } = found
    const medianMs = medianOf(times, variant.name)
    return {
      place,
      variant,
      medianMs,
      pagesRead: pagesOf(run, variant.name),
      comparison: run.comparisons.find((one) => one.variant === variant.name),
      heat:
        flat || medianMs === undefined
          ? 0
          : Math.round((Math.log(medianMs / least) / Math.log(most / least)) * heatSteps),
      best: variant.name === best,
    }
  }
  return {
    columns,
    rows: rowNames.map((name) => ({ name, cells: columns.map((column) => cellOf(name, column)) })),
    ...(medians.length > 0 && { range: [least, most] as const }),
    flat,
  }
}

/** Sizes go from small to large; anything else stays in the order in which it came. */
function bySize(columns: readonly string[]): readonly string[] {
  const sizes = new Map(columns.map((column) => [column, sizeOf(column)]))
  if ([...sizes.values()].some((size) => size === undefined)) return columns
  return [...columns].sort((one, other) => (sizes.get(one) ?? 0) - (sizes.get(other) ?? 0))
}

const sizeUnits: Readonly<Record<string, number>> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 }

function sizeOf(text: string): number | undefined {
  const [, number, unit = ''] = /^([\d.]+)\s*([kmg]?)i?b?$/i.exec(text.replace(/,/g, '')) ?? []
  return number === undefined ? undefined : Number(number) * (sizeUnits[unit.toLowerCase()] ?? 1)
}

function medianOf(times: readonly VariantTimes[], name: string): number | undefined {
  return times.find(({ variant }) => variant === name)?.medianMs
}

function pagesOf({ samples }: ShownRun, name: string): number | undefined {
  const pages = samples.flatMap(({ variant, counters }) =>
    variant === name && counters['pagesRead'] !== undefined ? [counters['pagesRead']] : [],
  )
  return pages.length === 0 ? undefined : median(pages)
}
