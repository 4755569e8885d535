import type { ParseNote } from '../../text-span'
import type { PlanFormat } from '../format'
import { addChild, type NodeDraft, rootId } from '../parts/draft'
import { addHeading, inputsOf, operationNode, settle } from '../parts/mysql-iterator-tree'
import { readOperation } from '../parts/mysql-operation-phrase'
import { headingWords, subqueryHeading } from '../parts/mysql-operation-words'
import { isClosed } from '../parts/outside-quotes'
import { planOf } from '../parts/plan-of'
import { neverExecuted } from '../parts/step-numbers'
import { type TreeLine, treeLines } from '../parts/tree-lines'
import { unreadable } from '../parts/unreadable'

/**
 * EXPLAIN FORMAT=TREE of MySQL 8.0.16 to 9.x, and EXPLAIN ANALYZE from 8.0.18 on.
 *
 *     -> Nested loop inner join  (cost=3252 rows=1000) (actual time=0.669..1.58 rows=1000 loops=1)
 *         -> Table scan on c  (cost=101 rows=1000) (actual time=0.0166..0.101 rows=1000 loops=1)
 *         -> Single-row index lookup on o using PRIMARY (id = c.id)  (cost=0.25 rows=1) (never executed)
 *
 * One step per line, four blanks per level. Some lines are headings of the step below them. Trees can be deep, so they
 * are read with a list of what is open, not by recursion.
 */
export const mysqlTree: PlanFormat = {
  id: 'mysql-tree',
  family: 'mysql',
  title: 'MySQL EXPLAIN FORMAT=TREE',

  recognizes(head) {
    if (/^\s*<not executable by iterator executor>/.test(head)) return true
    // PostgreSQL's arrows have two blanks behind them and its costs a width.
    return /^[\s│|]*-> \S/.test(head) && !/ width=\d+\)/.test(head)
  },

  parse(text, context) {
    const notes: ParseNote[] = []
    const lines = treeLines(text, notes)
    const root = new TreeReader(notes).read(lines)
    if (!root) {
      throw unreadable(text, { start: 0, end: text.length }, 'No line begins with "->", so it is no tree of MySQL.')
    }
    const flat = lostIndent(lines)
    if (flat)
      notes.push({
        message: 'The indent is lost: from this line on it cannot be told what stands below what',
        span: flat.span,
      })
    const measured = lines.some(({ actual }) => actual !== undefined)
    const last = lines.at(-1)
    for (const line of lines)
      if (isCut(line, last, measured)) notes.push({ message: 'The line is cut off', span: line.span })
    notes.sort((a, b) => a.span.start - b.span.start)
    return planOf(text, context, { format: 'mysql-tree', root, notes, measured })
  },
}

/** A line whose children may still come: a step, or a heading for the step below it. */
interface OpenLine {
  readonly indent: number
  /** The step, or the step that what stands below the heading belongs to. */
  readonly node: NodeDraft | undefined
  readonly heading?: string
}

class TreeReader {
  readonly #open: OpenLine[] = []
  /** Every step read, parents first, with how many inputs it needs. */
  readonly #steps: { readonly node: NodeDraft; readonly inputs: number }[] = []

  constructor(readonly notes: ParseNote[]) {}

  read(lines: readonly TreeLine[]): NodeDraft | undefined {
    for (const line of lines) {
      const before = this.#closeTo(line.indent)
      const above = this.#open.at(-1)
      if (headingWords.test(line.text)) {
        this.#open.push({ indent: line.indent, node: this.#ownerOf(line, before, above), heading: line.text })
        continue
      }
      const node = this.#step(line)
      if (line.cut) this.notes.push({ message: 'The line is cut off', span: line.cut })
      if (above?.heading !== undefined) addHeading(node, above.heading)
      if (above?.node) addChild(above.node, node)
      else if (this.#steps.length > 1) {
        this.notes.push({
          message: 'This line stands beside the first one: the plan has lost its indentation, or another one begins',
          span: line.span,
        })
        this.#steps.pop()
        break
      }
      this.#open.push({ indent: line.indent, node })
    }
    // Children stand behind their parents, so going backwards they are settled first.
    for (let index = this.#steps.length - 1; index >= 0; index--) {
      const step = this.#steps[index]
      if (!step) continue
      const { node, inputs } = step
      settle(node)
      let found = 0
      for (const child of node.children) if (child.relation !== 'subquery') found++
      if (found < inputs) {
        const message = `"${node.label}" has ${found} of its ${inputs} inputs; the plan is cut off`
        this.notes.push({ message, span: node.span })
      }
    }
    const root = this.#steps[0]?.node
    if (root) root.relation = 'input'
    return root
  }

  /** Closes what stands at this indent or deeper; gives the last line that stands at it. */
  #closeTo(indent: number): OpenLine | undefined {
    let before: OpenLine | undefined
    for (let last = this.#open.at(-1); last && last.indent >= indent; last = this.#open.at(-1)) {
      before = this.#open.pop()
    }
    return before
  }

  /**
   * Subqueries of a select list are printed beside the topmost step of their query, which is the one they belong to.
   * Those of a window function stand below it, like all others.
   */
  #ownerOf(line: TreeLine, before: OpenLine | undefined, above: OpenLine | undefined): NodeDraft | undefined {
    const isProjection = subqueryHeading.exec(line.text)?.[2] === 'projection'
    if (isProjection && before?.node && above?.node?.operator !== 'window') return before.node
    return above?.node
  }

  #step(line: TreeLine): NodeDraft {
    const token = line.text.charCodeAt(0) === openBracket ? (/^\[0x[0-9a-f]+\] /.exec(line.text)?.[0] ?? '') : ''
    const start = line.start + token.length
    const operation = readOperation(token === '' ? line.text : line.text.slice(token.length), start)
    const { conditions, rest } = operation
    const actual = line.actual === neverExecuted ? { ...neverExecuted } : line.actual
    const node = operationNode(operation, line.span, { conditions, estimate: line.estimate, actual, rest })
    if (operation.problem) {
      const { start: from, end } = operation.problem
      const words = line.text.slice(token.length + from, token.length + end).trim()
      this.notes.push({
        message: from === 0 ? `Unknown operation "${shortened(words)}"` : `Unknown words "${shortened(words)}"`,
        span: { start: start + from, end: start + end },
      })
    }
    if (this.#steps.length === 0) node.id = rootId
    this.#steps.push({ node, inputs: inputsOf(operation) })
    return node
  }
}

/** A server indents by four. All lines one blank behind the first: runs of blanks were made one, and levels with them. */
function lostIndent(lines: readonly TreeLine[]): TreeLine | undefined {
  const [first, second, third] = lines
  if (!first || !second || !third || second.indent !== first.indent + 1) return undefined
  const isFlat = lines.every(({ indent }, index) => index === 0 || indent === second.indent)
  return isFlat ? third : undefined
}

/**
 * Whether a line ends too early. A tree has no end mark: a cut between two lines or inside of a name shows only where
 * inputs are missing.
 */
function isCut(line: TreeLine, last: TreeLine | undefined, measured: boolean): boolean {
  const { rowsPerLoop, startupCost, subtreeCost } = line.estimate
  const isPriced = rowsPerLoop !== undefined || startupCost !== undefined || subtreeCost !== undefined
  if (isPriced) return measured && line.actual === undefined
  return line === last && line.actual === undefined && line.cut === undefined && !isClosed(line.text)
}

const openBracket = 91
const quotedLength = 60

function shortened(words: string): string {
  return words.length > quotedLength ? `${words.slice(0, quotedLength)}…` : words
}
