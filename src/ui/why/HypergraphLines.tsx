import { useAtom } from 'jotai'
import { Info } from 'lucide-react'
import { Icon } from '../kit/icon'
import { selectionAtom } from '../state/atoms'
import { ManyLines } from './ManyLines'
import type { OpenReading } from './readings'

const linePx = 18
/** The list has room on this screen: there is nothing else to see of such a search. */
const highest = '62vh'

/** What the hypergraph optimizer wrote about its search: lines of prose instead of steps, and said to be so. */
export function HypergraphLines({ reading }: { readonly reading: OpenReading }) {
  const { lines } = reading.overview
  const [selection, select] = useAtom(selectionAtom)
  if (lines.length === 0) return null
  const lit = lines.findIndex((one) => one.span.start === selection.traceSpan?.start)
  return (
    <section aria-label="Hypergraph optimizer" className="why-section">
      <div className="why-h">
        <h2>The hypergraph optimizer’s own lines</h2>
        <span className="grow" />
        <span className="faint">{lines.length.toLocaleString('en-US')}</span>
      </div>
      <p className="note why-recheck">
        <Icon of={Info} />
        <span>
          This optimizer writes prose instead of steps, so ways and orders are not told apart here. Costs are marked
          where a line names one.
        </span>
      </p>
      <div style={{ height: `min(${highest}, ${(lines.length + 1) * linePx}px)`, display: 'flex' }}>
        <ManyLines
          label="Lines of the hypergraph optimizer"
          count={lines.length}
          numberOf={(at) => at + 1}
          lit={lit === -1 ? undefined : { first: lit, last: lit }}
          goTo={undefined}
          levelOf={() => 1}
          expandedOf={() => undefined}
          onFold={() => undefined}
          onPick={(at) => {
            const line = lines[at]
            if (line) select({ planIndex: selection.planIndex, traceSpan: line.span })
          }}
          lineOf={(at) => {
            const line = lines[at]
            return (
              <span title={line?.text}>
                {line?.text} {line?.cost !== undefined && <b className="acc">cost {line.cost}</b>}
              </span>
            )
          }}
        />
      </div>
    </section>
  )
}
