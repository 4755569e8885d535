// biome-ignore-all lint/a11y/useSemanticElements: rows are virtual and positioned, which table elements cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active row
import { memo } from 'react'
import { ratioInWords } from '../../core/figures'
import type { ChangeKind } from '../../core/plan/diff/model'
import { indexesRead, tableName } from '../../core/plan/diff/step-facts'
import { Absent, Estimated, Measured } from '../kit/numbers'
import { nodeTitle } from '../plan/node-text'
import { stateWords, type ViewRow, type ViewStep } from './diff-rows'

/** Deeper steps are not moved further to the right. */
const mostIndents = 16
const indentPx = 14

/** What a row's mark is, beside its words. */
const marks: Readonly<Record<ViewRow['state'], string>> = {
  same: '',
  changed: '~',
  'only-a': '−',
  'only-b': '+',
  moved: '↕',
  unprinted: '·',
}

/** Looks of the chips; the word says it all. */
const chipLooks: Readonly<Record<ChangeKind, string>> = {
  ACCESS: 'acc',
  JOIN: 'acc',
  ORDER: 'acc',
  STRATEGY: 'acc',
  ESTIMATE: '',
  WORK: '',
  SPILL: 'warn',
}

interface DiffRowProps {
  readonly row: ViewRow
  /** 1-based, the head being row 1. */
  readonly rowIndex: number
  readonly top: number
  readonly height: number
  readonly selected: boolean
  /** False while only changes are shown: then there is no tree to draw. */
  readonly indented: boolean
  /** What the second side is called. */
  readonly letterB: string
  readonly formatA: string
  readonly formatB: string
  readonly onPick: (index: number) => void
}

export function diffRowId(index: number): string {
  return `diff-row-${index}`
}

/** One line of both trees. */
export const DiffRow = memo(function DiffRow(props: DiffRowProps) {
  const { row, selected } = props
  const level = props.indented ? ((row.b ?? row.a)?.depth ?? 0) : 0
  const words = stateWords(row.state, row.a ? props.formatB : props.formatA)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles keys for all its rows
    <div
      id={diffRowId(row.index)}
      role="row"
      aria-rowindex={props.rowIndex}
      aria-level={level + 1}
      aria-selected={selected}
      className={`pt-row diff-grid ${row.state}${selected ? ' sel' : ''}`}
      style={{ top: props.top, height: props.height }}
      onClick={() => props.onPick(row.index)}
    >
      <Step
        step={row.a}
        mark={row.b ? '' : marks[row.state]}
        words={row.b ? undefined : words}
        absent={absentWords(row.state, 'A')}
        indented={props.indented}
      />
      <Rows step={row.a} />
      <Step
        step={row.b}
        mark={row.b ? marks[row.state] : ''}
        words={row.b ? words : undefined}
        absent={absentWords(row.state, props.letterB)}
        indented={props.indented}
      />
      <Rows step={row.b} />
      <div role="gridcell" className="pt-number">
        {row.ratio && <Ratio text={row.ratio.text} factor={row.ratio.factor} />}
      </div>
      <div role="gridcell" className="diff-chips">
        {row.chips.map(({ kind, text }) => (
          <span key={kind} className={`badge ${chipLooks[kind]}`} title={text}>
            {kind}
          </span>
        ))}
        {row.chips.length === 0 && (row.state === 'moved' || row.state === 'unprinted') && (
          <span className="faint ell" title={words}>
            {row.state === 'moved' ? 'moved' : 'not printed'}
          </span>
        )}
        {row.chips.length === 0 && (row.state === 'only-a' || row.state === 'only-b') && (
          <span className="dim">{words}</span>
        )}
      </div>
    </div>
  )
})

/** Why one side of a row is empty. */
function absentWords(state: ViewRow['state'], side: string): string {
  if (state === 'moved') return `${side} does this at another place; its row is marked too.`
  return state === 'unprinted' ? `The format of ${side} never prints this.` : `${side} does not do this.`
}

interface StepProps {
  readonly step: ViewStep | undefined
  readonly mark: string
  readonly words: string | undefined
  readonly absent: string
  readonly indented: boolean
}

function Step({ step, mark, words, absent, indented }: StepProps) {
  return (
    <div role="gridcell" className="diff-step">
      {step ? (
        <span className="row ell" style={{ paddingLeft: indented ? Math.min(step.depth, mostIndents) * indentPx : 0 }}>
          <span className="diff-mark" aria-hidden="true">
            {mark}
          </span>
          {words !== undefined && words !== 'unchanged' && <span className="unseen">{words}: </span>}
          <StepText step={step} />
        </span>
      ) : (
        <Absent because={absent} />
      )}
    </div>
  )
}

function StepText({ step: { node } }: { readonly step: ViewStep }) {
  const table = node.operator === 'access' ? tableName(node) : undefined
  const detail = table === undefined ? undefined : [table, ...indexesRead(node)].join(' · ')
  const title = nodeTitle(node)
  return (
    <span className="ell" dir="auto" title={detail === undefined ? title : `${title} ${detail}`}>
      {title} {detail !== undefined && <code>{detail}</code>}
    </span>
  )
}

function Rows({ step }: { readonly step: ViewStep | undefined }) {
  return (
    <div role="gridcell" className="pt-number">
      {step &&
        (step.rows === undefined ? (
          <Absent because="The plan does not tell." />
        ) : step.rows.measured ? (
          <Measured value={step.rows.value} unit="rows" />
        ) : (
          <Estimated value={step.rows.value} unit="rows" />
        ))}
    </div>
  )
}

/** ÷ is better and × is worse where rows are counted; the words say the direction. */
function Ratio({ text, factor }: { readonly text: string; readonly factor: number }) {
  const look = text.startsWith('÷') ? 'good' : text.startsWith('×') ? 'bad' : 'faint'
  const words = ratioInWords(factor)
  return (
    <span className={look} title={words}>
      <span aria-hidden="true">{text}</span>
      <span className="unseen">{words}</span>
    </span>
  )
}
