import type { RowCount } from '../../core/plan/insight/row-count'
import type { RowFlow, RowStage } from '../../core/plan/insight/row-flow'
import type { TableFlow } from '../../core/plan/insight/table-flow'

/** Widths of the bars that show where rows go, as parts of the widest one. Linear: twice the rows, twice the width. */

export interface StageBar {
  readonly stage: RowStage
  /** 0…1 of the widest stage; absent where the number is. */
  readonly width: number | undefined
  /** Of the stage before, what goes on here; absent where one of the two is unknown, or rows became more. */
  readonly kept: number | undefined
}

export function stageBars({ stages }: RowFlow): readonly StageBar[] {
  const most = largest(stages.map((stage) => stage.rows))
  return stages.map((stage, at) => {
    const rows = stage.rows?.rows
    const before = stages[at - 1]?.rows?.rows
    const kept = rows === undefined || before === undefined || before === 0 || rows > before ? undefined : rows / before
    return { stage, width: rows === undefined ? undefined : part(rows, most), kept }
  })
}

export interface TableBar {
  readonly table: TableFlow
  /** 0…1 of what the table that is read most reads; absent where the number is. */
  readonly width: number | undefined
  /** The part of its own bar that is passed on; the rest is dropped. */
  readonly passed: number | undefined
}

/** The tables, those that are read most first; those of which nothing is known last. */
export function tableBars({ tables }: RowFlow): readonly TableBar[] {
  const most = largest(tables.map((table) => table.read))
  const bars = tables.map((table) => {
    const read = table.read?.rows
    const passed = table.passed?.rows
    return {
      table,
      width: read === undefined ? undefined : part(read, most),
      passed: read === undefined || passed === undefined || read === 0 ? undefined : Math.min(1, passed / read),
    }
  })
  return bars.sort((a, b) => (b.table.read?.rows ?? -1) - (a.table.read?.rows ?? -1))
}

function largest(counts: readonly (RowCount | undefined)[]): number {
  return counts.reduce((most, count) => Math.max(most, count?.rows ?? 0), 0)
}

function part(rows: number, most: number): number {
  return most === 0 ? 0 : rows / most
}
