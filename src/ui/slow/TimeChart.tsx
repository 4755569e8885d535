import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react'
import type { Timeline } from '../../core/digest/view/model'
import { formatCount, formatLongTime } from '../../core/figures'
import { useSize } from '../plan/use-size'
import { type BucketWindow, barsPath, bucketAt, dragged, firstWindow, type Grip, gripAt, moved, resized } from './brush'
import { type Look, setLook } from './look'
import { durationTicks, instantTicks, windowText } from './time-ticks'

/** Pixels for each word of the axis of time. */
const tickPx = 96
/** A word that would not fit at the right edge is left out. */
const leastTickPx = 52
const axisPx = 20
const keyStep = 1
const largeStep = 10

interface TimeChartProps {
  readonly digestId: string
  readonly timeline: Timeline
  readonly look: Look
}

/** Query time over the time of the log; a window of it is chosen by pointer or keys. */
export function TimeChart({ digestId, timeline, look }: TimeChartProps) {
  const frame = useRef<HTMLDivElement>(null)
  const { width, height } = useSize(frame)
  const grip = useRef<Grip | undefined>(undefined)
  const [hovered, setHovered] = useState<number | undefined>(undefined)
  const { bucketSeconds, allMicros, micros, lockMicros } = timeline
  const buckets = allMicros.length
  const startMs = timeline.from === undefined ? undefined : Date.parse(timeline.from)
  const ticks = useMemo(() => durationTicks(Math.max(0, ...allMicros) / 1000), [allMicros])
  const barsPx = Math.max(0, height - axisPx)
  const most = (ticks.at(-1)?.at ?? 0) * 1000
  const window = windowOf(look, startMs, bucketSeconds, buckets)
  const shown = window ?? { first: 0, end: buckets }
  const box = { width, height: barsPx, most, buckets }
  const paths = {
    all: useMemo(
      () => barsPath(allMicros, { width, height: barsPx, most, buckets }, { first: 0, end: buckets }),
      [allMicros, width, barsPx, most, buckets],
    ),
    shown: barsPath(micros, box, shown),
    locks: lockMicros ? barsPath(lockMicros, box, shown) : '',
  }
  if (startMs === undefined || buckets === 0)
    return (
      <p className="slow-no-times dim small">When the calls were is not told here, so there is no chart of time.</p>
    )

  const endMs = startMs + buckets * bucketSeconds * 1000
  const instant = (bucket: number) => new Date(startMs + bucket * bucketSeconds * 1000).toISOString()
  const choose = (next: BucketWindow | undefined) => {
    if (next?.first === window?.first && next?.end === window?.end) return
    setLook(digestId, next ? { from: instant(next.first), to: instant(next.end) } : { from: undefined, to: undefined })
  }
  const xOf = (event: PointerEvent) => event.clientX - (frame.current?.getBoundingClientRect().left ?? 0)

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = gripAt(xOf(event), width, buckets, window)
  }
  const onPointerMove = (event: PointerEvent) => {
    const x = xOf(event)
    setHovered(Math.min(buckets - 1, Math.floor(bucketAt(x, width, buckets))))
    if (!grip.current) return
    const next = dragged(grip.current, x, width, buckets)
    if (next) choose(next)
  }
  const onPointerUp = (event: PointerEvent) => {
    const held = grip.current
    grip.current = undefined
    if (!held) return
    // A press outside of the window, without dragging, shows the whole time again.
    if (held.of === 'new' && dragged(held, xOf(event), width, buckets) === undefined) choose(undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') {
      if (!window) return
      choose(undefined)
    } else {
      const direction = { ArrowLeft: -1, ArrowRight: 1, PageUp: -largeStep, PageDown: largeStep }[event.key]
      if (direction === undefined) return
      if (!window) choose(firstWindow(allMicros))
      else if (event.shiftKey) choose(resized(window, 'end', direction * keyStep, buckets))
      else choose(moved(window, direction * keyStep, buckets))
    }
    event.preventDefault()
    event.stopPropagation()
  }
  const px = (bucket: number) => (bucket / buckets) * width
  const told = (bucket: number) => windowText(Date.parse(instant(bucket)), Date.parse(instant(bucket + 1)))
  const unit = `Query time per ${formatLongTime(bucketSeconds * 1000)}`
  const words = window
    ? `The window is ${windowText(Date.parse(instant(window.first)), Date.parse(instant(window.end)))} UTC.`
    : 'The whole time is shown.'
  return (
    <div className="slow-chart">
      <div className="slow-scale mono faint" style={{ height: barsPx }} aria-hidden="true">
        {ticks.map(({ at, text }) => (
          <span key={at} style={{ bottom: `${(at / (most / 1000)) * 100}%` }}>
            {text}
          </span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a chart that is walked with keys is no set of form fields */}
      <div
        ref={frame}
        className="slow-plot"
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys move the window
        tabIndex={0}
        aria-label={`${unit}, ${windowText(startMs, endMs)} UTC. ${words} Arrow keys move a window, Shift and arrow keys change its end, Escape shows the whole time.`}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={onPointerUp}
        onPointerLeave={() => setHovered(undefined)}
        onKeyDown={onKeyDown}
      >
        <svg width={width} height={height} aria-hidden="true">
          {ticks.slice(1).map(({ at }) => (
            <path
              key={at}
              className="slow-grid"
              d={`M0 ${Math.round(barsPx * (1 - at / (most / 1000))) + 0.5}H${width}`}
            />
          ))}
          <path className="slow-all" d={paths.all} />
          <path className="slow-shown" d={paths.shown} />
          <path className="slow-locks" d={paths.locks} />
          <path className="slow-base" d={`M0 ${barsPx - 0.5}H${width}`} />
          {window && (
            <>
              <rect
                className="slow-brush"
                x={px(window.first) + 0.5}
                y={0.5}
                width={Math.max(1, px(window.end) - px(window.first) - 1)}
                height={Math.max(0, barsPx - 1)}
              />
              {[window.first, window.end].map((edge) => (
                <rect
                  key={edge}
                  className="slow-handle"
                  x={px(edge) - 3}
                  y={barsPx * 0.37}
                  width={6}
                  height={barsPx * 0.26}
                  rx={2}
                />
              ))}
            </>
          )}
          {instantTicks(startMs, endMs, Math.max(1, Math.floor(width / tickPx)))
            .map((tick) => ({ ...tick, x: ((tick.at - startMs) / (endMs - startMs)) * width + 2 }))
            .filter(({ x }) => x + leastTickPx <= width)
            .map(({ at, text, x }) => (
              <text key={at} className="slow-tick" x={x} y={height - 5}>
                {text}
              </text>
            ))}
        </svg>
        {hovered !== undefined && grip.current === undefined && (
          <div
            className="tip slow-tip"
            style={px(hovered) > width / 2 ? { right: width - px(hovered) + 8 } : { left: px(hovered + 1) + 8 }}
          >
            <b>{told(hovered)}</b>
            <br />
            {formatLongTime((micros[hovered] ?? 0) / 1000)} in {formatCount(timeline.counts[hovered] ?? 0)} calls
            {lockMicros && `, ${formatLongTime((lockMicros[hovered] ?? 0) / 1000)} waiting for locks`}
          </div>
        )}
      </div>
    </div>
  )
}

/** The look's window in whole buckets. */
function windowOf(
  { from, to }: Look,
  startMs: number | undefined,
  bucketSeconds: number,
  buckets: number,
): BucketWindow | undefined {
  if (from === undefined || to === undefined || startMs === undefined) return undefined
  const bucket = (iso: string) => Math.round((Date.parse(iso) - startMs) / 1000 / bucketSeconds)
  const first = Math.max(0, Math.min(buckets - 1, bucket(from)))
  return { first, end: Math.max(first + 1, Math.min(buckets, bucket(to))) }
}
