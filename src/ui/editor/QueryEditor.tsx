import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { takePastedInEditor } from '../state/actions/paste'
import { pickInStatement } from '../state/actions/pick'
import { changeText } from '../state/actions/tabs'
import { onThemeDrawn } from '../state/actions/theme'
import { connectionAtom, resultAtom, selectionAtom } from '../state/atoms'
import { activeBufferAtom, buffersAtom, ranAtom } from '../state/buffers'
import { store } from '../state/store'
import { startCompletion } from './completion'
import { contentHeightAtom, cursorAtom } from './cursor'
import { type EditorHandle, offerEditor } from './editor-handle'
import { takeSelection } from './hand-over'
import { startHover } from './hover'
import { marksOf } from './marks'
import { monaco } from './monaco'
import { applyEditorTheme } from './theme'

/** The cursor rests this long before what it stands on lights up. */
const restMs = 150

let started = false

/** Once per page: themes and completion are global to the editor library. */
function startLibrary(): void {
  if (started) return
  started = true
  applyEditorTheme()
  onThemeDrawn(applyEditorTheme)
  startCompletion()
  startHover()
}

const models = new Map<string, monaco.editor.ITextModel>()
const views = new Map<string, monaco.editor.ICodeEditorViewState>()

function modelOf(id: string, text: string, language: string): monaco.editor.ITextModel {
  const known = models.get(id)
  if (known && !known.isDisposed()) {
    if (known.getValue() !== text) known.setValue(text)
    monaco.editor.setModelLanguage(known, language)
    return known
  }
  const model = monaco.editor.createModel(text, language)
  model.setEOL(monaco.editor.EndOfLineSequence.LF)
  models.set(id, model)
  return model
}

