import { figure, formatCount } from '../../core/figures'
import type { RowCount } from '../../core/plan/insight/row-count'
import { Absent, Estimated, Measured } from '../kit/numbers'

interface RowsNumberProps {
  readonly count: RowCount | undefined
  /** Why there is none. */
  readonly because?: string
}

/** A number of rows as it is known: estimated, counted, or counted with what the server's rounding leaves open. */
export function RowsNumber({ count, because = 'The plan does not tell.' }: RowsNumberProps) {
  if (count === undefined) return <Absent because={because} />
  if (!count.measured) return <Estimated value={count.rows} unit="rows" />
  if (count.plusMinus === undefined) return <Measured value={count.rows} unit="rows" />
  const { text, exact } = figure(count.rows, 'rows')
  const open = formatCount(Math.ceil(count.plusMinus))
  return (
    <span className="num" title={`measured: ${exact} ± ${open}; the server prints rounded averages of each loop`}>
      {text} <span className="faint">± {open}</span>
    </span>
  )
}
