import { useAtom, useAtomValue } from 'jotai'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { TextLines } from '../kit/text-lines'
import { CopyButton } from '../plan/CopyButton'
import { type JsonLines, jsonLinesOfSpan, jsonTokens, unfoldedLines } from '../plan/json-lines'
import { selectionAtom, shownPlanAtom } from '../state/atoms'
import { selectionOfStep } from './link'
import { ManyLines } from './ManyLines'
import { usePickedPlace } from './picked-place'
import { askTrace, linesOfReading, type OpenReading } from './readings'

/** Longer lines are cut in the drawing; the copy holds all. */
const longestLine = 2000
const indentCharacters = 2

/** The trace as the server gave it, one value per line, foldable, with the picked step lit; a line picks its step. */
export function RawTrace({ reading }: { readonly reading: OpenReading }) {
  const [{ planIndex }, select] = useAtom(selectionAtom)
  const shown = useAtomValue(shownPlanAtom)
  const picked = usePickedPlace(reading)
  const [lines, setLines] = useState<JsonLines | undefined>(undefined)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set<number>())
  const [typed, setTyped] = useState('')
  const [hit, setHit] = useState<number | undefined>(undefined)
  useEffect(() => {
    let current = true
    setLines(undefined)
    setFolded(new Set<number>())
    linesOfReading(reading).then(
      (told) => current && setLines({ text: reading.text, ...told }),
      (why: unknown) => current && setProblem(why instanceof Error ? why.message : String(why)),
    )
    return () => {
      current = false
    }
  }, [reading])
  const visible = useMemo(() => lines && unfoldedLines(lines, folded), [lines, folded])
  const place = useMemo(() => (lines && picked ? jsonLinesOfSpan(lines, picked) : undefined), [lines, picked])
  const openFor = useCallback(
    (line: number) =>
      setFolded((before) => {
        const hiding = [...before].filter((opener) => opener < line && line <= (lines?.close[opener] ?? opener))
        if (hiding.length === 0) return before
        const next = new Set(before)
        for (const opener of hiding) next.delete(opener)
        return next
      }),
    [lines],
  )
  useEffect(() => {
    if (place) openFor(place.first)
  }, [place, openFor])

  if (problem !== undefined) return <TextLines text={reading.text} label={`Optimizer trace. ${problem}`} />
  if (!lines || !visible) return <p className="why-wait faint">Counting lines …</p>

  const pickAt = async (offset: number) => {
    const { step } = await askTrace(reading, 'step', { offset })
    if (step) select(selectionOfStep(shown, planIndex, step))
  }
  const findNext = () => {
    if (typed === '') return
    const from = hit === undefined ? 0 : (lines.end[hit] ?? 0)
    let at = lines.text.indexOf(typed, from)
    if (at === -1) at = lines.text.indexOf(typed)
    const line = at === -1 ? undefined : jsonLinesOfSpan(lines, { start: at, end: at + 1 })?.first
    setHit(line)
    if (line !== undefined) openFor(line)
  }
  return (
    <section className="why-raw" aria-label="Raw trace">
      <div className="plan-subhead">
        <span className="faint nowrap">{lines.start.length.toLocaleString('en-US')} lines</span>
        <input
          className="field sm"
          aria-label="Find in the trace"
          placeholder="Find in the trace"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setHit(undefined)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') findNext()
          }}
        />
        <span className="faint" role="status">
          {typed !== '' && hit === undefined ? 'Enter finds' : hit === undefined ? '' : `line ${hit + 1}`}
        </span>
        <span className="grow" />
        <CopyButton label="Copy the trace as the server gave it" text={() => reading.text} />
      </div>
      <ManyLines
        label="Optimizer trace"
        count={visible.length}
        numberOf={(at) => (visible[at] ?? 0) + 1}
        lit={place && { first: visibleAt(visible, place.first), last: visibleAt(visible, place.last) }}
        goTo={hit === undefined ? undefined : visibleAt(visible, hit)}
        levelOf={(at) => (lines.depth[visible[at] ?? 0] ?? 0) + 1}
        expandedOf={(at) => {
          const line = visible[at] ?? 0
          return (lines.close[line] ?? line) > line ? !folded.has(line) : undefined
        }}
        onFold={(at) => {
          const line = visible[at] ?? 0
          const next = new Set(folded)
          if (!next.delete(line)) next.add(line)
          setFolded(next)
        }}
        onPick={(at) => {
          void pickAt(lines.start[visible[at] ?? 0] ?? 0)
        }}
        lineOf={(at) => <Line lines={lines} line={visible[at] ?? 0} folded={folded.has(visible[at] ?? 0)} />}
      />
    </section>
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

function Line({ lines, line, folded }: { readonly lines: JsonLines; readonly line: number; readonly folded: boolean }) {
  const last = lines.close[line] ?? line
  const text = lines.text.slice(lines.start[line] ?? 0, lines.end[line] ?? 0)
  const shown = text.length > longestLine ? `${text.slice(0, longestLine)} …` : text
  return (
    <span style={{ paddingLeft: `${(lines.depth[line] ?? 0) * indentCharacters}ch` }}>
      {jsonTokens(shown).map((token, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one line never move
        <span key={at} className={`json-${token.kind}`}>
          {token.text}
        </span>
      ))}
      {folded && (
        <>
          <span className="faint"> {(last - line - 1).toLocaleString('en-US')} lines </span>
          {lines.text.slice(lines.start[last] ?? 0, lines.end[last] ?? 0)}
        </>
      )}
    </span>
  )
}
