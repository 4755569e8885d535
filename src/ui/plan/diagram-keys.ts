import { type DiagramGeometry, neighbour } from './diagram-geometry'
import type { CardTree } from './folding'

/** What a key does in the diagram. */
export type DiagramAction =
  | { readonly act: 'go'; readonly card: number }
  | { readonly act: 'fold' | 'unfold'; readonly card: number }
  | { readonly act: 'zoom'; readonly factor: number }
  | { readonly act: 'inspect' | 'fit' | 'own-size' | 'all' | 'stay' }

/** One press of + or -. */
export const zoomStep = 1.25

/**
 * The action of a key, or undefined for keys that mean nothing here. Arrows walk the tree as it is drawn: inward to the
 * first child (a folded card unfolds first), outward to the parent, across to neighbours on the level.
 * @param card the selected card; undefined while none is selected, then the first arrow selects the root
 */
export function diagramAction(
  key: string,
  tree: CardTree,
  diagram: DiagramGeometry,
  card: number | undefined,
): DiagramAction | undefined {
  switch (key) {
    case 'Home':
      return { act: 'go', card: 0 }
    case 'End':
      return { act: 'go', card: tree.node.length - 1 }
    case 'ArrowUp':
    case 'ArrowDown':
    case 'ArrowLeft':
    case 'ArrowRight': {
      if (card === undefined) return { act: 'go', card: 0 }
      const inward = diagram.direction === 'down' ? 'ArrowDown' : 'ArrowRight'
      if (key === inward && (tree.hidden[card] ?? 0) > 0) return { act: 'unfold', card }
      const next = neighbour(diagram, tree, card, key)
      return next === undefined ? { act: 'stay' } : { act: 'go', card: next }
    }
    case ' ': {
      if (card === undefined) return { act: 'go', card: 0 }
      if ((tree.hidden[card] ?? 0) > 0) return { act: 'unfold', card }
      return (tree.end[card] ?? 0) > card + 1 ? { act: 'fold', card } : { act: 'stay' }
    }
    case 'Enter':
      return { act: 'inspect' }
    case 'f':
      return { act: 'fit' }
    case 'a':
      return { act: 'all' }
    case '0':
      return { act: 'own-size' }
    case '+':
    case '=':
      return { act: 'zoom', factor: zoomStep }
    case '-':
      return { act: 'zoom', factor: 1 / zoomStep }
    default:
      return undefined
  }
}
