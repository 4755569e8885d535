import type { Catalog } from '../../core/catalog/model'
import type { NodeBadge } from './badges'
import { type DiagramGeometry, type Direction, diagramOf } from './diagram-geometry'
import { type FlatMetrics, type FlatPlan, siblingPlaces } from './flat-plan'
import type { CardTree } from './folding'
import { nodeDetail } from './node-text'
import { type Counted, rowsOut } from './rows'
import { type SideNote, sideNoteOf } from './side-notes'
import { type StackFacts, stackFacts, stackLines } from './stack-facts'

/** Everything about a plan under one fold that the diagram needs; lists have one entry for each card. */
export interface DiagramModel {
  readonly flat: FlatPlan
  readonly tree: CardTree
  readonly diagram: DiagramGeometry
  readonly badges: readonly (readonly NodeBadge[])[]
  readonly rows: readonly (Counted | undefined)[]
  readonly stacks: ReadonlyMap<number, StackFacts>
  /** 1-based place of each card among its siblings, and how many they are. */
  readonly siblings: { readonly place: Int32Array; readonly count: Int32Array }
  /** The largest flow; edges are drawn relative to it. */
  readonly mostRows: number
  /** Remarks beside cards that have room at their right; empty for big plans. */
  readonly remarks: ReadonlyMap<number, SideNote>
}

/** Up to so many cards there are remarks beside them. */
const mostCardsWithRemarks = 60

/** @param badges of each node of the flat plan */
export function diagramModel(
  flat: FlatPlan,
  tree: CardTree,
  badges: readonly (readonly NodeBadge[])[],
  metrics: FlatMetrics,
  catalog: Catalog,
  direction?: Direction,
): DiagramModel {
  const count = tree.node.length
  const stacks = new Map([...tree.members].map(([card, members]) => [card, stackFacts(flat, metrics, members)]))
  const own: (readonly NodeBadge[])[] = []
  const rows: (Counted | undefined)[] = []
  const lines = new Uint8Array(count)
  let mostRows = 0
  for (let card = 0; card < count; card++) {
    const at = tree.node[card] ?? 0
    const node = flat.nodes[at]
    if (!node) continue
    const facts = stacks.get(card)
    const shown = facts ? [] : (badges[at] ?? [])
    const counted: Counted | undefined = facts
      ? facts.rows && { value: facts.rows.sum, measured: facts.rows.measured }
      : rowsOut(node, metrics[at])
    own.push(shown)
    rows.push(counted)
    mostRows = Math.max(mostRows, counted?.value ?? 0)
    // Without a detail the badges stand on its line.
    const badgeLine = shown.length > 0 && (counted !== undefined || nodeDetail(node) !== undefined)
    const foldLine = (tree.hidden[card] ?? 0) > 0 && !facts
    lines[card] = facts ? stackLines(facts).length : (badgeLine ? 1 : 0) + (foldLine ? 1 : 0)
  }
  const diagram = diagramOf(tree, lines, direction)
  const remarks = new Map<number, SideNote>()
  if (diagram.direction === 'down' && count <= mostCardsWithRemarks) {
    const { levels, levelFrom } = diagram.layout
    for (let level = 0; level + 1 < levelFrom.length; level++) {
      const rightmost = levels[(levelFrom[level + 1] ?? 0) - 1]
      if (rightmost === undefined || stacks.has(rightmost)) continue
      const at = tree.node[rightmost] ?? 0
      const node = flat.nodes[at]
      const note = node && sideNoteOf(node, metrics[at], catalog)
      if (note) remarks.set(rightmost, note)
    }
  }
  return { flat, tree, diagram, badges: own, rows, stacks, siblings: siblingPlaces(tree), mostRows, remarks }
}
