import { figure, type Unit } from '../../core/figures'

/**
 * The three looks of a number. Estimated is italic with ≈, measured is upright, absent is a dash with its reason:
 * they never look alike, and the exact value is on hover.
 */

interface NumberProps {
  readonly value: number | undefined
  readonly unit: Unit
  /** Why there is no number, for the tooltip of the dash. */
  readonly absentBecause?: string
}

/** What the optimizer believed. */
export function Estimated({ value, unit, absentBecause }: NumberProps) {
  if (value === undefined) return <Absent because={absentBecause ?? 'The plan gives no estimate.'} />
  const { text, exact } = figure(value, unit)
  return (
    <span className="est num" title={`estimated: ${exact}`}>
      ≈ {text}
    </span>
  )
}

/** What the server counted or timed. */
export function Measured({ value, unit, absentBecause }: NumberProps) {
  if (value === undefined) return <Absent because={absentBecause ?? 'Not measured. Measure runs the statement.'} />
  const { text, exact } = figure(value, unit)
  return (
    <span className="num" title={`measured: ${exact}`}>
      {text}
    </span>
  )
}

/** No number, and why. Never 0. */
export function Absent({ because }: { readonly because: string }) {
  return (
    <span className="faint" title={because}>
      –
    </span>
  )
}
