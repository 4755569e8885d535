import { useAtomValue } from 'jotai'
import type { PlanChange } from '../../core/plan/diff/model'
import { valueText } from '../../core/plan/diff/number-words'
import { ratioOf } from '../../core/plan/diff/text'
import type { Plan, PlanNode } from '../../core/plan/model'
import { CopyButton } from '../plan/CopyButton'
import { nodeDetail, nodeTitle } from '../plan/node-text'
import { pickedRowAtom, type ShownDiff } from './atoms'
import { fieldName, stateWords } from './diff-rows'

/** Longer pieces are cut here; the copy holds all. */
const longestPiece = 1500

/** Everything that differs at the picked row, with the server's own words of both sides. */
export function DiffDetail({ shown }: { readonly shown: ShownDiff }) {
  const picked = useAtomValue(pickedRowAtom)
  const row = picked === undefined ? undefined : shown.rows[picked]
  if (!row) {
    return (
      <section className="inspector" tabIndex={-1} aria-label="Difference of one step">
        <p className="plan-empty">Pick a row to see what changed there, in the servers' own words.</p>
      </section>
    )
  }
  const nodeA = row.a?.node ?? row.partner
  const nodeB = row.b?.node ?? row.partner
  const node = nodeB ?? nodeA
  return (
    <section className="inspector" tabIndex={-1} aria-label="Difference of one step">
      <div className="ins-head">
        <h3 className="ell" dir="auto">
          {node && nodeTitle(node)}
        </h3>
      </div>
      <div className="ins-body">
        <p className="dim">{stateWords(row.state, 'the other format')}</p>
        {row.changes.length > 0 && <Changes changes={row.changes} letters={shown.letters} />}
        {nodeA && <Side letter={shown.letters[0]} node={nodeA} plan={shown.a.plan} />}
        {nodeB && <Side letter={shown.letters[1]} node={nodeB} plan={shown.b.plan} />}
      </div>
    </section>
  )
}

interface ChangesProps {
  readonly changes: readonly PlanChange[]
  readonly letters: ShownDiff['letters']
}

function Changes({ changes, letters }: ChangesProps) {
  return (
    <table className="g diff-changes">
      <thead>
        <tr>
          <th>Changed</th>
          <th>{letters[0]}</th>
          <th>{letters[1]}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.field}>
            <td title={change.change}>{fieldName(change)}</td>
            <td className="mono">{valueText(change.before)}</td>
            <td className="mono">
              {valueText(change.after)} <span className="dim">{ratioTold(change)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function ratioTold({ field, before, after }: PlanChange): string {
  return typeof before === 'number' && typeof after === 'number' ? (ratioOf(field, before, after) ?? '') : ''
}

function Side(props: { readonly letter: string; readonly node: PlanNode; readonly plan: Plan }) {
  const { letter, node, plan } = props
  const piece = plan.source.text.slice(node.span.start, node.span.end)
  const detail = nodeDetail(node)
  return (
    <>
      <div className="row ins-title">
        <h4 className="h">
          {letter}: {nodeTitle(node)}
        </h4>
        <span className="grow" />
        <CopyButton label={`Copy this piece of ${letter}`} text={() => piece} />
      </div>
      {detail !== undefined && (
        <p className="ins-place mono" dir="auto">
          {detail}
        </p>
      )}
      {node.conditions.length > 0 && (
        <ul className="diff-conditions mono">
          {node.conditions.map((condition) => (
            <li key={`${condition.checkedAt} ${condition.text}`} dir="auto">
              <span className="faint">{condition.checkedAt}</span> {condition.text}
            </li>
          ))}
        </ul>
      )}
      {piece !== '' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
        <pre className="ins-raw" tabIndex={0}>
          {piece.length > longestPiece ? `${piece.slice(0, longestPiece)}\n…` : piece}
        </pre>
      )}
    </>
  )
}
