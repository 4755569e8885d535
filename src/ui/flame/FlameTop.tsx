import { useMemo } from 'react'
import { figure, formatCount, formatFraction } from '../../core/figures'
import { type HeatStep, stepOfShare } from '../plan/heat'
import { nodeDetail, nodeTitle } from '../plan/node-text'
import { isBelow } from './flame-layout'
import type { FlameMetric } from './flame-values'
import { type FlameFacts, flameUnits, ownShare } from './flame-words'

const titles: Record<FlameMetric, string> = {
  time: 'Where the time goes',
  rows: 'Where rows are looked at',
  cost: 'Where the cost goes',
}
const ownHeads: Record<FlameMetric, string> = { time: 'Own time', rows: 'Own rows', cost: 'Own cost' }

interface FlameTopProps {
  readonly facts: FlameFacts
  readonly wholeOwn: number
  /** What is looked at; undefined for the whole plan. */
  readonly top: number | undefined
  /** Rows that have room. */
  readonly most: number
  readonly selected: number | undefined
  readonly onPick: (at: number) => void
}

/** The steps with the largest own part, in the room below a flat icicle. */
export function FlameTop({ facts, wholeOwn, top, most, selected, onPick }: FlameTopProps) {
  const { flat, values, layout } = facts
  // Sorted once for the whole plan; zooming only picks from it.
  const ranked = useMemo(() => {
    const own = flat.nodes.flatMap((_, at) => ((values.own[at] ?? 0) > 0 ? [at] : []))
    return own.sort((a, b) => (values.own[b] ?? 0) - (values.own[a] ?? 0) || a - b)
  }, [flat, values])
  const hottest = useMemo(
    () => (top === undefined ? ranked : ranked.filter((at) => isBelow(layout, at, top))),
    [ranked, layout, top],
  )
  const shown = hottest.slice(0, most)
  if (shown.length === 0) return null
  const rest = hottest.slice(most).reduce((sum, at) => sum + (values.own[at] ?? 0), 0)
  const unit = flameUnits[values.metric]
  const about = values.measured ? '' : '≈ '
  const looks = values.measured ? 'num' : 'num est'
  const loops = shown.some((at) => flat.nodes[at]?.actual !== undefined)
  return (
    <section className="flame-top" aria-label={titles[values.metric]}>
      <div className="flame-top-head">
        <h3>{titles[values.metric]}</h3>
        <span>
          own part, largest first{top !== undefined && ' of what is zoomed into'}
          {hottest.length > shown.length &&
            `; the rest is ${about}${figure(rest, unit).text} in ${formatCount(hottest.length - shown.length)} nodes`}
        </span>
      </div>
      <table>
        <thead>
          <tr>
            <th>Node</th>
            <th>Reads or checks</th>
            {loops && <th className="r">Loops</th>}
            <th className="r">{ownHeads[values.metric]}</th>
            <th className="flame-share-head">Share</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((at) => {
            const node = flat.nodes[at]
            if (!node) return null
            const own = figure(values.own[at] ?? 0, unit)
            const share = ownShare(facts, at, wholeOwn) ?? 0
            const step: HeatStep = stepOfShare(share)
            return (
              <tr key={at} className={at === selected ? 'sel' : undefined}>
                <td>
                  <button type="button" className="link ell" dir="auto" onClick={() => onPick(at)}>
                    {nodeTitle(node)}
                  </button>
                </td>
                <td className="mono ell" dir="auto" title={nodeDetail(node)}>
                  {nodeDetail(node) ?? ''}
                </td>
                {loops && <td className="r num">{node.actual ? formatCount(node.actual.loops) : '–'}</td>}
                <td className={`r ${looks}`} title={own.exact}>
                  {about}
                  {own.text}
                </td>
                <td>
                  <span className="flame-share">
                    <span className="flame-bar" aria-hidden="true">
                      <i className={`h${step}`} style={{ width: `${Math.max(0.5, share * 100)}%` }} />
                    </span>
                    <span className="num">{formatFraction(share)}</span>
                  </span>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
