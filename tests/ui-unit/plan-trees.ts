import type { PlanNode } from '../../src/core/plan/model'

/** A plan node for a test; what a case does not name is absent. */
export function node(label: string, children: readonly PlanNode[] = [], more: Partial<PlanNode> = {}): PlanNode {
  return {
    id: label,
    operator: 'other',
    label,
    relation: 'input',
    synthetic: false,
    span: { start: 0, end: 0 },
    children,
    conditions: [],
    estimate: {},
    rest: {},
    ...more,
  }
}

/** `a(b c(d))` as a tree. Iterative, so that deep ones can be drawn too. */
export function drawn(text: string): PlanNode {
  const top: PlanNode[] = []
  const open: PlanNode[][] = [top]
  const names: string[] = []
  let name = ''
  const close = (children: readonly PlanNode[]) => {
    if (name) open.at(-1)?.push(node(name, children))
    name = ''
  }
  for (const letter of text) {
    if (letter === '(') {
      names.push(name)
      name = ''
      open.push([])
    } else if (letter === ')') {
      close([])
      const children = open.pop() ?? []
      name = names.pop() ?? ''
      close(children)
    } else if (letter === ' ') close([])
    else name += letter
  }
  close([])
  const root = top[0]
  if (!root || top.length > 1) throw new Error(`not one tree: ${text}`)
  return root
}

/** A tree of `count` nodes from a seed: mostly joins with two inputs, some appends with many, some chains. */
export function generatedTree(count: number, seed: number): PlanNode {
  let state = seed >>> 0
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
  const children: PlanNode[][] = [[]]
  const root = node('n0', children[0])
  const openEnds: { id: string; children: PlanNode[] }[] = [{ id: 'n0', children: children[0] ?? [] }]
  let made = 1
  while (made < count) {
    const pick = openEnds.splice(Math.floor(random() * openEnds.length), 1)[0]
    if (!pick) break
    const kind = random()
    const wanted = kind < 0.35 ? 1 : kind < 0.9 ? 2 : 2 + Math.floor(random() * 12)
    for (let child = 0; child < wanted && made < count; child++) {
      const own: PlanNode[] = []
      const id = `${pick.id}.${child}`
      pick.children.push(node(id, own))
      openEnds.push({ id, children: own })
      made++
    }
  }
  return root
}
