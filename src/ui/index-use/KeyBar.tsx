import type { ReasonEvidence } from '../../core/keyparts/model'
import type { TextSpan } from '../../core/text-span'
import { roomForBytesPx } from './part-room'
import type { BarWidths, RulerBar, RulerPart } from './ruler'
import { Words } from './Words'

interface KeyBarProps {
  readonly bar: RulerBar
  readonly barAt: number
  readonly widths: BarWidths
  readonly gapPx: number
  /** Position (1-based) of the part that is the linked selection. */
  readonly selectedPart: number | undefined
  /** Positions of parts that the selected place of the statement feeds. */
  readonly litParts: readonly number[]
  /** Index of the part that Tab reaches, when it is in this bar. */
  readonly focusedPart: number | undefined
  readonly onPick: (part: RulerPart, partAt: number) => void
  readonly onPickSpan: (span: TextSpan) => void
}

/** Room of the stop's text; nearer to the right edge it stands left of its elbow. */
const stopTextPx = 280

/** From the elbow to its words. */
const stopTextIndentPx = 16

/** One index: its key parts as a bar, and below it where the useful prefix ends. */
export function KeyBar(props: KeyBarProps) {
  const { bar, gapPx } = props
  const widthsPx = props.widths.px
  const stopAtPx = bar.stop ? widthsPx.slice(0, bar.stop.afterParts).reduce((sum, one) => sum + one + gapPx, 0) : 0
  const total = widthsPx.reduce((sum, one) => sum + one + gapPx, 0)
  return (
    <>
      <div className="kr-bar" style={{ gap: gapPx }}>
        {bar.parts.map((part, partAt) => (
          <button
            key={part.use.position}
            type="button"
            className={`ks ${part.look}${props.selectedPart === part.use.position || props.litParts.includes(part.use.position) ? ' lit' : ''}${props.widths.shortened[partAt] ? ' cut' : ''}`}
            style={{ width: widthsPx[partAt] }}
            data-place={`${props.barAt}.${partAt}`}
            tabIndex={props.focusedPart === partAt ? 0 : -1}
            aria-pressed={props.selectedPart === part.use.position}
            title={`${partTitle(part)}${props.widths.shortened[partAt] ? '\ndrawn shorter than its bytes' : ''}`}
            onClick={() => props.onPick(part, partAt)}
          >
            <span className="unseen">{partSentence(part)}</span>
            <span className="m" aria-hidden="true">
              {part.mark}
            </span>
            <span className="ell" dir="auto" aria-hidden="true">
              {part.name}
            </span>
            {part.bytes !== undefined && (widthsPx[partAt] ?? 0) >= roomForBytesPx(part) && (
              <span className="by" aria-hidden="true">
                {props.widths.shortened[partAt] ? '⁄⁄ ' : ''}
                {part.bytes} B
              </span>
            )}
          </button>
        ))}
      </div>
      <div className="kr-below">
        {bar.stop ? (
          <Stop
            bar={bar}
            atPx={Math.round(stopAtPx)}
            leftOf={total - stopAtPx < 40 && stopAtPx > stopTextPx}
            onPickSpan={props.onPickSpan}
          />
        ) : (
          <span>
            {bar.remark && <Words text={bar.remark} />} {bar.sum && <code className="faint">{bar.sum}</code>}
          </span>
        )}
      </div>
    </>
  )
}

function Stop(props: {
  readonly bar: RulerBar
  readonly atPx: number
  readonly leftOf: boolean
  readonly onPickSpan: (span: TextSpan) => void
}) {
  const { bar, atPx } = props
  if (!bar.stop) return null
  const { sqlSpan, text } = bar.stop
  const words = (
    <>
      <b className="bad">Stops here.</b> <Words text={text} /> {bar.sum && <code className="faint">{bar.sum}</code>}
    </>
  )
  return (
    <div
      className={props.leftOf ? 'stop left' : 'stop'}
      style={props.leftOf ? undefined : { paddingLeft: atPx + stopTextIndentPx }}
    >
      <i className="elbow" style={{ left: atPx - 1 }} />
      {sqlSpan ? (
        <button type="button" className="stop-text" onClick={() => props.onPickSpan(sqlSpan)}>
          {words}
        </button>
      ) : (
        <span className="stop-text">{words}</span>
      )}
    </div>
  )
}

function partSentence(part: RulerPart): string {
  const bytes = part.bytes === undefined ? '' : `, ${part.bytes} ${part.bytes === 1 ? 'byte' : 'bytes'}`
  return `${part.name}, key part ${part.use.position}${bytes}: ${part.words.replace(/`/g, '')}`
}

/** What a reason rests on, as it is called on screen. */
const sourceNames: Readonly<Record<ReasonEvidence['from'], string>> = {
  plan: 'plan',
  statement: 'statement',
  catalog: 'catalog',
  trace: 'optimizer trace',
  warning: 'server warning',
}

function partTitle(part: RulerPart): string {
  const compared = part.use.comparedWith === undefined ? '' : `\ncompared with ${part.use.comparedWith}`
  const basis = { stated: 'listed by the server', decoded: 'from key_len', inferred: 'worked out from the conditions' }
  const evidence = (part.use.reason?.evidence ?? []).map(({ from, text }) => `\n${sourceNames[from]}: ${text}`)
  return `${partSentence(part)}${compared}\n${basis[part.use.basis]}${evidence.join('')}`
}
