import { useAtomValue } from 'jotai'
import { FlaskConical, Gauge, Play, TriangleAlert, WandSparkles } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { CodeText } from '../analyze/CodeText'
import { keysOf, measureBlocked, runCommand } from '../commands/list'
import { Button, IconButton } from '../kit/button'
import { Fallback } from '../kit/fallback'
import { Icon } from '../kit/icon'
import { connectionAtom, resultAtom, selectionAtom } from '../state/atoms'
import { activeBufferAtom, ranAtom } from '../state/buffers'
import { activityAtom } from '../state/session'
import { contentHeightAtom, cursorAtom } from './cursor'
import { DatabaseChooser } from './DatabaseChooser'
import { editorHandle } from './editor-handle'
import { type Mark, marksOf } from './marks'
import { mayAskValues } from './may-ask-values'
import { PlainEditor } from './PlainEditor'

/** The editor's 3 MB are compiled and run when the shell has painted and rests: typing comes first. */
const longestRestMs = 500
const editorModule = new Promise<void>((resolve) => {
  requestAnimationFrame(() => requestIdleCallback(() => resolve(), { timeout: longestRestMs }))
}).then(() => import('./QueryEditor'))
// Whoever shows the editor meets the failure; until then it is nobody's.
editorModule.catch(() => undefined)

/**
 * The editor, once its files are there. Not React.lazy: that holds content back for 300 ms after it showed what stands
 * in for it. A load that fails is thrown to the boundary around.
 */
function useQueryEditor(): ComponentType | undefined {
  const [loaded, setLoaded] = useState<{ readonly editor?: ComponentType; readonly failure?: unknown }>({})
  useEffect(() => {
    let mounted = true
    editorModule.then(
      ({ default: editor }) => mounted && setLoaded({ editor }),
      (failure: unknown) => mounted && setLoaded({ failure }),
    )
    return () => {
      mounted = false
    }
  }, [])
  if (loaded.failure !== undefined) throw loaded.failure
  return loaded.editor
}

/** Loaded when a text first holds something like a placeholder. */
const ValuesPanel = lazy(() => import('./ValuesPanel'))

/** The statement: what to do with it, its text, and what the server said about places in it. */
export function EditorPane() {
  const buffer = useAtomValue(activeBufferAtom)
  const connection = useAtomValue(connectionAtom)
  const marks = useRemarks()
  const empty = buffer.text.trim() === ''
  const blocked = empty ? 'There is no statement yet.' : undefined
  const dialect = connection?.engine.family === 'postgres' ? 'PostgreSQL' : 'MySQL'
  return (
    <section className="pane" aria-label="Statement" data-pane="editor">
      <div className="pane-h">
        <Button
          small
          look="primary"
          icon={Play}
          keys={keysOf('statement.explain')}
          showKeys
          blockedBecause={blocked}
          onPress={() => runCommand('statement.explain')}
        >
          {buffer.kind === 'sql' ? 'Explain' : 'Read'}
        </Button>
        {buffer.kind === 'sql' && (
          <Button
            small
            icon={Gauge}
            keys={keysOf('statement.measure')}
            tip="Run it under guard: actual rows and times, and the server’s counters"
            blockedBecause={connection?.production || empty ? measureBlocked() : undefined}
            onPress={() => runCommand('statement.measure')}
          >
            Measure
          </Button>
        )}
        {buffer.kind === 'sql' && (
          <IconButton
            small
            icon={WandSparkles}
            label="Format"
            keys={keysOf('statement.format') ?? ''}
            onPress={() => runCommand('statement.format')}
          />
        )}
        {buffer.kind === 'sql' && (
          <IconButton
            small
            icon={FlaskConical}
            label="Compare this statement with a copy of it"
            keys={keysOf('compare.statement') ?? ''}
            onPress={() => runCommand('compare.statement')}
          />
        )}
        <span className="grow" />
        {buffer.kind === 'sql' && <DatabaseChooser />}
      </div>
      <EditorBody remarks={marks.length > 0}>
        <Fallback
          what="The editor could not be loaded."
          instead={<PlainEditor key={buffer.id} id={buffer.id} text={buffer.text} />}
        >
          <LoadedEditor id={buffer.id} text={buffer.text} />
        </Fallback>
      </EditorBody>
      {buffer.kind === 'sql' && mayAskValues.test(buffer.text) && (
        <Suspense>
          <ValuesPanel />
        </Suspense>
      )}
      <Remarks marks={marks} text={buffer.text} />
      {marks.length > 0 && <span className="grow" />}
      <div className="editor-foot faint tiny">
        <Cursor />
        <span>{buffer.kind === 'sql' ? `${dialect} dialect` : `pasted ${buffer.kind}`}</span>
      </div>
    </section>
  )
}

