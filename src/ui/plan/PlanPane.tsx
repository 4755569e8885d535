import { useAtomValue, useSetAtom } from 'jotai'
import type { KeyboardEvent, ReactNode } from 'react'
import { exhausted } from '../../core/errors'
import { FlameView } from '../flame/FlameView'
import { type PlanView, planViewAtom, resultAtom, shownPlanAtom } from '../state/atoms'
import { problemStopsAtom, searchAtom, selectAtom, selectedAtom } from './atoms'
import { PlanDiagram } from './PlanDiagram'
import { PlanHead } from './PlanHead'
import { PlanJson } from './PlanJson'
import { PlanSearch } from './PlanSearch'
import { PlanTable } from './PlanTable'
import { PlanText } from './PlanText'
import { nextStop } from './problems'

/** The plan in its views, with one selection, one heat and one search for all of them. */
export function PlanPane() {
  const shown = useAtomValue(shownPlanAtom)
  const result = useAtomValue(resultAtom)
  const view = useAtomValue(planViewAtom)
  const stops = useAtomValue(problemStopsAtom)
  const selected = useAtomValue(selectedAtom)
  const select = useSetAtom(selectAtom)
  const setSearch = useSetAtom(searchAtom)

  if (!shown) {
    return (
      <section className="plan-pane" aria-label="Plan">
        <p className="plan-empty">
          {result.state === 'analysis' || result.state === 'plan'
            ? 'The server gave no plan that could be read. What it printed stands in the notes.'
            : 'The plan appears here.'}
        </p>
      </section>
    )
  }

  /** `e` and `/` work in every view, but not while one types. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return
    if (event.key === '/') setSearch((before) => before ?? '')
    else if (event.key === 'e' || event.key === 'E') {
      const next = nextStop(stops, selected, event.key === 'e' ? 1 : -1)
      if (next !== undefined) select(next)
    } else return
    event.preventDefault()
  }

  return (
    <section className="plan-pane" aria-label="Plan" onKeyDown={onKeyDown}>
      <PlanHead />
      <div className="plan-view" id="plan-view" role="tabpanel" aria-label={`Plan as ${view}`}>
        {viewOf(view)}
        <PlanSearch />
      </div>
    </section>
  )
}

function viewOf(view: PlanView): ReactNode {
  switch (view) {
    case 'diagram':
      return <PlanDiagram />
    case 'flame':
      return <FlameView />
    case 'table':
      return <PlanTable />
    case 'text':
      return <PlanText />
    case 'json':
      return <PlanJson />
    default:
      return exhausted(view)
  }
}

function isTyping(target: EventTarget): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}
