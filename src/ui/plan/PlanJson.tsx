import { useAtomValue, useSetAtom } from 'jotai'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { Select } from '../kit/select'
import { resultAtom, shownPlanAtom } from '../state/atoms'
import { flatPlanAtom, planSpanAtom, selectAtom } from './atoms'
import { CopyButton } from './CopyButton'
import { type JsonLines, jsonLines, jsonLinesOfSpan, jsonTokens, unfoldedLines } from './json-lines'
import { Marked } from './Marked'
import { isJson, outputsOf } from './outputs'
import { TextLinesView } from './TextLinesView'
import { nodeAtOffset } from './text-lines'
import { useTextSearch } from './use-text-search'

/** Longer lines (a condition with a thousand values) are cut in the drawing; the copy holds all. */
const longestLine = 2000
const indentCharacters = 2
/** Room for the fold mark before a line. */
const foldCharacters = 3

/** The raw JSON, one value per line, foldable, with the selected node's piece lit. */
export function PlanJson() {
  const shown = useAtomValue(shownPlanAtom)
  const flat = useAtomValue(flatPlanAtom)
  const result = useAtomValue(resultAtom)
  const planSpan = useAtomValue(planSpanAtom)
  const select = useSetAtom(selectAtom)
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set<number>())

  const outputs = useMemo(() => {
    if (!shown) return []
    const all = outputsOf(shown.plan, result.state === 'analysis' ? result.analysis.explain : [])
    return all.filter((one) => isJson(one.format))
  }, [shown, result])
  const output = outputs.find((one) => one.title === chosen) ?? outputs.find((one) => one.isSource) ?? outputs[0]
  const lines = useMemo(() => jsonLines(output?.text ?? ''), [output])
  // Folds are line numbers, so another text starts unfolded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lines are the trigger
  useEffect(() => setFolded(new Set<number>()), [lines])
  const visible = useMemo(() => unfoldedLines(lines, folded), [lines, folded])

  const span = output?.isSource ? planSpan : undefined
  const lit = useMemo(() => {
    const whole = span && jsonLinesOfSpan(lines, span)
    return whole && { first: visibleAt(visible, whole.first), last: visibleAt(visible, whole.last) }
  }, [lines, span, visible])
  const widest = useMemo(() => {
    let most = 0
    for (let line = 0; line < lines.start.length; line++) {
      const length = (lines.end[line] ?? 0) - (lines.start[line] ?? 0) + (lines.depth[line] ?? 0) * indentCharacters
      if (length > most) most = length
    }
    return Math.min(most, longestLine)
  }, [lines])

  const startOf = useCallback((line: number) => lines.start[line] ?? lines.text.length, [lines])
  const search = useTextSearch(lines.text, lines.start.length, startOf)
  // A hit inside of a fold opens it.
  useEffect(() => {
    const line = search.line
    if (line === undefined) return
    setFolded((before) => {
      const hiding = [...before].filter((opener) => opener < line && line <= (lines.close[opener] ?? opener))
      if (hiding.length === 0) return before
      const next = new Set(before)
      for (const opener of hiding) next.delete(opener)
      return next
    })
  }, [search.line, lines])
  const hits = useMemo(
    () =>
      search.hits.filter((line) => visible[visibleAt(visible, line)] === line).map((line) => visibleAt(visible, line)),
    [search.hits, visible],
  )

  if (!shown || !flat) return null
  if (!output) {
    return (
      <p className="plan-empty">
        This plan has no JSON form here. Its own text stands under Text. Connect, and Explain asks the server for JSON
        too.
      </p>
    )
  }
  const toggle = (line: number) => {
    const next = new Set(folded)
    if (!next.delete(line)) next.add(line)
    setFolded(next)
  }
  return (
    <div className="plan-text">
      <div className="plan-subhead">
        {outputs.length > 1 && (
          <Select
            label="JSON output"
            look="quiet"
            options={outputs.map((one) => ({ id: one.title, title: one.title }))}
            selected={output.title}
            onSelect={setChosen}
          />
        )}
        <span className="faint nowrap">{lines.start.length.toLocaleString('en-US')} lines</span>
        <span className="grow" />
        <CopyButton label="Copy the JSON as the server printed it" text={output.full} />
      </div>
      <TextLinesView
        label="Plan as JSON"
        count={visible.length}
        widest={widest}
        lit={lit}
        hits={hits}
        hit={search.line === undefined ? undefined : visibleAt(visible, search.line)}
        tree={{
          levelOf: (at) => (lines.depth[visible[at] ?? 0] ?? 0) + 1,
          expandedOf: (at) => {
            const line = visible[at] ?? 0
            return (lines.close[line] ?? line) > line ? !folded.has(line) : undefined
          },
          onFold: (at) => toggle(visible[at] ?? 0),
        }}
        lineOf={(at) => (
          <JsonLine
            lines={lines}
            line={visible[at] ?? 0}
            folded={folded.has(visible[at] ?? 0)}
            typed={search.typed}
            onFold={toggle}
          />
        )}
        onPick={
          output.isSource
            ? (at) => {
                const node = nodeAtOffset(flat, lines.start[visible[at] ?? 0] ?? 0)
                if (node !== undefined) select(node)
              }
            : undefined
        }
      />
    </div>
  )
}

/** Place among the visible lines of a line, or of the fold that hides it. */
function visibleAt(visible: Int32Array, line: number): number {
  let low = 0
  let high = visible.length - 1
  while (low < high) {
    const between = (low + high + 1) >> 1
    if ((visible[between] ?? 0) <= line) low = between
    else high = between - 1
  }
  return low
}

function JsonLine(props: {
  readonly lines: JsonLines
  readonly line: number
  readonly folded: boolean
  readonly typed: string | undefined
  readonly onFold: (line: number) => void
}) {
  const { lines, line, folded } = props
  const last = lines.close[line] ?? line
  const text = lines.text.slice(lines.start[line] ?? 0, lines.end[line] ?? 0)
  const shown = text.length > longestLine ? `${text.slice(0, longestLine)} …` : text
  const closing = lines.text.slice(lines.start[last] ?? 0, lines.end[last] ?? 0)
  return (
    <span
      className="plan-line-words"
      style={{ paddingLeft: `${(lines.depth[line] ?? 0) * indentCharacters + foldCharacters}ch` }}
    >
      {last > line && (
        <button
          type="button"
          className="json-fold"
          aria-label={folded ? 'Unfold' : 'Fold'}
          tabIndex={-1}
          onClick={(event) => {
            event.stopPropagation()
            props.onFold(line)
          }}
        >
          {folded ? '▸' : '▾'}
        </button>
      )}
      {jsonTokens(shown).map((token, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one line never move
        <span key={at} className={`json-${token.kind}`}>
          <Marked words={token.text} typed={props.typed} />
        </span>
      ))}
      {folded && (
        <>
          <span className="faint"> {(last - line - 1).toLocaleString('en-US')} lines </span>
          {closing}
        </>
      )}
    </span>
  )
}
