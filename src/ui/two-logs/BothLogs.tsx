import type { DiffTotals, DigestDiffDocument } from '../../core/digest/model'
import { formatCount, formatLongTime, formatRatio, formatRows } from '../../core/figures'
import { Absent } from '../kit/numbers'

interface Row {
  readonly name: string
  readonly of: (totals: DiffTotals) => number | undefined
  readonly format: (value: number) => string
  /** More of it is worse. */
  readonly judged: boolean
}

const time = (micros: number) => formatLongTime(micros / 1000)
const rows: readonly Row[] = [
  { name: 'Query time', of: ({ totalMicros }) => totalMicros, format: time, judged: true },
  { name: 'Entries', of: ({ events }) => events, format: formatCount, judged: false },
  { name: 'Shapes', of: ({ shapes }) => shapes, format: formatCount, judged: false },
  { name: 'Rows examined', of: ({ rowsExamined }) => rowsExamined, format: formatRows, judged: true },
  { name: 'Time waiting for locks', of: ({ lockMicros }) => lockMicros, format: time, judged: true },
]

/** The two logs as wholes. */
export function BothLogs({ diff }: { readonly diff: DigestDiffDocument }) {
  const { a, b } = diff.totals
  return (
    <table className="g two-both">
      <thead>
        <tr>
          <th scope="col">Both logs</th>
          <th scope="col" className="r">
            before
          </th>
          <th scope="col" className="r">
            after
          </th>
          <th scope="col" className="r">
            change
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, of, format, judged }) => {
          const [before, after] = [of(a), of(b)]
          const ratio = before === undefined || after === undefined || before === 0 ? undefined : after / before
          const look = !judged || ratio === undefined ? '' : ratio > 1.05 ? 'bad' : ratio < 0.95 ? 'good' : ''
          return (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="r num">{before === undefined ? <NotTold /> : format(before)}</td>
              <td className="r num">{after === undefined ? <NotTold /> : format(after)}</td>
              <td className={`r num ${look}`}>
                {name === 'Shapes' ? (
                  `${formatCount(diff.appeared.length)} new, ${formatCount(diff.vanished.length)} gone`
                ) : ratio === undefined ? (
                  <NotTold />
                ) : (
                  formatRatio(ratio)
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function NotTold() {
  return <Absent because="One of the logs does not tell it." />
}