/** The SQL editor. One widget; every tab has its own text, undo history and scroll place. */
export default function QueryEditor() {
  const host = useRef<HTMLDivElement>(null)
  const editorRef = useRef<monaco.editor.IStandaloneCodeEditor | undefined>(undefined)
  const decorations = useRef<monaco.editor.IEditorDecorationsCollection | undefined>(undefined)
  const buffer = useAtomValue(activeBufferAtom)
  const family = useAtomValue(connectionAtom)?.engine.family
  const language = buffer.kind !== 'sql' ? 'plaintext' : family === 'postgres' ? 'pgsql' : 'mysql'

  useEffect(() => {
    if (!host.current) return
    startLibrary()
    const editor = monaco.editor.create(host.current, {
      automaticLayout: true,
      fontFamily: 'Sargable Mono, ui-monospace, Consolas, monospace',
      fontSize: 13,
      lineHeight: 20,
      fontLigatures: false,
      minimap: { enabled: false },
      guides: { indentation: false, bracketPairs: false },
      bracketPairColorization: { enabled: false },
      scrollBeyondLastLine: false,
      wordWrap: 'on',
      padding: { top: 8, bottom: 8 },
      lineNumbersMinChars: 3,
      lineDecorationsWidth: 12,
      glyphMargin: false,
      folding: false,
      renderLineHighlight: 'none',
      overviewRulerLanes: 0,
      hideCursorInOverviewRuler: true,
      scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, useShadows: false },
      contextmenu: true,
      wordBasedSuggestions: 'off',
      quickSuggestions: { other: true, comments: false, strings: false },
      fixedOverflowWidgets: true,
      tabSize: 2,
      autoIndent: 'keep',
      autoClosingBrackets: 'never',
      autoClosingQuotes: 'never',
      unicodeHighlight: { ambiguousCharacters: false },
      ariaLabel: 'SQL editor. F6 goes to the next pane.',
      hover: { delay: 400, above: false },
      suggest: { showStatusBar: false, filterGraceful: false, snippetsPreventQuickSuggestions: false },
      suggestFontSize: 12,
      suggestLineHeight: 22,
    })
    editorRef.current = editor
    decorations.current = editor.createDecorationsCollection()
    offerEditor(handleOf(editor))
    const typed = editor.onDidChangeModelContent(() => {
      const id = [...models].find(([, model]) => model === editor.getModel())?.[0]
      if (id !== undefined) changeText(id, editor.getValue())
    })
    const grown = editor.onDidContentSizeChange(({ contentHeight }) => store.set(contentHeightAtom, contentHeight))
    let pausing = 0
    const pick = () => {
      const model = editor.getModel()
      const position = editor.getPosition()
      if (model && position) pickInStatement(model.getValue(), model.getOffsetAt(position))
    }
    const moved = editor.onDidChangeCursorPosition(({ position, source, reason }) => {
      store.set(cursorAtom, { line: position.lineNumber, column: position.column })
      window.clearTimeout(pausing)
      const { CursorChangeReason } = monaco.editor
      if (source === 'mouse' || reason === CursorChangeReason.Explicit) pick()
      // Arrow keys: what is passed by on the way lights up nothing.
      else if (source === 'keyboard' && reason === CursorChangeReason.NotSet) pausing = window.setTimeout(pick, restMs)
    })
    const pasted = editor.onDidPaste(({ range }) => {
      const model = editor.getModel()
      const text = model?.getValueInRange(range) ?? ''
      // A plan has more than one line, or is JSON; an entry of a log may be one line. A pasted word needs no look.
      if (/\n|^\s*[{[]|\bduration: \d/.test(text)) void takePastedInEditor(store.get(activeBufferAtom).id, text)
    })
    // Widths are measured with the font that is there; ours may come a moment later.
    void document.fonts.ready.then(() => monaco.editor.remeasureFonts())
    return () => {
      offerEditor(undefined)
      typed.dispose()
      moved.dispose()
      window.clearTimeout(pausing)
      pasted.dispose()
      grown.dispose()
      editor.dispose()
      editorRef.current = undefined
    }
  }, [])

  // The tab in front changed, or its kind of text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text goes in below; typing must not set the model anew
  useEffect(() => {
    const editor = editorRef.current
    if (!editor) return
    const model = modelOf(buffer.id, buffer.text, language)
    if (editor.getModel() === model) return
    editor.setModel(model)
    const view = views.get(buffer.id)
    if (view) editor.restoreViewState(view)
    return () => {
      const state = editor.saveViewState()
      if (state) views.set(buffer.id, state)
    }
  }, [buffer.id, language])

  // The text was changed from outside: a sample was opened, a paste was taken.
  useEffect(() => {
    const model = models.get(buffer.id)
    if (model && !model.isDisposed() && model.getValue() !== buffer.text) model.setValue(buffer.text)
  }, [buffer.id, buffer.text])

  // The person typed already, in the plain box that stood here.
  useEffect(() => {
    const selection = takeSelection()
    if (!selection) return
    const editor = editorRef.current
    const model = editor?.getModel()
    if (!editor || !model) return
    editor.setSelection(
      monaco.Range.fromPositions(model.getPositionAt(selection.start), model.getPositionAt(selection.end)),
    )
    editor.focus()
  }, [])

  useForgottenModels()
  useMarks(editorRef, decorations)
  return <div className="monaco-host" ref={host} />
}

/** Texts of closed tabs leave the memory. */
function useForgottenModels(): void {
  const { list } = useAtomValue(buffersAtom)
  useEffect(() => {
    for (const [id, model] of models)
      if (!list.some((buffer) => buffer.id === id)) {
        model.dispose()
        models.delete(id)
        views.delete(id)
      }
  }, [list])
}

/** Draws what the result says about the text; new marks come with new results and selections, not with typing. */
function useMarks(
  editorRef: { readonly current: monaco.editor.IStandaloneCodeEditor | undefined },
  decorations: { readonly current: monaco.editor.IEditorDecorationsCollection | undefined },
): void {
  const buffer = useAtomValue(activeBufferAtom)
  const result = useAtomValue(resultAtom)
  const ran = useAtomValue(ranAtom)
  const selection = useAtomValue(selectionAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: while typing, the editor moves the marks itself
  useEffect(() => {
    const model = editorRef.current?.getModel()
    if (!model || !decorations.current) return
    const marks = marksOf(model.getValue(), buffer.id, ran, result, selection)
    const rangeOf = (span: { start: number; end: number }) =>
      monaco.Range.fromPositions(model.getPositionAt(span.start), model.getPositionAt(span.end))
    decorations.current.set(
      marks.map((mark) => ({
        range: rangeOf(mark.span),
        options: {
          inlineClassName: `mark-${mark.look}`,
          ...(mark.text ? { hoverMessage: { value: mark.text } } : {}),
          stickiness: monaco.editor.TrackedRangeStickiness.NeverGrowsWhenTypingAtEdges,
        },
      })),
    )
    monaco.editor.setModelMarkers(
      model,
      'sargable',
      marks
        .filter((mark) => mark.look === 'error')
        .map((mark) => ({ ...rangeOf(mark.span), severity: monaco.MarkerSeverity.Error, message: mark.text ?? '' })),
    )
    const first = marks.find((mark) => mark.look === 'lit') ?? marks.find((mark) => mark.look === 'error')
    if (first) editorRef.current?.revealRangeInCenterIfOutsideViewport(rangeOf(first.span))
  }, [buffer.id, result, ran, selection])
}

function handleOf(editor: monaco.editor.IStandaloneCodeEditor): EditorHandle {
  return {
    selection: () => {
      const model = editor.getModel()
      const range = editor.getSelection()
      if (!model || !range || model.getValueInRange(range).trim() === '') return undefined
      return { start: model.getOffsetAt(range.getStartPosition()), end: model.getOffsetAt(range.getEndPosition()) }
    },
    cursor: () => {
      const position = editor.getPosition()
      return position ? (editor.getModel()?.getOffsetAt(position) ?? 0) : 0
    },
    replaceAll: (text) => {
      const model = editor.getModel()
      if (!model) return
      editor.executeEdits('format', [{ range: model.getFullModelRange(), text }])
      editor.pushUndoStop()
    },
    focus: () => editor.focus(),
    reveal: (span) => {
      const model = editor.getModel()
      if (!model) return
      const range = monaco.Range.fromPositions(model.getPositionAt(span.start), model.getPositionAt(span.end))
      editor.setSelection(range)
      editor.revealRangeInCenterIfOutsideViewport(range)
      editor.focus()
    },
  }
}
