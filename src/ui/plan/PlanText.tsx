import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useCallback, useMemo } from 'react'
import { Select } from '../kit/select'
import { resultAtom, shownPlanAtom } from '../state/atoms'
import { flatPlanAtom, planSpanAtom, selectAtom, selectedAtom, textOutputAtom } from './atoms'
import { CopyButton } from './CopyButton'
import { Marked } from './Marked'
import { lineNaming, nodeNamedIn } from './named-lines'
import { outputsOf } from './outputs'
import { TextLinesView } from './TextLinesView'
import { lineCount, linesOf, linesOfSpan, lineText, nodeOfLine } from './text-lines'
import { useTextSearch } from './use-text-search'

/** Longer lines are cut in the drawing; the copy holds all. */
const longestLine = 4000

/** The server's own words: its classical output first, every other form beside it. */
export function PlanText() {
  const shown = useAtomValue(shownPlanAtom)
  const flat = useAtomValue(flatPlanAtom)
  const result = useAtomValue(resultAtom)
  const planSpan = useAtomValue(planSpanAtom)
  const selected = useAtomValue(selectedAtom)
  const select = useSetAtom(selectAtom)
  const [chosen, setChosen] = useAtom(textOutputAtom)

  const outputs = useMemo(
    () => (shown ? outputsOf(shown.plan, result.state === 'analysis' ? result.analysis.explain : []) : []),
    [shown, result],
  )
  const output = outputs.find((one) => one.title === chosen) ?? outputs[0]
  const lines = useMemo(() => linesOf(output?.text ?? ''), [output])
  const widest = useMemo(() => {
    let most = 0
    for (let line = 0; line < lineCount(lines); line++) {
      most = Math.max(most, (lines.starts[line + 1] ?? 0) - (lines.starts[line] ?? 0))
    }
    return Math.min(most, longestLine)
  }, [lines])

  const startOf = useCallback((line: number) => lines.starts[line] ?? 0, [lines])
  const search = useTextSearch(lines.text, lineCount(lines), startOf)

  if (!shown || !flat || !output) return null
  const named = output.isSource || selected === undefined ? undefined : lineNaming(flat, lines, selected)
  const ofSource = output.isSource && planSpan ? linesOfSpan(lines, planSpan) : undefined
  const lit = named === undefined ? ofSource : { first: named, last: named }
  return (
    <div className="plan-text">
      <div className="plan-subhead">
        <Select
          label="Output"
          look="quiet"
          options={outputs.map((one) => ({ id: one.title, title: one.title }))}
          selected={output.title}
          onSelect={setChosen}
        />
        {output.statement && (
          <code className="ell faint grow" title={output.statement}>
            {output.statement.replace(/\s+/g, ' ')}
          </code>
        )}
        {!output.statement && <span className="grow" />}
        <CopyButton label="Copy this output" text={output.full} />
      </div>
      <TextLinesView
        label={`${output.title}, as the server printed it`}
        count={lineCount(lines)}
        widest={widest}
        lit={lit}
        hits={search.hits}
        hit={search.line}
        lineOf={(line) => <LongLine text={lineText(lines, line)} typed={search.typed} />}
        onPick={(line) => {
          const at = output.isSource ? nodeOfLine(flat, lines, line) : nodeNamedIn(flat, lines, line)
          if (at !== undefined) select(at)
        }}
      />
      {output.warnings.length > 0 && (
        <ul className="plan-warnings" aria-label="Warnings of the server">
          {output.warnings.map((warning) => (
            <li key={warning}>
              <code>{warning}</code>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function LongLine({ text, typed }: { readonly text: string; readonly typed: string | undefined }) {
  const left = text.length - longestLine
  return (
    <span className="plan-line-words">
      <Marked words={text.slice(0, longestLine)} typed={typed} />
      {left > 0 && <span className="faint"> … {left.toLocaleString('en-US')} more characters in the copy</span>}
    </span>
  )
}
