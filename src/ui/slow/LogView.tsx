import { useAtomValue } from 'jotai'
import { BarChart3, TriangleAlert } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import type { HeldDigest } from '../../core/digest/view/model'
import { CodeText } from '../analyze/CodeText'
import { Icon } from '../kit/icon'
import { CompareLogs } from './CompareLogs'
import { exactSoon } from './exact'
import { FilterBar } from './FilterBar'
import { logStateAtom, lookKey, needRows, pageRows } from './look'
import { ShapeTable } from './ShapeTable'
import { TimeChart } from './TimeChart'

/** A log's shapes, ranked: verdict, filter, time, table. */
export function LogView({ held }: { readonly held: HeldDigest }) {
  const { digestId } = held
  const state = useAtomValue(useMemo(() => logStateAtom(digestId), [digestId]))
  const { view, look, fault, exact } = state
  const key = lookKey(look)
  const isExact = exact?.key === key
  const isEstimated = view?.estimated !== undefined && !isExact
  useEffect(() => needRows(digestId, 0, pageRows - 1), [digestId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each other look begins the wait anew
  useEffect(() => {
    if (isEstimated) exactSoon(held)
  }, [held, isEstimated, key])
  return (
    <section className="slow-log" aria-label={`Shapes of ${held.name}`}>
      <div className="verdict-area">
        <div className="verdict">
          <span className="ic warn">
            <Icon of={BarChart3} />
          </span>
          <div className="grow">
            <h1 className="say" role="status" aria-label="Verdict">
              {view ? <CodeText text={view.verdict.text} /> : 'Adding up …'}
            </h1>
            <div className="sub">{view?.verdict.more}</div>
          </div>
          <CompareLogs held={held} />
        </div>
        {held.sources.flatMap(({ name, cautions = [] }) =>
          cautions.map((words) => (
            <p key={`${name} ${words}`} className="note warn slow-note">
              <Icon of={TriangleAlert} />
              <span>{words}</span>
            </p>
          )),
        )}
        {fault && (
          <p className="note bad slow-note" role="alert">
            <Icon of={TriangleAlert} />
            <span>
              {fault.message} {fault.hint}
            </span>
          </p>
        )}
      </div>
      <FilterBar held={held} look={look} view={view} />
      {view && <TimeChart digestId={digestId} timeline={view.timeline} look={look} />}
      <ShapeTable held={held} state={state} estimated={isEstimated ? (view.estimated?.figures ?? []) : []} />
    </section>
  )
}
