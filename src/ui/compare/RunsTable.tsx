import type { VariantTimes } from '../../core/experiment/summary/variant-times'
import { Absent, Measured } from '../kit/numbers'
import { letterOf } from './draft'
import type { ShownRun } from './shown'

/** More rounds are in the copy. */
const mostRounds = 200

interface RunsTableProps {
  readonly run: ShownRun
  readonly times: readonly VariantTimes[]
}

/** Every run as a number: a line for each round. */
export function RunsTable({ run, times }: RunsTableProps) {
  const rounds = Math.max(0, ...times.map(({ runs }) => (runs[runs.length - 1]?.pair ?? -1) + 1))
  const byPair = times.map(({ runs }) => new Map(runs.map((one) => [one.pair, one])))
  const shown = Math.min(rounds, mostRounds)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
    <section className="runs-table scroll" aria-label="Every run as a table" tabIndex={0}>
      <table className="g compact">
        <thead>
          <tr>
            <th className="num">Round</th>
            {times.map(({ variant }) => (
              <th key={variant} className="num">
                {letterOf(run.spec.variants.findIndex(({ name }) => name === variant))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: shown }, (_, pair) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a round is its number
            <tr key={pair}>
              <td className="num faint">{pair + 1}</td>
              {byPair.map((runs, at) => {
                const one = runs.get(pair)
                return (
                  <td key={times[at]?.variant} className="num">
                    {one ? (
                      <span title={`ran as number ${one.place + 1} of its round`}>
                        <Measured value={one.ms} unit="ms" />
                      </span>
                    ) : (
                      <Absent because="Not run in this round." />
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {rounds > shown && <p className="faint small">and {rounds - shown} more rounds; the copy has all of them</p>}
    </section>
  )
}

/** All runs as tab-separated text, in milliseconds. */
export function runsAsText(run: ShownRun, times: readonly VariantTimes[]): string {
  const head = ['round', ...times.map(({ variant }) => `${variant} ms`)].join('\t')
  const pairs = [...new Set(run.samples.map(({ pair }) => pair))].sort((one, other) => one - other)
  const byPair = times.map(({ runs }) => new Map(runs.map((one) => [one.pair, one.ms])))
  return [head, ...pairs.map((pair) => [pair + 1, ...byPair.map((runs) => runs.get(pair) ?? '')].join('\t'))].join('\n')
}
