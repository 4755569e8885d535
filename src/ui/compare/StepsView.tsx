import { scaleLinear } from 'd3-scale'
import { useAtom, useAtomValue } from 'jotai'
import { exhausted } from '../../core/errors'
import type { Comparison } from '../../core/experiment/model'
import type { TimeClock, VariantTimes } from '../../core/experiment/summary/variant-times'
import { formatCount, formatTime } from '../../core/figures'
import { Absent } from '../kit/numbers'
import { letterOf } from './draft'
import { pickedPlaceAtom } from './experiments'
import { clockAtom, type ShownRun, variantTimesAtom } from './shown'
import { byClock, clockSays, ratioText } from './words'

/** What each step adds to the baseline: one bar a variant, its interval, and the cost of each row or call. */
export function StepsView({ run }: { readonly run: ShownRun }) {
  const times = useAtomValue(variantTimesAtom)
  const clock = useAtomValue(clockAtom)
  const [picked, pick] = useAtom(pickedPlaceAtom)
  const { perRun } = run.spec
  const base = times.find(({ variant }) => variant === run.spec.variants[0]?.name)
  if (!perRun) return null
  const each = perRun.of === 'rows' ? 'row' : 'call'
  const most = Math.max(0, ...times.map(({ interval, medianMs }) => interval?.[1] ?? medianMs))
  return (
    <section className="steps" aria-label="What each step adds" data-pane="compare-steps">
      <div className="row wrap steps-head">
        <b>What each step adds</b>
        <span className="dim small">{clockSays(clock)}</span>
        <span className="grow" />
        <span className="legend-item">
          <i className="steps-base" /> baseline alone
        </span>
        <span className="legend-item">
          <i className="heat-4" /> added
        </span>
        <span className="legend-item">
          <i className="steps-whisker" /> 95 % interval
        </span>
      </div>
      <table className="g steps-table">
        <thead>
          <tr>
            <th>Variant</th>
            <th>
              Time for {formatCount(perRun.count)} {perRun.of}
            </th>
            <th className="num">Median</th>
            <th className="num">Per {each}</th>
            <th className="num">Factor</th>
          </tr>
        </thead>
        <tbody>
          {run.spec.variants.map((variant, place) => {
            const own = times.find((one) => one.variant === variant.name)
            const comparison = run.comparisons.find((one) => one.variant === variant.name)
            const more = own && base ? own.medianMs - base.medianMs : undefined
            return (
              <tr key={variant.name} className={place === picked ? 'sel' : ''}>
                <td>
                  <button
                    type="button"
                    className="row steps-name"
                    aria-pressed={place === picked}
                    onClick={() => pick(place)}
                  >
                    <b className={place === picked ? 'compare-letter on' : 'compare-letter'}>{letterOf(place)}</b>
                    <span className="ell">{variant.label ?? variant.name}</span>
                  </button>
                </td>
                <td className="steps-bar">{own && <Bar own={own} base={base} most={most} />}</td>
                <td className="num">
                  {own ? (
                    <>
                      {formatTime(own.medianMs)}{' '}
                      {own.interval && (
                        <span className="faint">±{formatTime((own.interval[1] - own.interval[0]) / 2)}</span>
                      )}
                    </>
                  ) : (
                    <Absent because="This clock did not time it." />
                  )}
                </td>
                <td className="num">
                  {place === 0 || more === undefined ? (
                    <Absent because="Every other variant is told against this one." />
                  ) : (
                    <span title={`more than the baseline, for each ${each}`}>
                      {more < 0 ? '−' : '+'}
                      {formatTime(Math.abs(more) / perRun.count)}
                    </span>
                  )}
                </td>
                <td className="num">
                  {place === 0 ? <span className="dim">base</span> : <Factor of={comparison} clock={clock} />}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

interface FactorProps {
  readonly of: Comparison | undefined
  readonly clock: TimeClock
}

function Factor({ of, clock }: FactorProps) {
  const by = of && byClock(of, clock)
  if (!of || !by) return <Absent because="Not compared by this clock." />
  const text = ratioText(by.ratio)
  if (!by.decides)
    return (
      <span className="dim" title="By this clock; the verdict is by another one.">
        {text}
      </span>
    )
  switch (of.verdict) {
    case 'faster':
    case 'slower':
      return <b className={of.verdict === 'faster' ? 'good' : 'bad'}>{text}</b>
    case 'no-difference':
      return (
        <span className="faint" title={text}>
          ≈
        </span>
      )
    case 'undecided':
      return (
        <span className="warn" title="Cannot be told yet.">
          {text}?
        </span>
      )
    default:
      return exhausted(of.verdict)
  }
}

interface BarProps {
  readonly own: VariantTimes
  readonly base: VariantTimes | undefined
  readonly most: number
}

/** The baseline's part and what stands on it; the figures stand beside it, so it is decoration for screen readers. */
function Bar({ own, base, most }: BarProps) {
  const x = scaleLinear([0, most * 1.02], [0, 100])
  const bottom = Math.min(own.medianMs, base?.medianMs ?? own.medianMs)
  const added = own.medianMs - bottom
  const heat = most === bottom ? 0 : Math.min(6, 1 + Math.round((added / (most - bottom)) * 5))
  return (
    <svg width="100%" height="20" viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">
      <rect x="0" y="3" width={x(bottom)} height="14" className="steps-base-bar" />
      {added > 0 && (
        <rect x={x(bottom)} y="3" width={x(own.medianMs) - x(bottom)} height="14" className={`fill-${heat}`} />
      )}
      {own.interval && (
        <path
          className="steps-interval"
          d={`M${x(own.interval[0])} 10H${x(own.interval[1])}M${x(own.interval[0])} 6v8M${x(own.interval[1])} 6v8`}
        />
      )}
    </svg>
  )
}
