import { TriangleAlert } from 'lucide-react'
import type { Comparison } from '../../core/experiment/model'
import { Icon } from '../kit/icon'
import { letterOf } from './draft'
import type { ShownRun } from './shown'

/** Columns of a row that are shown; more only say so. */
const mostValues = 12

/** The first rows that only one of the two returned; nothing where all are the same. */
export function DifferingRows({ run }: { readonly run: ShownRun }) {
  const differing = run.comparisons.filter(({ firstDifferences = [] }) => firstDifferences.length > 0)
  if (differing.length === 0) return null
  return (
    <section className="cmp-section" aria-label="Rows that differ">
      <h2 className="bad row">
        <Icon of={TriangleAlert} /> Rows that differ
      </h2>
      {differing.map((one) => (
        <Differences
          key={one.variant}
          comparison={one}
          letter={letterOf(run.spec.variants.findIndex(({ name }) => name === one.variant))}
        />
      ))}
    </section>
  )
}

function Differences({ comparison, letter }: { readonly comparison: Comparison; readonly letter: string }) {
  const { firstDifferences = [], sameResultBecause } = comparison
  return (
    <>
      {sameResultBecause !== undefined && <p className="dim small">{sameResultBecause}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wide rows scroll, so the keyboard has to reach them */}
      <section className="scroll" tabIndex={0} aria-label={`Rows of A and ${letter} that differ`}>
        <table className="g compact differing">
          <thead>
            <tr>
              <th>Only in</th>
              <th>Row</th>
            </tr>
          </thead>
          <tbody>
            {firstDifferences.map(({ only, row }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names and never move
              <tr key={at}>
                <td>
                  <b className="compare-letter">{only === 'baseline' ? 'A' : letter}</b>
                </td>
                <td className="mono">
                  {row.slice(0, mostValues).map((value, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                    <span key={column} className="differing-value">
                      {value === null ? <i className="faint">NULL</i> : value}
                    </span>
                  ))}
                  {row.length > mostValues && <span className="faint">and {row.length - mostValues} more columns</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
