import type { TextSpan } from '../text-span'
import type { Plan, PlanNode } from './model'
import { upward } from './walk'

/** A text taken out of another one, which knows where each part of it stands there. */
export interface Excerpt {
  readonly text: string
  /** A span of the excerpt as a span of the text that it was taken out of. */
  span(span: TextSpan): TextSpan
}

/** An excerpt of an excerpt, with places in the text that the outer one was taken out of. */
export function within(outer: Excerpt, inner: Excerpt): Excerpt {
  return { text: inner.text, span: (span) => outer.span(inner.span(span)) }
}

/** Numbers of a piece: its place in the excerpt and in the source, its length there and there. */
const pieceSize = 4
/** So many pieces of text are joined at once; joining each one as it comes makes a tree as deep as there are pieces. */
const partsAtOnce = 4096

/** A text taken out of another one, and where each part of it came from. */
export class Extract implements Excerpt {
  #text = ''
  #length = 0
  readonly #parts: string[] = []
  /** Runs of the excerpt and the places in the source that they came from; the lengths differ where something was decoded. */
  #pieces = new Int32Array(pieceSize * 16)
  #count = 0

  get text(): string {
    if (this.#parts.length > 0) {
      this.#text += this.#parts.join('')
      this.#parts.length = 0
    }
    return this.#text
  }

  get isEmpty(): boolean {
    return this.#length === 0
  }

  /** Appends a run of the source as it is. */
  take(source: string, start: number, end: number): void {
    if (end > start) this.#add(source.slice(start, end), start, end - start)
  }

  /** Appends something that stands for a run of the source: a line break for `\n`, one quote for two. */
  put(text: string, start: number, end: number): void {
    this.#add(text, start, end - start)
  }

  /** A span of the extract as a span of the source. */
  span({ start, end }: TextSpan): TextSpan {
    const from = this.#source(start, false)
    return { start: from, end: end <= start ? from : this.#source(end - 1, true) }
  }

  #add(text: string, source: number, sourceLength: number): void {
    const base = this.#count * pieceSize
    if (base === this.#pieces.length) {
      const larger = new Int32Array(base * 2)
      larger.set(this.#pieces)
      this.#pieces = larger
    }
    const pieces = this.#pieces
    pieces[base] = this.#length
    pieces[base + 1] = source
    pieces[base + 2] = text.length
    pieces[base + 3] = sourceLength
    this.#count++
    this.#length += text.length
    if (this.#parts.push(text) === partsAtOnce) {
      this.#text += this.#parts.join('')
      this.#parts.length = 0
    }
  }

  #source(at: number, behind: boolean): number {
    if (this.#count === 0) return 0
    const pieces = this.#pieces
    let low = 0
    let high = this.#count - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((pieces[middle * pieceSize] ?? 0) <= at) low = middle
      else high = middle - 1
    }
    const base = low * pieceSize
    const begin = pieces[base] ?? 0
    const source = pieces[base + 1] ?? 0
    const length = pieces[base + 2] ?? 0
    const sourceLength = pieces[base + 3] ?? 0
    if (length !== sourceLength) return behind ? source + sourceLength : source
    return source + Math.min(at - begin, length) + (behind ? 1 : 0)
  }
}

/** The plan of an extract as the plan of the whole text: every place in it points into `text`. */
export function relocated(plan: Plan, text: string, extract: Excerpt): Plan {
  if (extract.text === text) return plan
  const moved = new Map<PlanNode, PlanNode>()
  for (const node of upward(plan.root)) {
    moved.set(node, {
      ...node,
      span: extract.span(node.span),
      children: node.children.map((child) => moved.get(child) ?? child),
      conditions: node.conditions.map((each) => (each.span ? { ...each, span: extract.span(each.span) } : each)),
    })
  }
  return {
    ...plan,
    source: { ...plan.source, text, span: extract.span({ start: 0, end: extract.text.length }) },
    root: moved.get(plan.root) ?? plan.root,
    notes: plan.notes.map((note) => ({ ...note, span: extract.span(note.span) })),
  }
}
