import { createStore } from 'jotai'
import { closedHead } from '../../../core/json/closed-head'
import type { PlanDocument } from '../../../core/plan/document'
import type { PlanFormatId } from '../../../core/plan/model'
import {
  badgesAtom,
  cardTreeAtom,
  directionAtom,
  flatMetricsAtom,
  flatPlanAtom,
  heatAtom,
  problemStopsAtom,
} from '../../plan/atoms'
import { cardHeat } from '../../plan/card-heat'
import { diagramModel } from '../../plan/plan-model'
import { resultAtom, shownPlanAtom } from '../atoms'

/** Shorter plans are drawn at once, however slowly the engine runs what it has not compiled yet. */
const leastChars = 1_000_000
/** So much of a plan is practised on: some hundred nodes, which take a few milliseconds. */
const headChars = 600_000
/** After so many turns what reads and draws is compiled. */
const turns = 20

const practised = new Set<PlanFormatId>()
let stopLast: (() => void) | undefined

/**
 * Reads and lays out the beginning of a long pasted plan, again and again while the page is idle, so that the browser
 * has compiled what it takes when the person asks for the whole: the first big plan of a page is then drawn as fast as
 * later ones. Nothing of it is kept. Once per format.
 * @param read gives undefined for a text that it cannot read
 */
export function practise(text: string, read: (text: string) => PlanDocument | undefined): void {
  stopPractising()
  if (text.length < leastChars) return
  let head: string | undefined
  let left = turns
  let waiting = requestIdleCallback(turn)
  stopLast = () => cancelIdleCallback(waiting)

  function turn(): void {
    head ??= closedHead(text, headChars)
    const document = head === '' ? undefined : read(head)
    const format = document?.plans[0]?.source.format
    // What cannot be read is told when the whole is asked for.
    if (!document || format === undefined || practised.has(format)) return
    layOut(document)
    left--
    if (left === 0) practised.add(format)
    else waiting = requestIdleCallback(turn)
  }
}

/** The plan is asked for: there is nothing left to practise for. */
export function stopPractising(): void {
  stopLast?.()
  stopLast = undefined
}

/** All that the diagram of a plan is drawn from. */
function layOut(document: PlanDocument): void {
  const { get, set } = createStore()
  set(resultAtom, { state: 'plan', asked: '', document })
  const flat = get(flatPlanAtom)
  const tree = get(cardTreeAtom)
  const shown = get(shownPlanAtom)
  if (!flat || !tree || !shown) return
  get(problemStopsAtom)
  diagramModel(flat, tree, get(badgesAtom), get(flatMetricsAtom), shown.catalog, get(directionAtom))
  cardHeat(flat, tree, get(heatAtom).cells)
}
