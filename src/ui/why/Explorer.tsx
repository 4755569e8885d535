import { useAtom, useAtomValue } from 'jotai'
import { Maximize2, Minimize2, Route, Scissors } from 'lucide-react'
import { useRef } from 'react'
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels'
import { formatBytes, formatCount, formatTime } from '../../core/figures'
import { CodeText } from '../analyze/CodeText'
import { IconButton } from '../kit/button'
import { Icon } from '../kit/icon'
import { Segments } from '../kit/segments'
import { useSize } from '../plan/use-size'
import { resultAtom } from '../state/atoms'
import { whySideAtom, whyWholeAtom } from './atoms'
import { Considered } from './ConsideredTable'
import { CostConstants } from './CostConstants'
import { HypergraphLines } from './HypergraphLines'
import { JoinOrders } from './JoinOrders'
import { LinesLink } from './LinesLink'
import { RawTrace } from './RawTrace'
import { Rewritten } from './Rewritten'
import type { OpenReading } from './readings'
import { SecondLooks } from './SecondLooks'
import { LineList } from './StepLists'
import { WhyNot } from './WhyNot'

/** Below this width both sides stand under each other. */
const sideBySidePx = 820

/** Why this plan: the decision in one sentence, what was considered at the left, how it was decided at the right. */
export function Explorer({ reading }: { readonly reading: OpenReading }) {
  const pane = useRef<HTMLDivElement>(null)
  const { width } = useSize(pane)
  const wide = width === 0 || width >= sideBySidePx
  const { defaultLayout, onLayoutChanged } = useDefaultLayout({
    id: `sargable.panes.why${wide ? '' : '-narrow'}`,
    panelIds: ['considered', 'decided'],
    onlySaveAfterUserInteractions: true,
  })
  return (
    <div className="why" ref={pane}>
      <Head reading={reading} />
      <div className="why-body">
        <Group
          key={String(wide)}
          id="why"
          orientation={wide ? 'horizontal' : 'vertical'}
          className="panes"
          defaultLayout={defaultLayout}
          onLayoutChanged={onLayoutChanged}
        >
          <Panel id="considered" minSize={wide ? '320px' : '96px'} defaultSize="52%">
            <Left reading={reading} />
          </Panel>
          <Separator className="divider" />
          <Panel id="decided" minSize={wide ? '320px' : '96px'}>
            <Right reading={reading} />
          </Panel>
        </Group>
      </div>
    </div>
  )
}

function Head({ reading }: { readonly reading: OpenReading }) {
  const { headline, characters } = reading.overview
  const [side, setSide] = useAtom(whySideAtom)
  const [whole, setWhole] = useAtom(whyWholeAtom)
  const result = useAtomValue(resultAtom)
  return (
    <header className="why-head">
      <span className="acc">
        <Icon of={Route} />
      </span>
      <div className="grow">
        <p className="why-headline">
          <CodeText text={headline.text} />
        </p>
        <p className="why-facts faint">
          {[
            ...headline.facts,
            `trace of ${formatBytes(characters)}, read in ${formatTime(Math.max(1, Math.round(reading.readMs)))}`,
          ].join(' · ')}{' '}
          {headline.span && <LinesLink reading={reading} span={headline.span} />}
        </p>
        <LeftOut reading={reading} />
      </div>
      <Segments
        label="Right side"
        options={[
          { id: 'decisions', title: 'Decisions' },
          { id: 'raw', title: 'Raw trace' },
        ]}
        selected={side}
        onSelect={setSide}
      />
      {result.state === 'analysis' && (
        <IconButton
          small
          icon={whole ? Minimize2 : Maximize2}
          label={whole ? 'Show statement and plan again' : 'Give it the whole window'}
          onPress={() => setWhole(!whole)}
        />
      )}
    </header>
  )
}

/** What is missing of the trace, where something is. */
function LeftOut({ reading }: { readonly reading: OpenReading }) {
  const { cutAt, truncatedBytes, notes } = reading.overview
  return (
    <>
      {(cutAt !== undefined || truncatedBytes > 0) && (
        <p className="note warn why-cut">
          <Icon of={Scissors} />
          <span>
            <b>The trace is cut.</b>{' '}
            {truncatedBytes > 0 && `The server left out ${formatCount(truncatedBytes)} bytes of it. `}
            {cutAt !== undefined && `It ends after ${formatCount(cutAt)} characters. `}
            Every step that was finished before stands here; join orders, conditions and second looks that came later
            are missing. A larger <code>optimizer_trace_max_mem_size</code> gives the whole.
          </span>
        </p>
      )}
      {notes.length > 0 && (
        <details className="note why-cut">
          <summary>
            {notes.length === 1 ? '1 key was' : `${notes.length} keys were`} not understood; nothing was concluded from{' '}
            {notes.length === 1 ? 'it' : 'them'}.
          </summary>
          <ul className="why-list">
            {notes.map((note) => (
              <li key={note.span.start}>
                {note.text} <LinesLink reading={reading} span={note.span} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function Left({ reading }: { readonly reading: OpenReading }) {
  const scroller = useRef<HTMLDivElement>(null)
  const { conditions, work, tables } = reading.overview
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by the keyboard
    <section className="why-side" ref={scroller} aria-label="What was considered" tabIndex={0}>
      {tables.length > 0 && <Considered key={reading.id} reading={reading} scroller={scroller} />}
      <Rewritten reading={reading} />
      <LineList reading={reading} title="Conditions, and where they are checked" lines={conditions} />
      <LineList reading={reading} title="Sorts and temporary tables" lines={work} />
    </section>
  )
}

function Right({ reading }: { readonly reading: OpenReading }) {
  const side = useAtomValue(whySideAtom)
  const { semiJoins, rechecks } = reading.overview
  const changed = rechecks.some((one) => one.changed)
  if (side === 'raw') return <RawTrace reading={reading} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by the keyboard
    <section className="why-side" aria-label="How it was decided" tabIndex={0}>
      {changed && <SecondLooks reading={reading} />}
      <WhyNot reading={reading} />
      <JoinOrders key={reading.id} reading={reading} />
      <LineList
        reading={reading}
        title="Semi-join strategies"
        says={semiJoins.find((one) => one.final)?.text ?? `${semiJoins.length} weighed`}
        lines={semiJoins.map((one) => ({ ...one, strong: one.final }))}
      />
      <HypergraphLines reading={reading} />
      {!changed && <SecondLooks reading={reading} />}
      <CostConstants />
    </section>
  )
}
