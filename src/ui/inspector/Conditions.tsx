import { useAtom, useAtomValue } from 'jotai'
import { Check, CornerDownRight, Minus, TriangleAlert } from 'lucide-react'
import type { KeyUse } from '../../core/keyparts/model'
import { shortCondition } from '../../core/plan/insight/short-condition'
import type { Condition, PlanNode } from '../../core/plan/model'
import { spanOfPart } from '../index-use/condition-span'
import { Icon } from '../kit/icon'
import { selectionAtom } from '../state/atoms'
import { type ConditionGroup, conditionGroups } from './condition-groups'
import { type SeekPart, seekPartsOf } from './seek-parts'

const icons = { good: Check, plain: CornerDownRight, late: TriangleAlert }
const colours = { good: 'acc', plain: 'faint', late: 'bad' }

/** The node's conditions by where they act; each lights up its place in the statement and in the plan. */
export function Conditions({ node, keyUse }: { readonly node: PlanNode; readonly keyUse: readonly KeyUse[] }) {
  const { planIndex } = useAtomValue(selectionAtom)
  const groups = conditionGroups(node)
  const seeks = seekPartsOf(
    node,
    keyUse.filter((use) => use.planIndex === planIndex),
  )
  if (groups.length === 0 && seeks.length === 0) return null
  return (
    <>
      <h4 className="h ins-title">Conditions, by where they act</h4>
      <ul className="ins-conditions">
        {seeks.length > 0 && (
          <li>
            <span className={colours.good}>
              <Icon of={icons.good} size={12} />
            </span>
            <div className="col">
              <span>
                <b>Index seek</b> <span className="faint">bounds the read</span>
              </span>
              {seeks.map((seek) => (
                <SeekText key={`${seek.index}.${seek.part.position}`} seek={seek} node={node} />
              ))}
            </div>
          </li>
        )}
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

function SeekText({ seek, node }: { readonly seek: SeekPart; readonly node: PlanNode }) {
  const [selection, select] = useAtom(selectionAtom)
  const lit = selection.keyPart?.index === seek.index && selection.keyPart.position === seek.part.position
  return (
    <button
      type="button"
      className={`ins-condition${lit ? ' lit' : ''}`}
      aria-pressed={lit}
      dir="auto"
      title={`Key part ${seek.part.position} of ${seek.index}`}
      onClick={() =>
        select({
          planIndex: selection.planIndex,
          nodeId: node.id,
          keyPart: { index: seek.index, position: seek.part.position },
          sqlSpan: spanOfPart(node, seek.part),
          sqlSpans: seek.part.sqlSpans,
          planSpan: node.span,
        })
      }
    >
      {seek.text}
      {seek.part.narrows === 'edges' && <span className="faint"> (only the range's ends)</span>}
    </button>
  )
}

function ConditionText({ condition, node }: { readonly condition: Condition; readonly node: PlanNode }) {
  const [selection, select] = useAtom(selectionAtom)
  const place = condition.sqlSpan ?? condition.sqlSpans?.[0]
  const [mine, theirs] = place ? [place, selection.sqlSpan] : [condition.span, selection.planSpan]
  const isHere = mine !== undefined && mine.start === theirs?.start && mine.end === theirs.end
  const lit = isHere && selection.nodeId === node.id
  return (
    <button
      type="button"
      className={`ins-condition${lit ? ' lit' : ''}`}
      aria-pressed={lit}
      dir="auto"
      title={condition.text}
      onClick={() =>
        select({
          planIndex: selection.planIndex,
          nodeId: node.id,
          sqlSpan: condition.sqlSpan ?? condition.sqlSpans?.[0] ?? node.sqlSpan,
          sqlSpans: condition.sqlSpans,
          planSpan: condition.span ?? node.span,
        })
      }
    >
      {shortCondition(condition.text, node.access)}
    </button>
  )
}
