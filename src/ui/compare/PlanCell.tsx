import type { PlanNode } from '../../core/plan/model'
import { Absent, Estimated, Measured } from '../kit/numbers'
import { nodeDetail, nodeTitle } from '../plan/node-text'
import { rowsHandled, rowsOut } from '../plan/rows'
import type { ShownPlan } from './shown'

/** Steps in a column; the aligned difference below has all of them. */
const mostSteps = 9
const indentPx = 12
const mostIndents = 6

/** The steps of one variant's plan, each with its rows; those that are not as in the baseline stand out. */
export function PlanCell({ shown }: { readonly shown: ShownPlan | undefined }) {
  if (!shown) return <Absent because="There is no plan of this variant." />
  const { plan, metrics, changed } = shown
  const steps = stepsOf(plan.root)
  return (
    <ol className="plan-cell">
      {steps.slice(0, mostSteps).map(({ node, depth }) => {
        const level = Math.min(depth, mostIndents)
        const rows = (node.access ? rowsHandled : rowsOut)(node, metrics[node.id])
        const detail = nodeDetail(node)
        const key = keyBytes(node)
        const words = detail === undefined ? nodeTitle(node) : `${nodeTitle(node)} ${detail}`
        return (
          <li key={node.id} className={changed.has(node.id) ? 'plan-step changed' : 'plan-step'}>
            <span className="ell grow" dir="auto" title={words} style={{ paddingLeft: level * indentPx }}>
              {level > 0 && (
                <span className="faint" aria-hidden="true">
                  └{' '}
                </span>
              )}
              {changed.has(node.id) && <span className="unseen">not as in A: </span>}
              {nodeTitle(node)} {detail !== undefined && <code>{detail}</code>}{' '}
              {key !== undefined && (
                <span className="faint" title="Bytes of the index's key that narrow the read, as the server tells.">
                  key_len {key}
                </span>
              )}
            </span>
            {rows &&
              (rows.measured ? (
                <Measured value={rows.value} unit="rows" />
              ) : (
                <Estimated value={rows.value} unit="rows" />
              ))}
          </li>
        )
      })}
      {steps.length > mostSteps && <li className="faint">and {steps.length - mostSteps} more steps</li>}
    </ol>
  )
}

/** Of reads that the key narrows; a scan of a whole index prints the whole key. */
function keyBytes({ access }: PlanNode): number | undefined {
  if (access?.method === 'index-scan' || access?.method === 'full-scan') return undefined
  return access?.indexes.find(({ keyLengthBytes }) => keyLengthBytes !== undefined)?.keyLengthBytes
}

function stepsOf(root: PlanNode): readonly { readonly node: PlanNode; readonly depth: number }[] {
  const steps: { node: PlanNode; depth: number }[] = []
  const open = [{ node: root, depth: 0 }]
  for (let step = open.pop(); step; step = open.pop()) {
    steps.push(step)
    for (const node of [...step.node.children].reverse()) open.push({ node, depth: step.depth + 1 })
  }
  return steps
}
