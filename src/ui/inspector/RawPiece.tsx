import { useSetAtom } from 'jotai'
import type { PlanNode } from '../../core/plan/model'
import { lineAndColumn } from '../../core/text-span'
import { CopyButton } from '../plan/CopyButton'
import { planViewAtom } from '../state/atoms'

/** Longer pieces are cut here; the copy and the text view hold all. */
const longestPiece = 3000

/** The node's own piece of the server's text. */
export function RawPiece({ node, text }: { readonly node: PlanNode; readonly text: string }) {
  const setView = useSetAtom(planViewAtom)
  const piece = text.slice(node.span.start, node.span.end)
  if (piece === '') return null
  const isJson = /^\s*[[{]/.test(text)
  const { line } = lineAndColumn(text, node.span.start)
  const cut = piece.length > longestPiece
  return (
    <>
      <div className="row ins-title">
        <h4 className="h">
          {node.synthetic ? 'Implied by' : 'As the server printed it,'} line {line.toLocaleString('en-US')}
        </h4>
        <span className="grow" />
        <button type="button" className="link small" onClick={() => setView(isJson ? 'json' : 'text')}>
          {isJson ? 'JSON' : 'Text'}
        </button>
        <CopyButton label="Copy this piece" text={() => piece} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it */}
      <pre className="ins-raw" tabIndex={0}>
        {outdented(cut ? piece.slice(0, longestPiece) : piece, lastIndent(piece))}
        {cut && (
          <span className="faint">{`\n… ${(piece.length - longestPiece).toLocaleString('en-US')} more characters`}</span>
        )}
      </pre>
    </>
  )
}

/** Indent of a text's last line: of a JSON object, its closing bracket. */
function lastIndent(piece: string): number {
  return Math.max(0, piece.slice(piece.lastIndexOf('\n') + 1).search(/\S/))
}

/** Lines after the first lose the indent that all of them and the piece's last line share. */
function outdented(piece: string, mostIndent: number): string {
  const lines = piece.split('\n')
  const indents = lines.slice(1).flatMap((line) => (line.trim() === '' ? [] : [line.search(/\S/)]))
  const least = Math.min(mostIndent, ...indents)
  return lines.map((line, at) => (at === 0 ? line : line.slice(least))).join('\n')
}
