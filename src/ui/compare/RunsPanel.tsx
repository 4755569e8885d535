import { useAtom, useAtomValue } from 'jotai'
import { useState } from 'react'
import { formatTime } from '../../core/figures'
import { Badge } from '../kit/badge'
import { Segments } from '../kit/segments'
import { CopyButton } from '../plan/CopyButton'
import { DotPlot } from './DotPlot'
import { RoundsPlot } from './RoundsPlot'
import { RunsTable, runsAsText } from './RunsTable'
import { chosenClockAtom, clockAtom, clocksAtom, type ShownRun, variantTimesAtom } from './shown'
import { clockSays, clockTitles } from './words'

const looks = [
  { id: 'dots', title: 'Every run' },
  { id: 'rounds', title: 'Over time' },
  { id: 'table', title: 'Table' },
] as const

/** Every run of every variant: as dots on one axis, in the order of the rounds, or as numbers; by the clock of choice. */
export function RunsPanel({ run }: { readonly run: ShownRun }) {
  const [look, setLook] = useState<(typeof looks)[number]['id']>('dots')
  const [, choose] = useAtom(chosenClockAtom)
  const clocks = useAtomValue(clocksAtom)
  const clock = useAtomValue(clockAtom)
  const times = useAtomValue(variantTimesAtom)
  if (run.samples.length === 0) return null
  const embedded = run.spec.variants[0]?.engine?.product === 'pglite'
  const decided = run.comparisons[0]?.decidedBy
  const { noiseFloorMicros } = run
  return (
    <section className="runs" aria-label="Every run" data-pane="compare-runs">
      <div className="row wrap runs-head">
        <Segments label="Runs as" options={looks} selected={look} onSelect={setLook} />
        <Segments
          label="Clock"
          options={clocks.map((id) => ({ id, title: clockTitles[id] }))}
          selected={clock}
          onSelect={choose}
        />
        <span className="dim small">
          {clockSays(clock)}
          {decided === clock && ', which decides'}
          {look === 'dots' && ' · bar: median · band: its 95 % interval'}
          {look === 'rounds' && ' · each row around its own median'}
        </span>
        {embedded && (
          <Badge look="warn" title="The embedded database runs inside the app: its times say nothing about a server.">
            embedded: times give no verdict
          </Badge>
        )}
        <span className="grow" />
        {noiseFloorMicros !== undefined && (
          <span
            className="faint small nowrap"
            title="What the baseline differs by when it runs against itself, at the client: half the width of the interval."
          >
            noise floor ±{formatTime(noiseFloorMicros / 1000)}
            {clock === 'client' && look === 'dots' ? ', hatched around A' : ' at the client'}
          </span>
        )}
        <CopyButton label="Copy every run as a table" text={() => runsAsText(run, times)} />
      </div>
      {look === 'dots' && <DotPlot run={run} times={times} clock={clock} />}
      {look === 'rounds' && <RoundsPlot run={run} times={times} />}
      {look === 'table' && <RunsTable run={run} times={times} />}
    </section>
  )
}
