import { useAtomValue } from 'jotai'
import { selectionAtom } from '../state/atoms'
import { LinesLink } from './LinesLink'
import type { WhyLine } from './overview'
import { isAt } from './placed'
import type { OpenReading } from './readings'

interface LineListProps {
  readonly reading: OpenReading
  readonly title: string
  /** At the right of the title. */
  readonly says?: string
  readonly lines: readonly (WhyLine & { readonly strong?: boolean })[]
}

/** Steps of one kind, a line each, with their places in the trace; nothing where there are none. */
export function LineList({ reading, title, says, lines }: LineListProps) {
  const { traceSpan } = useAtomValue(selectionAtom)
  if (lines.length === 0) return null
  return (
    <section aria-label={title} className="why-section">
      <div className="why-h">
        <h2>{title}</h2>
        <span className="grow" />
        <span className="faint">{says ?? lines.length.toLocaleString('en-US')}</span>
      </div>
      <ul className="why-list">
        {lines.map((line) => (
          <li
            key={`${line.span.start} ${line.text.slice(0, 40)}`}
            className={`why-step ${isAt(line.span, traceSpan) ? 'picked' : ''}`}
          >
            {line.table !== undefined && <b className="mono nowrap">{line.table}</b>}
            <span className={`mono ell ${line.strong ? 'acc' : ''}`} title={line.text}>
              {line.text}
            </span>
            <span className="dim ell grow" title={line.detail}>
              {line.detail}
            </span>
            <LinesLink
              reading={reading}
              span={line.span}
              words="Lines"
              {...(line.table !== undefined && { about: { table: line.table, selectId: line.selectId } })}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
