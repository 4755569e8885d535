import { useAtom, useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels'
import { AdvicePane } from '../advice/AdvicePane'
import { EditorPane } from '../editor/EditorPane'
import { FileTabs } from '../frame/FileTabs'
import { NodeInspector } from '../inspector/NodeInspector'
import { Tabs } from '../kit/tabs'
import { useWide } from '../kit/wide'
import { PlanPane } from '../plan/PlanPane'
import { FirstScreen } from '../screens/FirstScreen'
import { connectionAtom, resultAtom } from '../state/atoms'
import { activeBufferAtom, buffersAtom } from '../state/buffers'
import { lowerTabAtom, narrowTabAtom } from '../state/session'
import { whyWholeAtom } from '../why/atoms'
import { WhyPanel } from '../why/WhyPanel'
import { LowerPanels, useLowerTabs } from './LowerPanels'
import { ResultHead } from './ResultHead'

/** One statement: its text, the verdict, the plan, and what proves it. */
export function AnalyzeScreen() {
  const buffer = useAtomValue(activeBufferAtom)
  const { list } = useAtomValue(buffersAtom)
  const result = useAtomValue(resultAtom)
  const connection = useAtomValue(connectionAtom)
  const wide = useWide()
  const first = !connection && buffer.text.trim() === '' && result.state === 'empty'
  return (
    <div className="analyze">
      {(!first || list.length > 1) && <FileTabs />}
      {first ? <FirstScreen /> : wide ? <WideLayout /> : <NarrowLayout />}
    </div>
  )
}

/** Editor left, plan right, proofs below. */
function WideLayout() {
  const state = useAtomValue(resultAtom).state
  const drawn = state === 'analysis' || state === 'plan'
  const whole = useAtomValue(whyWholeAtom)
  const tab = useAtomValue(lowerTabAtom)
  if (state === 'trace') return <PastedTrace />
  if (whole && tab === 'why' && state === 'analysis')
    return (
      <section className="pane" aria-label="Proofs" data-pane="lower">
        <LowerPanels />
      </section>
    )
  return (
    <Panes id="wide" orientation="vertical" panels={drawn ? ['top', 'lower'] : ['top']}>
      <Panel id="top" minSize="200px" defaultSize="58%">
        <Panes id="wide-top" orientation="horizontal" panels={['editor', 'result']}>
          <Panel id="editor" minSize="240px" defaultSize="440px" collapsible collapsedSize="0px">
            <EditorPane />
          </Panel>
          <Separator className="divider" />
          <Panel id="result" minSize="420px">
            <section className="pane" aria-label="Result">
              <ResultHead />
              {drawn && <PlanAndInspector />}
            </section>
          </Panel>
        </Panes>
      </Panel>
      {drawn && (
        <>
          <Separator className="divider" />
          <Panel id="lower" minSize="120px" defaultSize="42%" collapsible collapsedSize="0px">
            {state === 'analysis' ? (
              <ProofsAndAdvice />
            ) : (
              <section className="pane" aria-label="Proofs" data-pane="lower">
                <LowerPanels />
              </section>
            )}
          </Panel>
        </>
      )}
    </Panes>
  )
}

/** Why it is so on the left, what to do about it on the right. */
function ProofsAndAdvice() {
  return (
    <Panes id="wide-lower" orientation="horizontal" panels={['proofs', 'advice']}>
      <Panel id="proofs" minSize="420px">
        <section className="pane" aria-label="Proofs" data-pane="lower">
          <LowerPanels adviceBeside />
        </section>
      </Panel>
      <Separator className="divider" />
      <Panel id="advice" minSize="320px" defaultSize="468px" maxSize="760px">
        <section className="pane" aria-label="Advice" data-pane="advice">
          <AdvicePane />
        </section>
      </Panel>
    </Panes>
  )
}

/** The text of a pasted trace is its raw view, so the editor gives its room away. */
function PastedTrace() {
  return (
    <section className="pane" aria-label="Why this plan" data-pane="lower">
      <WhyPanel />
    </section>
  )
}

/** Verdict, editor, then everything else as tabs. */
function NarrowLayout() {
  const state = useAtomValue(resultAtom).state
  const drawn = state === 'analysis' || state === 'plan'
  const below = drawn || state === 'refused'
  if (state === 'trace') return <PastedTrace />
  return (
    <div className="narrow">
      {state !== 'empty' && state !== 'refused' && (
        <section className="pane flat" aria-label="Result">
          <ResultHead />
        </section>
      )}
      <Panes id="narrow" orientation="vertical" panels={below ? ['editor', 'tabs'] : ['editor']}>
        <Panel id="editor" minSize="96px" defaultSize="200px" collapsible collapsedSize="0px">
          <EditorPane />
        </Panel>
        {below && (
          <>
            <Separator className="divider" />
            <Panel id="tabs" minSize="120px">
              <section className="pane" aria-label="Plan and proofs" data-pane="lower">
                {drawn ? <NarrowTabs /> : <ResultHead />}
              </section>
            </Panel>
          </>
        )}
      </Panes>
    </div>
  )
}

function NarrowTabs() {
  const [tab, setTab] = useAtom(narrowTabAtom)
  const lower = useLowerTabs()
  const items = [{ id: 'plan' as const, title: 'Plan', content: <PlanAndInspector /> }, ...lower]
  return (
    <Tabs
      label="Plan and proofs"
      items={items}
      selected={items.some((each) => each.id === tab) ? tab : 'plan'}
      onSelect={setTab}
    />
  )
}

function PlanAndInspector() {
  return (
    <div className="plan-area">
      <Panes id="plan" orientation="horizontal" panels={['plan', 'inspector']}>
        <Panel id="plan" minSize="300px">
          <div className="pane" data-pane="plan">
            <PlanPane />
          </div>
        </Panel>
        <Separator className="divider" />
        <Panel id="inspector" minSize="220px" defaultSize="288px" maxSize="560px" collapsible collapsedSize="0px">
          <div className="pane" data-pane="inspector">
            <NodeInspector />
          </div>
        </Panel>
      </Panes>
    </div>
  )
}

interface PanesProps {
  readonly id: string
  readonly orientation: 'horizontal' | 'vertical'
  readonly panels: readonly string[]
  readonly children: ReactNode
}

/** Panes that can be resized and remember their sizes, for each set of panes that stood together. */
function Panes({ id, orientation, panels, children }: PanesProps) {
  const { defaultLayout, onLayoutChanged } = useDefaultLayout({
    id: `sargable.panes.${id}`,
    panelIds: [...panels],
    onlySaveAfterUserInteractions: true,
  })
  return (
    <Group
      id={id}
      orientation={orientation}
      className="panes"
      defaultLayout={defaultLayout}
      onLayoutChanged={onLayoutChanged}
    >
      {children}
    </Group>
  )
}
