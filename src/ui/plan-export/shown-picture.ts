import { flameAtom, flameZoomAtom } from '../flame/atoms'
import { engineName } from '../frame/product-name'
import {
  alikeAtom,
  badgesAtom,
  cardTreeAtom,
  directionAtom,
  flatMetricsAtom,
  flatPlanAtom,
  foundAtom,
  heatAtom,
  selectedAtom,
} from '../plan/atoms'
import { cardHeat } from '../plan/card-heat'
import { cardTree, wholePlan } from '../plan/folding'
import { diagramModel } from '../plan/plan-model'
import { planViewAtom, resultAtom, shownPlanAtom } from '../state/atoms'
import { store } from '../state/store'
import { diagramPicture } from './diagram-picture'
import { flamePicture } from './flame-picture'
import { lookingAt } from './looking-at'
import type { Picture } from './picture'
import type { PictureHead } from './picture-head'
import { withoutSecrets } from './without-secrets'

/** Pictures of what the store holds, in the view that is in front. */

export type PictureView = 'diagram' | 'flame'
/** The whole plan with every node unfolded, or what is in the pane now. */
export type PictureScope = 'whole' | 'seen'

/** The view that pictures are made of; other views have none. */
export function pictureView(): PictureView | undefined {
  const view = store.get(planViewAtom)
  return view === 'diagram' || view === 'flame' ? view : undefined
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
/** Up to so many cards the whole plan is drawn the way that the screen grows. */
const mostAsOpened = 60
/** Longer statements are cut by the picture's width anyway. */
const longestTitle = 600

/** Words that say what the plan is of: server, measured or not, nodes, date. Never hosts, users or passwords. */
export function planFacts(now: Date): readonly string[] {
  const shown = store.get(shownPlanAtom)
  const flat = store.get(flatPlanAtom)
  if (!shown || !flat) return []
  const { engine, measured } = shown.plan.source
  const count = flat.nodes.length
  return [
    engine ? engineName(engine) : shown.plan.source.format.startsWith('postgres') ? 'PostgreSQL' : 'MySQL or MariaDB',
    measured ? 'measured' : 'estimated',
    `${count.toLocaleString('en-US')} ${count === 1 ? 'node' : 'nodes'}`,
    `drawn by Sargable, ${day.format(now)}`,
  ]
}

/** The statement on one line without secrets; a pasted plan says so. */
export function planTitle(): string {
  const shown = store.get(shownPlanAtom)
  const result = store.get(resultAtom)
  const sql = shown?.plan.source.sql ?? (result.state === 'analysis' ? result.analysis.sql : undefined)
  if (sql === undefined || sql.trim() === '') return 'Pasted plan'
  const line = sql.trim().replace(/\s+/g, ' ')
  return withoutSecrets(line.slice(0, longestTitle))
}

/** The picture of a view; undefined when there is no plan, or it has nothing to draw. */
export function shownPicture(view: PictureView, scope: PictureScope, now: Date): Picture | undefined {
  const heat = store.get(heatAtom)
  const facts = [...planFacts(now)]
  const head: PictureHead = {
    title: planTitle(),
    facts,
    heat: heat.offered.length > 0 ? heat.metric : undefined,
  }
  return view === 'diagram' ? shownDiagram(scope, head) : shownFlame(scope, head, facts)
}

function shownDiagram(scope: PictureScope, head: PictureHead): Picture | undefined {
  const shown = store.get(shownPlanAtom)
  const flat = store.get(flatPlanAtom)
  if (!shown || !flat) return undefined
  const metrics = store.get(flatMetricsAtom)
  const seen = scope === 'seen' ? lookingAt.diagram : undefined
  const alike = store.get(alikeAtom)
  const tree = (seen && store.get(cardTreeAtom)) ?? cardTree(flat, alike, wholePlan(alike))
  // The way the screen grows was chosen for what it opens with; many cards unfolded would be a million points wide.
  const direction = seen || tree.node.length <= mostAsOpened ? store.get(directionAtom) : undefined
  const model = diagramModel(flat, tree, store.get(badgesAtom), metrics, shown.catalog, direction)
  const selected = store.get(selectedAtom)
  return diagramPicture({
    model,
    metrics,
    heat: cardHeat(flat, tree, store.get(heatAtom).cells),
    head,
    selected: seen && selected !== undefined ? tree.cardOf[selected] : undefined,
    found: new Set(seen ? store.get(foundAtom).map((at) => tree.cardOf[at] ?? 0) : []),
    seen,
  })
}

function shownFlame(scope: PictureScope, head: PictureHead, facts: string[]): Picture | undefined {
  const flame = store.get(flameAtom)
  if (!flame) return undefined
  facts.splice(-1, 0, `widths by ${flame.values.metric}`)
  const seen = scope === 'seen' ? lookingAt.flame : undefined
  return flamePicture({
    scene: {
      ...flame,
      badges: store.get(badgesAtom),
      cells: store.get(heatAtom).cells,
      selected: seen && store.get(selectedAtom),
      found: new Set(seen ? store.get(foundAtom) : []),
    },
    head,
    seen: seen && { ...seen, top: store.get(flameZoomAtom).at(-1) },
  })
}
