import { useEffect, useLayoutEffect, useRef } from 'react'
import { changeText } from '../state/actions/tabs'
import { offerEditor } from './editor-handle'
import { leaveSelection } from './hand-over'

/**
 * A plain text box: what can be typed into until the editor has loaded, or instead of it when it cannot. Focus and
 * selection are left to the editor that takes its place.
 */
export function PlainEditor({ id, text }: { readonly id: string; readonly text: string }) {
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const area = box.current
    if (!area) return
    offerEditor({
      selection: () => {
        const { selectionStart: start, selectionEnd: end, value } = area
        return value.slice(start, end).trim() === '' ? undefined : { start, end }
      },
      cursor: () => area.selectionStart,
      replaceAll: (next) => changeText(id, next),
      focus: () => area.focus(),
      reveal: ({ start, end }) => {
        area.focus()
        area.setSelectionRange(start, end)
      },
    })
    return () => offerEditor(undefined)
  }, [id])
  // A layout effect's end still finds the box in the page.
  useLayoutEffect(() => {
    const area = box.current
    return () => {
      if (area && document.activeElement === area)
        leaveSelection({ start: area.selectionStart, end: area.selectionEnd })
    }
  }, [])
  return (
    <textarea
      ref={box}
      className="plain-editor mono"
      aria-label="Statement"
      spellCheck={false}
      value={text}
      onChange={(event) => changeText(id, event.target.value)}
    />
  )
}
