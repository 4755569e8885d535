import { useAtom } from 'jotai'
import { Check, CornerDownRight, Minus, TriangleAlert } from 'lucide-react'
import type { Condition, PlanNode } from '../../core/plan/model'
import { Icon } from '../kit/icon'
import { selectionAtom } from '../state/atoms'
import { type ConditionGroup, conditionGroups } from './condition-groups'

const icons = { good: Check, plain: CornerDownRight, late: TriangleAlert }
const colours = { good: 'acc', plain: 'faint', late: 'bad' }

/** The node's conditions by where they act; each lights up its place in the statement and in the plan. */
export function Conditions({ node }: { readonly node: PlanNode }) {
  const groups = conditionGroups(node)
  if (groups.length === 0) return null
  return (
    <>
      <h4 className="h ins-title">Conditions, by where they act</h4>
      <ul className="ins-conditions">
        {groups.map((group) => (
          <Group key={group.checkedAt} group={group} node={node} />
        ))}
      </ul>
    </>
  )
}

function Group({ group, node }: { readonly group: ConditionGroup; readonly node: PlanNode }) {
  const none = group.conditions.length === 0
  return (
    <li>
      <span className={none ? 'faint' : colours[group.look]}>
        <Icon of={none ? Minus : icons[group.look]} size={12} />
      </span>
      <div className="col">
        <span>
          <b>{group.title}</b> <span className="faint">{group.effect}</span>
        </span>
        {none && <span className="faint">none</span>}
        {group.conditions.map((condition) => (
          <ConditionText key={`${condition.text}@${condition.span?.start ?? ''}`} condition={condition} node={node} />
        ))}
      </div>
    </li>
  )
}

function ConditionText({ condition, node }: { readonly condition: Condition; readonly node: PlanNode }) {
  const [selection, select] = useAtom(selectionAtom)
  const span = condition.sqlSpan ?? condition.span
  const lit =
    span !== undefined &&
    selection.nodeId === node.id &&
    (condition.sqlSpan
      ? selection.sqlSpan?.start === condition.sqlSpan.start && selection.sqlSpan.end === condition.sqlSpan.end
      : selection.planSpan?.start === span.start && selection.planSpan.end === span.end)
  return (
    <button
      type="button"
      className={`ins-condition${lit ? ' lit' : ''}`}
      aria-pressed={lit}
      dir="auto"
      onClick={() =>
        select({
          planIndex: selection.planIndex,
          nodeId: node.id,
          sqlSpan: condition.sqlSpan ?? node.sqlSpan,
          planSpan: condition.span ?? node.span,
        })
      }
    >
      {condition.text}
    </button>
  )
}