/** A text field lays out every line that it holds; longer texts wait for the editor. */
const longestPlainText = 100_000

function LoadedEditor({ id, text }: { readonly id: string; readonly text: string }) {
  const QueryEditor = useQueryEditor()
  const ready = useRest(id, text.length > longestAtOnce)
  if (QueryEditor && ready) return <QueryEditor />
  return text.length <= longestPlainText ? <PlainEditor key={id} id={id} text={text} /> : <EditorShell text={text} />
}

/** Cutting a longer text into lines takes the editor so long that what belongs to the text is drawn first. */
const longestAtOnce = 2_000_000

/** False for a long text that has just come, until what was begun with it is done and the page rests. */
function useRest(id: string, long: boolean): boolean {
  const [restedId, setRestedId] = useState<string | undefined>(undefined)
  const busy = useAtomValue(activityAtom) !== undefined
  useEffect(() => {
    if (!long || busy) return
    let handle = 0
    const timer = setTimeout(() => {
      handle = requestIdleCallback(() => setRestedId(id), { timeout: longestRestMs })
    }, longestRestMs)
    return () => {
      clearTimeout(timer)
      cancelIdleCallback(handle)
    }
  }, [id, long, busy])
  return !long || restedId === id
}

/** The head of a long text, until the editor has loaded. */
function EditorShell({ text }: { readonly text: string }) {
  const shown = text.slice(0, longestPlainText).split('\n').slice(0, 60)
  return (
    <div className="ed" aria-hidden="true">
      <pre className="ln">{shown.map((_line, at) => at + 1).join('\n')}</pre>
      <pre className="sql">{shown.join('\n')}</pre>
    </div>
  )
}

/** Most remarks below the text; the rest is marked in it. */
const mostRemarks = 3

type Remark = Mark & { readonly text: string }

function useRemarks(): readonly Remark[] {
  const buffer = useAtomValue(activeBufferAtom)
  const result = useAtomValue(resultAtom)
  const ran = useAtomValue(ranAtom)
  const selection = useAtomValue(selectionAtom)
  const said = new Set<string>()
  return marksOf(buffer.text, buffer.id, ran, result, selection).filter((mark): mark is Remark => {
    if (mark.look === 'lit' || mark.text === undefined || said.has(mark.text)) return false
    // A fault of two conditions together stands at both, and is said once.
    said.add(mark.text)
    return true
  })
}

interface EditorBodyProps {
  /** Remarks stand below: the editor is as high as its text then, if there is room. */
  readonly remarks: boolean
  readonly children: ReactNode
}

function EditorBody({ remarks, children }: EditorBodyProps) {
  const height = useAtomValue(contentHeightAtom)
  return (
    <div className="editor-body" style={remarks && height !== undefined ? { flex: `0 1 ${height}px` } : undefined}>
      {children}
    </div>
  )
}

/** Errors and reasons in words, below the text that they are about; press one to go to its place. */
function Remarks({ marks, text }: { readonly marks: readonly Remark[]; readonly text: string }) {
  if (marks.length === 0) return null
  return (
    <div className="remarks">
      {marks.slice(0, mostRemarks).map((mark) => (
        <button
          key={`${mark.span.start}${mark.text}`}
          type="button"
          className={mark.look === 'error' ? 'note bad' : 'note warn'}
          onClick={() => editorHandle()?.reveal(mark.span)}
        >
          <Icon of={TriangleAlert} />
          <span>
            <b>{headOf(mark, text)}</b> <CodeText text={mark.text} />
          </span>
        </button>
      ))}
      {marks.length > mostRemarks && <span className="faint tiny">and {marks.length - mostRemarks} more</span>}
    </div>
  )
}

function headOf(mark: Mark, text: string): string {
  const before = text.slice(0, mark.span.start)
  const line = before.split('\n').length
  const column = mark.span.start - before.lastIndexOf('\n')
  if (mark.look === 'error') return `The server stopped reading here: line ${line}, column ${column}.`
  return mark.look === 'note'
    ? `Line ${line} was not understood.`
    : `Line ${line} ${mark.head ?? 'does not narrow the read'}.`
}

function Cursor() {
  const { line, column } = useAtomValue(cursorAtom)
  return (
    <span>
      Ln {line}, Col {column}
    </span>
  )
}
