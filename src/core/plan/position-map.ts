import type { TextSpan } from '../text-span'
import type { Plan, PlanNode } from './model'
import { upward } from './walk'

/** A run of the unwrapped text and the place in the pasted text that it came from (UTF-16 code units). */
interface Piece {
  readonly at: number
  readonly source: number
  /** Length in the unwrapped text. */
  readonly length: number
  /** Length in the pasted text; another one where something was decoded. */
  readonly sourceLength: number
}

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

/** A text taken out of another one, and where each part of it came from. */
export class Extract implements Excerpt {
  #text = ''
  readonly #pieces: Piece[] = []

  get text(): string {
    return this.#text
  }

  /** Appends a run of the source as it is. */
  take(source: string, start: number, end: number): void {
    if (end <= start) return
    this.#pieces.push({ at: this.#text.length, source: start, length: end - start, sourceLength: end - start })
    this.#text += source.slice(start, end)
  }

  /** Appends something that stands for a run of the source: a line break for `\n`, one quote for two. */
  put(text: string, start: number, end: number): void {
    this.#pieces.push({ at: this.#text.length, source: start, length: text.length, sourceLength: end - start })
    this.#text += text
  }

  /** A span of the extract as a span of the source. */
  span({ start, end }: TextSpan): TextSpan {
    const from = this.#source(start, false)
    return { start: from, end: end <= start ? from : this.#source(end - 1, true) }
  }

  #source(at: number, behind: boolean): number {
    let low = 0
    let high = this.#pieces.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#pieces[middle]?.at ?? 0) <= at) low = middle
      else high = middle - 1
    }
    const piece = this.#pieces[low]
    if (!piece) return 0
    if (piece.length !== piece.sourceLength) return behind ? piece.source + piece.sourceLength : piece.source
    return piece.source + Math.min(at - piece.at, piece.length) + (behind ? 1 : 0)
  }
}

/** The plan of an extract as the plan of the whole text: every place in it points into `text`. */
export function relocated(plan: Plan, text: string, extract: Excerpt): Plan {
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
