import { useMemo, useRef } from 'react'
import type { DigestDiffDocument } from '../../core/digest/model'
import { formatLongTime } from '../../core/figures'
import { useSize } from '../plan/use-size'
import { slopeLines } from './slope'

const heightPx = 156
/** Room for the names on either side. */
const leftPx = 116
const rightPx = 156

/** Time per shape, before and after: what rose and what fell. */
export function SlopeChart({ diff }: { readonly diff: DigestDiffDocument }) {
  const box = useRef<HTMLDivElement>(null)
  const { width } = useSize(box)
  const lines = useMemo(() => slopeLines(diff, heightPx), [diff])
  const [x1, x2] = [leftPx, Math.max(leftPx + 40, width - rightPx)]
  return (
    <div className="two-slope" ref={box}>
      <svg
        width={Math.max(0, width)}
        height={heightPx + 20}
        role="img"
        aria-label={`Time per shape: ${lines.map(({ name, before, after }) => `${name} from ${time(before)} to ${time(after)}`).join(', ')}`}
      >
        <g transform="translate(0 10)">
          <line className="two-axis" x1={x1} x2={x1} y1={0} y2={heightPx} />
          <line className="two-axis" x1={x2} x2={x2} y1={0} y2={heightPx} />
          {lines.map(({ digest, look, name, before, after, y1, y2, label1, label2 }) => (
            <g key={digest} className={`two-line ${look}`}>
              <line x1={x1} y1={y1} x2={x2} y2={y2} />
              <circle cx={x1} cy={y1} r={3} />
              <circle cx={x2} cy={y2} r={3} />
              {before > 0 && (
                <text x={x1 - 10} y={label1 + 4} textAnchor="end">
                  {short(name)}
                  <title>{`${name}: ${time(before)} before`}</title>
                </text>
              )}
              {after > 0 && (
                <text x={x2 + 10} y={label2 + 4}>
                  {short(name)} {time(after)}
                  <title>{`${name}: ${time(after)} after`}</title>
                </text>
              )}
            </g>
          ))}
        </g>
      </svg>
    </div>
  )
}

function short(name: string): string {
  return name.length > 15 ? `${name.slice(0, 14)}…` : name
}

function time(micros: number): string {
  return formatLongTime(micros / 1000)
}
