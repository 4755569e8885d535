import { useAtomValue } from 'jotai'
import { CornerLeftUp, TriangleAlert } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components'
import { formatCount, formatRatio } from '../../core/figures'
import type { PlanNode } from '../../core/plan/model'
import { Icon } from '../kit/icon'
import { flatPlanAtom } from '../plan/atoms'
import { nodeTitle } from '../plan/node-text'
import { insightAtom } from './atoms'
import { useSelectNodes } from './use-select-nodes'

/** In the inspector: that a node's estimate starts to be wrong here, or where the error of this node comes from. */
export function EstimateNote({ node }: { readonly node: PlanNode }) {
  const insight = useAtomValue(insightAtom)
  const flat = useAtomValue(flatPlanAtom)
  const { select } = useSelectNodes()
  const starts = insight?.errors.find((error) => error.node === node)
  if (starts) {
    const { inheritedBy } = starts
    return (
      <div className="note bad estimate-note">
        <Icon of={TriangleAlert} />
        <span>
          <b>The estimate starts to be wrong here.</b>{' '}
          {inheritedBy.length === 0
            ? 'The steps below were estimated right.'
            : inheritedBy.length === 1
              ? 'One step above inherits it.'
              : `${formatCount(inheritedBy.length)} steps above inherit it.`}
        </span>
      </div>
    )
  }
  const own = flat?.nodes.indexOf(node) ?? -1
  const source = insight?.errors.find((error) => error.inheritedAt.includes(own))
  if (!source) return null
  return (
    <div className="note estimate-note">
      <Icon of={CornerLeftUp} />
      <span>
        The error comes from{' '}
        <AriaButton className="link" onPress={() => select([source.nodeId])}>
          node {formatCount(source.at + 1)}, {nodeTitle(source.node)}
        </AriaButton>{' '}
        ({formatRatio(source.ratio)}).
      </span>
    </div>
  )
}
