import { useSetAtom } from 'jotai'
import { Button as AriaButton } from 'react-aria-components'
import { askedIndexAtom, whySideAtom } from './atoms'
import type { ConsideredTable, ConsideredWay } from './considered'
import { LinesLink } from './LinesLink'
import type { OpenReading } from './readings'

interface WayDetailProps {
  readonly reading: OpenReading
  readonly table: ConsideredTable
  readonly way: ConsideredWay
}

/** What a picked way says more: its ranges, its place in the trace, and the question why not. */
export function WayDetail({ reading, table, way }: WayDetailProps) {
  const ask = useSetAtom(askedIndexAtom)
  const setSide = useSetAtom(whySideAtom)
  const { index } = way
  return (
    <div className="why-detail">
      {way.details.map((detail) => (
        <div key={detail} className="ell mono" title={detail}>
          {detail}
        </div>
      ))}
      <div className="row why-detail-links">
        <LinesLink reading={reading} span={way.span} about={{ table: table.table, selectId: table.selectId, index }} />
        {index !== undefined && !index.includes(' + ') && (
          <AriaButton
            className="link"
            onPress={() => {
              ask({ table: table.table, index, selectId: table.selectId })
              setSide('decisions')
            }}
          >
            {way.state === 'taken' ? 'Why this index?' : 'Why not this index?'}
          </AriaButton>
        )}
      </div>
    </div>
  )
}
