import { useAtom, useAtomValue } from 'jotai'
import { Check, Lightbulb, TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import type { KeyUse } from '../../core/keyparts/model'
import { type Proposal, proposalsAtom } from '../advice/proposals'
import { Badge } from '../kit/badge'
import { Absent, Estimated, Measured } from '../kit/numbers'
import { Select } from '../kit/select'
import { flatMetricsAtom, flatPlanAtom, heatAtom, selectedAtom } from '../plan/atoms'
import { CopyButton } from '../plan/CopyButton'
import { tableName } from '../plan/node-text'
import { rowsHandled } from '../plan/rows'
import { useSize } from '../plan/use-size'
import { type Selection, selectionAtom, shownPlanAtom } from '../state/atoms'
import { askWhyNot } from '../why/actions'
import { queryBlockOf, shownName, stepBehind } from '../why/link'
import { ConditionNotes } from './ConditionNotes'
import { spanOfPart } from './condition-span'
import { KeyBar } from './KeyBar'
import { leastPartsOf } from './part-room'
import { RulerLegend } from './RulerLegend'
import { barSentence, barWidths, type RulerBar, type RulerOrder, type RulerPart, rulerOf } from './ruler'
import { keyLenText, rulerAsText } from './ruler-text'
import { ruledAccesses, shownAccess } from './shown-access'

/** Short keys do not fill the pane: 4 bytes are about as wide as a word. */
const mostPx = { perByte: 28, perPart: 180 }
const sortings: readonly { readonly id: RulerOrder; readonly title: string }[] = [
  { id: 'serves', title: 'by what it could serve' },
  { id: 'name', title: 'by name' },
  { id: 'defined', title: 'as defined' },
]
/** Room between two parts. */
const partGapPx = 2
/** Below this width of the pane the columns beside the bars shrink. */
const narrowPx = 620

/** Index use: one bar per index of the shown access's table, chosen first, each made of its key parts. */
export function KeyRuler() {
  const shown = useAtomValue(shownPlanAtom)
  const flat = useAtomValue(flatPlanAtom)
  const heat = useAtomValue(heatAtom)
  const allMetrics = useAtomValue(flatMetricsAtom)
  const selected = useAtomValue(selectedAtom)
  const [selection, select] = useAtom(selectionAtom)
  const pane = useRef<HTMLDivElement>(null)
  const { width } = useSize(pane)
  const [focus, setFocus] = useState({ bar: 0, part: 0 })
  const [order, setOrder] = useState<RulerOrder>('serves')

  const accesses = useMemo(
    () => (shown && flat ? ruledAccesses(flat, shown.keyUse, selection.planIndex) : []),
    [shown, flat, selection.planIndex],
  )
  const access = flat && shownAccess(accesses, flat, selected, (at) => heat.cells[at]?.weight ?? 0)
  const proposals = useAtomValue(proposalsAtom)
  const table = access?.uses[0]?.table
  const proposed = useMemo(() => proposals.filter(({ use }) => use.table === table), [proposals, table])
  const ruler = useMemo(
    () =>
      access && shown ? rulerOf([...access.uses, ...proposed.map(({ use }) => use)], shown.catalog, order) : undefined,
    [access, shown, order, proposed],
  )

  if (!shown || !flat || !access || !ruler) {
    return (
      <div className="kr-pane" ref={pane}>
        <p className="kr-empty">{whyEmpty(shown !== undefined, shown?.catalog.tables.length ?? 0)}</p>
      </div>
    )
  }

  const node = flat.nodes[access.at]
  const metrics = allMetrics[access.at]
  const narrow = width > 0 && width < narrowPx
  const side = narrow ? { name: 112, length: 88, rows: 64 } : { name: 184, length: 104, rows: 92 }
  const columns = `${side.name}px minmax(0, 1fr) ${side.length}px ${side.rows}px`
  const sideWidth = side.name + side.length + side.rows
  const mostParts = Math.max(1, ...ruler.bars.map((bar) => bar.parts.length))
  const barRoom = Math.max(120, width - 32 - sideWidth - 3 * 12 - mostParts * partGapPx)

  const leastPart = leastPartsOf(ruler, barRoom)

  const pick = (bar: RulerBar, part: RulerPart) => {
    select({
      planIndex: selection.planIndex,
      nodeId: access.nodeId,
      keyPart: { index: bar.use.index, position: part.use.position },
      sqlSpan: spanOfPart(node, part.use),
      sqlSpans: part.use.sqlSpans,
      planSpan: node?.span,
      traceSpan: stepBehind(part.use),
    })
  }

  const ask = (bar: RulerBar | undefined) => {
    if (bar && node?.access) {
      const selectId = queryBlockOf(shown.plan, access.nodeId)
      askWhyNot({ table: shownName(node.access), index: bar.use.index, selectId })
    }
  }
  /** Left and right walk the parts, up and down the bars, `w` asks why not; one Tab stop for the whole ruler. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'w') return ask(ruler.bars[focus.bar])
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key]
    if (!step) return
    event.preventDefault()
    const bar = clamp(focus.bar + (step[0] ?? 0), ruler.bars.length)
    const part = clamp(focus.part + (step[1] ?? 0), ruler.bars[bar]?.parts.length ?? 1)
    setFocus({ bar, part })
    pane.current?.querySelector<HTMLElement>(`[data-place="${bar}.${part}"]`)?.focus()
  }

  return (
    <div className="kr-pane" ref={pane}>
      <div className="kr-head">
        {accesses.length > 1 ? (
          <div className="kr-chooser">
            <Select
              label="Table access"
              look="quiet"
              options={accesses.map((one) => ({ id: one.nodeId, title: accessTitle(flat.nodes[one.at], one.at) }))}
              selected={access.nodeId}
              onSelect={(nodeId) => {
                const target = flat.nodes[flat.indexOf.get(nodeId) ?? 0]
                select({ planIndex: selection.planIndex, nodeId, sqlSpan: target?.sqlSpan, planSpan: target?.span })
              }}
            />
          </div>
        ) : (
          <span className="mono ell" dir="auto" title={ruler.table}>
            {ruler.table}
          </span>
        )}
        <span className="grow" />
        <Select label="Sort indexes" look="quiet" options={sortings} selected={order} onSelect={setOrder} />
        <CopyButton label="Copy the ruler as text" text={() => rulerAsText(ruler)} />
      </div>
      <div className="kr-scroll">
        <ConditionNotes access={access} />
        <div className="kr-row kr-heads" style={{ gridTemplateColumns: columns }} aria-hidden="true">
          <span className="h">Index</span>
          <span className="h ell">
            {ruler.scale === 'bytes'
              ? 'Key parts to byte scale'
              : ruler.scale === 'log'
                ? 'Key parts, bytes on a log scale'
                : 'Key parts'}
            <span className="kr-marks">= equal&nbsp; [ ] list&nbsp; ‥ range&nbsp; ⋈ join</span>
          </span>
          <span className="h r">{ruler.scale === 'parts' ? 'Parts used' : 'key_len'}</span>
          <span className="h r">Entries read</span>
        </div>
        <ul className="kr-bars" aria-label={`Indexes of ${ruler.table}`} onKeyDown={onKeyDown} data-own-key="w">
          {ruler.bars.map((bar, barAt) => (
            <li key={bar.use.index} className="kr-row" style={{ gridTemplateColumns: columns }}>
              <span className="unseen">{barSentence(bar)}</span>
              <button
                type="button"
                tabIndex={-1}
                className="kr-name ell"
                dir="auto"
                title={`${bar.use.index}\n${bar.use.chosen ? 'Why this index?' : 'Why not this index?'} (w)`}
                onClick={() => ask(bar)}
              >
                {bar.use.index}
              </button>
              <KeyBar
                bar={bar}
                barAt={barAt}
                widths={barWidths(bar, ruler, barRoom, leastPart, mostPx)}
                gapPx={partGapPx}
                litParts={litParts(bar.use, selection)}
                selectedPart={
                  selection.keyPart?.index === bar.use.index && selection.nodeId === access.nodeId
                    ? selection.keyPart.position
                    : undefined
                }
                focusedPart={focus.bar === barAt ? focus.part : undefined}
                onPick={(part, partAt) => {
                  setFocus({ bar: barAt, part: partAt })
                  pick(bar, part)
                }}
                onPickSpan={(sqlSpan) =>
                  select({ planIndex: selection.planIndex, nodeId: access.nodeId, sqlSpan, planSpan: node?.span })
                }
              />
              <KeyLength bar={bar} />
              <span className="r kr-figure">
                <EntriesRead
                  bar={bar}
                  proposal={proposed.find(({ use }) => use === bar.use)}
                  counted={bar.use.chosen && node ? rowsHandled(node, metrics) : undefined}
                  merged={(node?.access?.indexes.length ?? 0) > 1}
                />
              </span>
              <span className="kr-badges">
                {bar.use.chosen && (
                  <Badge look="acc" icon={Check}>
                    {narrow ? 'chosen' : 'chosen by the server'}
                  </Badge>
                )}
                {proposed.some(({ use }) => use === bar.use) && (
                  <Badge look="good" icon={Lightbulb} title="Advised; it is not there yet.">
                    proposed
                  </Badge>
                )}
                {bar.use.agrees === false && (
                  <Badge
                    look="warn"
                    icon={TriangleAlert}
                    title={`The server says key_len ${bar.use.keyLengthBytes ?? '–'}; the parts shown add up to ${bar.use.computedBytes ?? '–'}.`}
                  >
                    sum differs
                  </Badge>
                )}
                {(bar.use.ambiguous?.length ?? 0) > 0 && (
                  <Badge title="Other uses of these parts give the same key_len.">one of several readings</Badge>
                )}
              </span>
            </li>
          ))}
        </ul>
      </div>
      <RulerLegend />
    </div>
  )
}

/** The parts that the selected place of the statement feeds, by position. */
function litParts(use: KeyUse, { keyPart, nodeId, sqlSpan }: Selection): readonly number[] {
  if (keyPart !== undefined && keyPart.index === use.index && nodeId === use.nodeId) return [keyPart.position]
  if (sqlSpan === undefined) return []
  return use.parts.flatMap(({ position, sqlSpans = [] }) =>
    sqlSpans.some(({ start, end }) => start === sqlSpan.start && end === sqlSpan.end) ? [position] : [],
  )
}

function accessTitle(node: { readonly access?: Parameters<typeof tableName>[0] | undefined } | undefined, at: number) {
  return node?.access ? `${tableName(node.access)} · node ${at + 1}` : `node ${at + 1}`
}

/** `4 of 11`: what is used strong, the whole faint. */
function KeyLength({ bar }: { readonly bar: RulerBar }) {
  const whole = bar.used !== undefined && bar.used >= bar.declared
  return (
    <span className="r kr-figure" title={`${keyLenText(bar)}${bar.unit === 'bytes' ? ' bytes' : ''}`}>
      {bar.used === undefined ? (
        <Absent because="No part of this index narrows the read." />
      ) : (
        <b className={whole && !bar.use.chosen ? 'good' : ''}>{bar.used}</b>
      )}{' '}
      <span className="faint">
        of {bar.declared}
        {bar.unit === 'parts' ? ' parts' : ''}
      </span>
    </span>
  )
}

function EntriesRead(props: {
  readonly bar: RulerBar
  readonly proposal: Proposal | undefined
  readonly counted: ReturnType<typeof rowsHandled>
  readonly merged: boolean
}) {
  if (props.proposal) return <Estimated value={props.proposal.entries} unit="rows" />
  if (!props.bar.use.chosen) return <Absent because="The plan tells it only for the index that the server reads." />
  if (props.merged) return <Absent because="The plan tells rows only for all merged indexes together." />
  if (!props.counted) return <Absent because="The plan tells no rows for this access." />
  return props.counted.measured ? (
    <Measured value={props.counted.value} unit="rows" />
  ) : (
    <Estimated value={props.counted.value} unit="rows" />
  )
}

function clamp(at: number, count: number): number {
  return Math.max(0, Math.min(count - 1, at))
}

function whyEmpty(hasPlan: boolean, tables: number): string {
  if (!hasPlan) return 'Explain a statement to see how far each index is used.'
  if (tables === 0)
    return 'No table definitions are known, so key parts cannot be told. Connect, or paste CREATE TABLE with the plan.'
  return 'No table of this plan has an index that could be read here.'
}
