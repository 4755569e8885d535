import { figure, ratioInWords } from '../../core/figures'
import type { NodeMetrics, PlanNode } from '../../core/plan/model'
import { Absent, Estimated, Measured } from '../kit/numbers'
import { type Fact, factsOf } from './facts'

/** From this factor on an estimate is called wrong. */
const wrongFactor = 2
const badFactor = 10

/** Estimated against measured, loops, time, cost, buffers. */
export function Facts(props: {
  readonly node: PlanNode
  readonly metrics: NodeMetrics | undefined
  readonly measuredPlan: boolean
  /** A limit above may have stopped this step before its end. */
  readonly stoppedEarly: boolean
}) {
  const { node, metrics } = props
  const ratio = metrics?.rowsRatio
  return (
    <dl className="kv ins-kv">
      {factsOf(node, metrics, props.measuredPlan).map((fact) => (
        <FactLine key={fact.name} fact={fact}>
          {fact.name === 'Rows, measured' && ratio !== undefined && (
            <FactorLine ratio={ratio} stoppedEarly={props.stoppedEarly} />
          )}
        </FactLine>
      ))}
      {node.actual?.sortMethod !== undefined && (
        <>
          <dt>Sort</dt>
          <dd>{node.actual.sortMethod}</dd>
        </>
      )}
    </dl>
  )
}

function FactLine({ fact, children }: { readonly fact: Fact; readonly children?: React.ReactNode }) {
  return (
    <>
      <dt>{fact.name}</dt>
      <dd>
        {fact.value === undefined ? (
          <Absent because={fact.absentBecause} />
        ) : fact.look === 'estimated' ? (
          <Estimated value={fact.value} unit={fact.unit} />
        ) : (
          <Measured value={fact.value} unit={fact.unit} />
        )}
        {fact.beside && <span className="faint"> {figure(fact.beside.value, fact.beside.unit).text}</span>}
      </dd>
      {children}
    </>
  )
}

function FactorLine({ ratio, stoppedEarly }: { readonly ratio: number; readonly stoppedEarly: boolean }) {
  if (stoppedEarly && ratio < 1) {
    return (
      <>
        <dt>Factor</dt>
        <dd title="A limit above took no more rows, so the estimate for all of them cannot be judged.">
          stopped early
        </dd>
      </>
    )
  }
  const factor = ratio > 0 ? Math.max(ratio, 1 / ratio) : Number.POSITIVE_INFINITY
  const { text, exact } = figure(ratio, 'ratio')
  const words = factor < wrongFactor ? '' : ratio > 1 ? ' too low' : ' too high'
  return (
    <>
      <dt>Factor</dt>
      <dd
        className={factor >= badFactor ? 'bad' : ''}
        title={`${exact}; the estimate was${words || ' close'}: ${ratioInWords(ratio)} rows than expected`}
      >
        {text}
        {words}
      </dd>
    </>
  )
}
