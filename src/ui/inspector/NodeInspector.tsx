import { useAtomValue } from 'jotai'
import { Badge } from '../kit/badge'
import { badgesAtom, cutShortAtom, flatMetricsAtom, flatPlanAtom, hottestAtom, selectedAtom } from '../plan/atoms'
import { Badges } from '../plan/Badges'
import { inspectorId } from '../plan/focus-inspector'
import { indexNames, nodeDetail, nodeTitle, tableName } from '../plan/node-text'
import { usePlanPainted } from '../plan/use-plan-painted'
import { EstimateNote } from '../plan-facts/EstimateNote'
import { shownPlanAtom } from '../state/atoms'
import { Conditions } from './Conditions'
import { Facts } from './Facts'
import { RawPiece } from './RawPiece'
import { RestFacts } from './RestFacts'

/** Everything that is known about the selected node; the hottest one while none is selected. */
export function NodeInspector() {
  if (usePlanPainted()) return <Inspected />
  return <section className="inspector" id={inspectorId} tabIndex={-1} aria-label="Node inspector" aria-busy="true" />
}

function Inspected() {
  const shown = useAtomValue(shownPlanAtom)
  const flat = useAtomValue(flatPlanAtom)
  const hottest = useAtomValue(hottestAtom)
  const selected = useAtomValue(selectedAtom)
  const allBadges = useAtomValue(badgesAtom)
  const allMetrics = useAtomValue(flatMetricsAtom)
  const cut = useAtomValue(cutShortAtom)
  if (!shown || !flat) {
    return (
      <section className="inspector" id={inspectorId} tabIndex={-1} aria-label="Node inspector">
        <p className="plan-empty">Numbers, conditions and the raw piece of a plan node appear here.</p>
      </section>
    )
  }
  const at = selected ?? hottest
  const node = flat.nodes[at]
  if (!node) return null
  const metrics = allMetrics[at]
  const badges = allBadges[at] ?? []
  return (
    <section className="inspector" id={inspectorId} tabIndex={-1} aria-label="Node inspector">
      <div className="ins-head">
        <h3 className="ell" dir="auto" title={nodeTitle(node)}>
          {nodeTitle(node)}
        </h3>
        <span className="grow" />
        <Badge title={selected === undefined ? 'No node is selected; this is the hottest one.' : node.id}>
          {selected === undefined && flat.nodes.length > 1
            ? 'hottest node'
            : `node ${(at + 1).toLocaleString('en-US')} of ${flat.nodes.length.toLocaleString('en-US')}`}
        </Badge>
      </div>
      <div className="ins-body">
        {node.access && node.access.method !== 'none' && (
          <p className="ins-place mono" dir="auto" title={nodeDetail(node)}>
            {tableName(node.access)}
            {indexNames(node.access) !== undefined && <span className="dim"> · {indexNames(node.access)}</span>}
          </p>
        )}
        {badges.length > 0 && (
          <div className="ins-badges">
            <Badges badges={badges} />
          </div>
        )}
        <EstimateNote node={node} />
        <Facts
          node={node}
          metrics={metrics}
          measuredPlan={shown.plan.source.measured}
          stoppedEarly={cut[at] === true}
        />
        <Conditions node={node} keyUse={shown.keyUse} />
        <RestFacts node={node} />
        <RawPiece node={node} text={shown.plan.source.text} />
      </div>
    </section>
  )
}
