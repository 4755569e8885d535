import { useAtomValue } from 'jotai'
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels'
import { keysOf } from '../commands/list'
import { Button } from '../kit/button'
import { Keys } from '../kit/keys'
import { useWide } from '../kit/wide'
import { TracePartings } from '../why/TracePartings'
import { fillWithExample } from './actions'
import { shownDiffAtom, variantsAtom } from './atoms'
import { DiffDetail } from './DiffDetail'
import { DiffTable } from './DiffTable'
import { DiffVerdict } from './DiffVerdict'
import { VariantSlot } from './VariantSlot'

/** Two plans side by side: what differs in one sentence, then both trees with what changed. */
export function TwoPlans() {
  const variants = useAtomValue(variantsAtom)
  const shown = useAtomValue(shownDiffAtom)
  const wide = useWide()
  const { defaultLayout, onLayoutChanged } = useDefaultLayout({
    id: wide ? 'sargable.panes.compare' : 'sargable.panes.compare-narrow',
    panelIds: ['trees', 'detail'],
    onlySaveAfterUserInteractions: true,
  })
  return (
    <section className={shown ? 'two-plans' : 'two-plans waits'} aria-label="Two plans" data-pane="compare">
      {shown ? (
        <DiffVerdict shown={shown} />
      ) : (
        <div className="compare-intro">
          <h1>Compare two plans</h1>
          <p className="dim">
            Steps are matched by the tables that they read or join, whatever the server and the format: a table of rows
            from MySQL 5.7 against a tree from 9.7 says what changed and nothing else.
          </p>
          <p className="row wrap dim">
            <span>
              Paste or drop two plans, take them from tabs or History, or press{' '}
              <Keys keys={keysOf('compare.add') ?? 'c'} /> on Analyze.
            </span>
            <Button small onPress={fillWithExample}>
              Show an example
            </Button>
          </p>
        </div>
      )}
      <div className="compare-slots">
        {variants.map((variant, slot) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its place
          <VariantSlot key={slot} slot={slot} variant={variant} />
        ))}
      </div>
      {shown && (
        <TracePartings
          a={shown.a.traceText}
          b={shown.b.traceText}
          engines={[shown.a.plan.source.engine, shown.b.plan.source.engine]}
        />
      )}
      {shown && (
        <div className="compare-body">
          <Group
            key={String(wide)}
            id="compare"
            orientation={wide ? 'horizontal' : 'vertical'}
            className="panes"
            defaultLayout={defaultLayout}
            onLayoutChanged={onLayoutChanged}
          >
            <Panel id="trees" minSize={wide ? '420px' : '120px'}>
              <div className="pane">
                <DiffTable shown={shown} />
              </div>
            </Panel>
            <Separator className="divider" />
            <Panel
              id="detail"
              minSize={wide ? '240px' : '96px'}
              defaultSize={wide ? '320px' : '180px'}
              maxSize={wide ? '640px' : '70%'}
              collapsible
              collapsedSize="0px"
            >
              <div className="pane" data-pane="compare-detail">
                <DiffDetail shown={shown} />
              </div>
            </Panel>
          </Group>
        </div>
      )}
    </section>
  )
}
