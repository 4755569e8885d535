import type { Rows } from '../../units'
import type { Plan } from '../model'
import { orderOf } from '../walk'

/** A number of rows, and how it is known. */
export interface RowCount {
  readonly rows: Rows
  /** Counted by the server, not estimated. */
  readonly measured: boolean
  /** What the server's rounding of its averages per loop leaves open, up and down; absent where the number is exact. */
  readonly plusMinus?: Rows
}

/**
 * How exactly a plan prints the rows of one loop: half of the last printed digit of a number. A node that ran once
 * prints its exact number; averages are rounded: PostgreSQL prints them without decimals up to version 17 and with two
 * from 18; MySQL's trees whole up to 8.0 and with three significant digits later; JSON of MySQL and MariaDB in full.
 */
export type LoopPrecision = (rowsPerLoop: number) => number

export const wholeRows: LoopPrecision = () => 0.5
const inFull: LoopPrecision = () => 0
const twoDecimals: LoopPrecision = () => 0.005
const threeDigits: LoopPrecision = (rows) => (rows > 0 ? 0.5 * 10 ** (Math.floor(Math.log10(rows)) - 2) : 0.0005)

export function loopPrecisionOf(plan: Plan): LoopPrecision {
  const { format, engine } = plan.source
  if (format.startsWith('mariadb') || format === 'mysql-json-v2') return inFull
  if (format.startsWith('postgres')) {
    const isNew = engine === undefined ? printsDecimals(plan) : engine.version.major >= 18
    return isNew ? twoDecimals : wholeRows
  }
  const isNew = engine === undefined ? printsDecimals(plan) : engine.version.major > 8
  return isNew ? threeDigits : wholeRows
}

function printsDecimals(plan: Plan): boolean {
  const isPostgres = plan.source.format.startsWith('postgres')
  return orderOf(plan).nodes.some(
    ({ actual, estimate }) =>
      (actual !== undefined && !Number.isInteger(actual.rowsPerLoop)) ||
      (!isPostgres && !Number.isInteger(estimate.rowsPerLoop ?? 0)),
  )
}

/** Rows of all loops from the printed average of one. */
export function overLoops(rowsPerLoop: number, loops: number, precision: LoopPrecision): RowCount {
  const rows = Math.round(rowsPerLoop * loops)
  if (loops <= 1) return { rows, measured: true }
  const open = loops * precision(rowsPerLoop)
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
