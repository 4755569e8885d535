import type { PictureColours } from './colours'
import type { Surface, TextRuler } from './surface'

export interface PictureTools {
  readonly surface: Surface
  readonly colours: PictureColours
  readonly ruler: TextRuler
}

/** A drawing that can be kept: what it shows, how large it is, and how it is drawn. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly title: string
  readonly description: string
  /** Nodes that are drawn: tells how large a file will be. */
  readonly nodes: number
  /** Draws in steps of some hundred nodes, so that the page can breathe between them. */
  draw(tools: PictureTools): Generator<void>
}
