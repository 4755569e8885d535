import type { Rows } from '../../units'
import type { Plan } from '../model'
import { each } from '../walk'

/** A number of rows, and how it is known. */
export interface RowCount {
  readonly rows: Rows
  /** Counted by the server, not estimated. */
  readonly measured: boolean
  /** What the server's rounding of its averages per loop leaves open, up and down; absent where the number is exact. */
  readonly plusMinus?: Rows
}

/**
 * How exactly a plan prints the rows of one loop, as half of the last printed digit. A node that ran once prints its
 * exact number. PostgreSQL prints averages without decimals up to version 17 and with two from 18; MySQL prints whole
 * averages up to 8.0 and three significant digits later; MariaDB prints averages in full.
 */
export interface LoopPrecision {
  readonly absolute: number
  readonly relative: number
}

export function loopPrecisionOf(plan: Plan): LoopPrecision {
  const { format } = plan.source
  if (format.startsWith('mariadb')) return { absolute: 0, relative: 0 }
  const hasDecimals = printsDecimals(plan)
  if (format.startsWith('postgres')) return { absolute: hasDecimals ? 0.005 : 0.5, relative: 0 }
  return hasDecimals ? { absolute: 0, relative: 0.005 } : { absolute: 0.5, relative: 0 }
}

function printsDecimals(plan: Plan): boolean {
  for (const { actual } of each(plan.root))
    if (actual !== undefined && !Number.isInteger(actual.rowsPerLoop)) return true
  return false
}

/** Rows of all loops from the printed average of one. */
export function overLoops(rowsPerLoop: number, loops: number, precision: LoopPrecision): RowCount {
  const rows = Math.round(rowsPerLoop * loops)
  if (loops <= 1) return { rows, measured: true }
  const open = loops * Math.max(precision.absolute, precision.relative * rowsPerLoop)
  return open < 0.5 ? { rows, measured: true } : { rows, measured: true, plusMinus: open }
}

/** The sum; measured only when every part is. Undefined as soon as one part is. */
export function sumOf(parts: readonly (RowCount | undefined)[]): RowCount | undefined {
  let rows = 0
  let measured = true
  let plusMinus = 0
  for (const part of parts) {
    if (part === undefined) return undefined
    rows += part.rows
    measured &&= part.measured
    plusMinus += part.plusMinus ?? 0
  }
  return plusMinus > 0 ? { rows, measured, plusMinus } : { rows, measured }
}

/** What is left of `whole` without `part`, never below zero. Undefined when one of them is, or one is only estimated. */
export function difference(whole: RowCount | undefined, part: RowCount | undefined): RowCount | undefined {
  if (whole === undefined || part === undefined || whole.measured !== part.measured) return undefined
  const plusMinus = (whole.plusMinus ?? 0) + (part.plusMinus ?? 0)
  const rows = Math.max(0, whole.rows - part.rows)
  return plusMinus > 0 ? { rows, measured: whole.measured, plusMinus } : { rows, measured: whole.measured }
}
