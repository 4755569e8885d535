import { useAtomValue } from 'jotai'
import { Check, TriangleAlert } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components'
import { formatCount } from '../../core/figures'
import { lineAndColumn, type ParseNote } from '../../core/text-span'
import { Icon } from '../kit/icon'
import { shownPlanAtom } from '../state/atoms'
import { insightAtom } from './atoms'
import { coveragePercent } from './coverage-percent'
import { PanelEmpty } from './RowsPanel'
import { useShowRawLine } from './use-show-raw-line'

/** More notes than this are counted: one unknown word may stand on every line. */
const mostNotes = 200
/** Longer pieces are cut in the list; the text view has them whole. */
const longestPiece = 80

/** How much of the plan's text was understood, and each piece that was not, with a way to its line. */
export function NotesPanel() {
  const shown = useAtomValue(shownPlanAtom)
  const insight = useAtomValue(insightAtom)
  if (!shown || !insight) return <PanelEmpty />
  const { notes, source } = shown.plan
  const { coverage } = insight
  if (notes.length === 0)
    return (
      <div className="lower scroll">
        <p className="note">
          <Icon of={Check} />
          <span>
            <b>Every word of the plan was understood.</b>{' '}
            <span className="dim">{formatCount(coverage.characters)} characters.</span>
          </span>
        </p>
      </div>
    )
  return (
    <div className="lower scroll">
      <p className="note warn">
        <Icon of={TriangleAlert} />
        <span>
          <b>{coveragePercent(coverage)} % of the plan’s text was understood.</b>{' '}
          <span className="dim">
            {formatCount(coverage.notUnderstood)} of {formatCount(coverage.characters)} characters were not. Nothing is
            said about {coverage.unclear.size === 1 ? 'the step' : `the ${formatCount(coverage.unclear.size)} steps`}{' '}
            that they belong to.
          </span>
        </span>
      </p>
      <table className="g notes-table">
        <thead>
          <tr>
            <th>Line</th>
            <th>Not understood</th>
            <th className="wide">The server’s words</th>
          </tr>
        </thead>
        <tbody>
          {notes.slice(0, mostNotes).map((note) => (
            <NoteRow key={`${note.span.start} ${note.message}`} note={note} text={source.text} />
          ))}
        </tbody>
      </table>
      {notes.length > mostNotes && <p className="faint">and {formatCount(notes.length - mostNotes)} more</p>}
    </div>
  )
}

function NoteRow({ note, text }: { readonly note: ParseNote; readonly text: string }) {
  const showRawLine = useShowRawLine()
  const { line, column } = lineAndColumn(text, note.span.start)
  const piece = text.slice(note.span.start, Math.min(note.span.end, note.span.start + longestPiece)).trim()
  return (
    <tr>
      <td className="num">
        <AriaButton className="link" onPress={() => showRawLine(note.span)}>
          {line}:{column}
        </AriaButton>
      </td>
      <td>{note.message}</td>
      <td className="mono ell wide" dir="auto">
        {piece}
      </td>
    </tr>
  )
}
