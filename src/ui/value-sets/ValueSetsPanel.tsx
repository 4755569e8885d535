import { useAtomValue } from 'jotai'
import { Rows3, TriangleAlert } from 'lucide-react'
import type { ValueSet, ValueSets } from '../../core/analysis/value-sets/model'
import { CautionList } from '../analyze/CautionList'
import { CodeText } from '../analyze/CodeText'
import { Badge } from '../kit/badge'
import { Button } from '../kit/button'
import { Estimated } from '../kit/numbers'
import { shownBlocked } from '../state/actions/shown-analysis'
import { Refused } from '../why-postgres/Refused'
import { askedSetsAtom, askValueSets } from './asked'

/** How the plan depends on the values of the placeholders. */
export function ValueSetsPanel() {
  const asked = useAtomValue(askedSetsAtom)
  if (asked?.state === 'told') return <Told told={asked.told} />
  return (
    <div className="lower-empty">
      <p>
        <b>A plan that is good for one value can be bad for another.</b>{' '}
        <span className="dim">
          The server can plan this statement with the commonest, a middling and the rarest value that its statistics
          know; nothing is run.
        </span>
      </p>
      <AskButton again={false} />
      {asked?.state === 'asking' && (
        <p className="faint" role="status">
          The server plans it …
        </p>
      )}
      {asked?.state === 'refused' && <Refused fault={asked.fault} />}
    </div>
  )
}

function AskButton({ again }: { readonly again: boolean }) {
  return (
    <Button icon={Rows3} small={again} blockedBecause={shownBlocked()} onPress={() => void askValueSets()}>
      {again ? 'Ask again' : 'Plan it with several values'}
    </Button>
  )
}

function Told({ told }: { readonly told: ValueSets }) {
  const { text, sets, shapes, generic, cautions } = told
  const placeholders = sets[0]?.values.map(({ placeholder }) => placeholder) ?? []
  const numbered = new Map(shapes.map(({ shape }, at) => [shape, at + 1]))
  return (
    <div className="lower scroll value-sets">
      <div className="row wrap">
        <b>{text}</b>
        <span className="grow" />
        <AskButton again />
      </div>
      <table className="g compact">
        <thead>
          <tr>
            <th>Values</th>
            {placeholders.map((name, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: `?` is the name of many, and their order is the key
              <th key={at}>
                <code>{name}</code>
              </th>
            ))}
            <th>Plan</th>
            <th className="num">Rows read</th>
            <th className="num">Rows returned</th>
            <th className="num">Cost</th>
          </tr>
        </thead>
        <tbody>
          {sets.map((set) => (
            <SetRow key={set.name} set={set} plan={numbered.get(set.shape ?? '')} summary={summaryOf(told, set)} />
          ))}
          {generic && (
            <tr>
              <td>not known yet</td>
              <td colSpan={Math.max(1, placeholders.length)} className="faint">
                a prepared statement’s own plan
              </td>
              <td>
                <PlanNumber plan={numbered.get(generic.shape)} /> <CodeText text={generic.summary} />
              </td>
              <Figures of={generic} />
            </tr>
          )}
        </tbody>
      </table>
      {cautions.length > 0 && <CautionList cautions={cautions} look="cautions" />}
    </div>
  )
}

function summaryOf({ shapes }: ValueSets, { shape }: ValueSet): string {
  return shapes.find((one) => one.shape === shape)?.summary ?? ''
}

function SetRow(props: { readonly set: ValueSet; readonly plan: number | undefined; readonly summary: string }) {
  const { set, plan, summary } = props
  return (
    <tr>
      <td title={set.why}>
        {set.name}
        {set.why !== undefined && (
          <>
            {' '}
            <span className="faint">
              <CodeText text={set.why} />
            </span>
          </>
        )}
      </td>
      {set.values.map(({ literal }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders of one statement never move
        <td key={at} className="mono ell" title={literal}>
          {literal}
        </td>
      ))}
      <td>
        {set.error ? (
          <Badge look="bad" icon={TriangleAlert} title={set.error.server?.message ?? set.error.message}>
            no plan
          </Badge>
        ) : (
          <>
            <PlanNumber plan={plan} /> <CodeText text={summary} />
          </>
        )}
      </td>
      <Figures of={set} />
    </tr>
  )
}

function PlanNumber({ plan }: { readonly plan: number | undefined }) {
  return plan === undefined ? null : <Badge look={plan === 1 ? 'plain' : 'warn'}>plan {plan}</Badge>
}

type Figured = Pick<ValueSet, 'rowsRead' | 'rowsReturned' | 'cost'>

function Figures({ of }: { readonly of: Figured }) {
  return (
    <>
      <td className="num">
        <Estimated value={of.rowsRead} unit="rows" />
      </td>
      <td className="num">
        <Estimated value={of.rowsReturned} unit="rows" />
      </td>
      <td className="num">
        <Estimated value={of.cost} unit="cost" />
      </td>
    </>
  )
}
