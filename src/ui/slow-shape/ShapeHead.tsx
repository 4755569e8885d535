import { Lock, ScanSearch, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { clockOf } from '../../core/digest/log-figures'
import type { ShapeSample } from '../../core/digest/model'
import type { HeldShape } from '../../core/digest/view/model'
import { rowsPerUseful, shapeVerdict, waitedMicros } from '../../core/digest/view/shape-verdict'
import { formatCount, formatFraction, formatLongTime, formatRatio } from '../../core/figures'
import { CodeText } from '../analyze/CodeText'
import { Badge } from '../kit/badge'
import { Button } from '../kit/button'
import { Icon } from '../kit/icon'
import { kindIcons, kindTitles } from '../slow/kinds'
import { analyzeSample } from './analyze'

interface HeadProps {
  readonly shape: HeldShape
  readonly sample: ShapeSample | undefined
  /** The statement changes rows, and there is a SELECT that finds them. */
  readonly hasSelect: boolean
}

/** One sentence, and the way to Analyze. */
export function ShapeHead({ shape, sample, hasSelect }: HeadProps) {
  const { text, more, kind } = shapeVerdict(shape)
  return (
    <div className="verdict shape-verdict" role="status" aria-label="Verdict">
      <span className="ic warn">
        <Icon of={kind === 'lock-wait' ? Lock : TriangleAlert} />
      </span>
      <div className="grow">
        <h1 className="say">
          <CodeText text={text} />
        </h1>
        <div className="sub">
          <span>{more}</span>
        </div>
      </div>
      {sample && (
        <Button
          look="primary"
          icon={ScanSearch}
          keys="a"
          tip="Its plan on the connected server, without running it"
          onPress={() => void analyzeSample(shape, sample)}
        >
          Analyze
        </Button>
      )}
      {sample && hasSelect && (
        <Button
          icon={ScanSearch}
          tip="The SELECT that finds the same rows"
          onPress={() => void analyzeSample(shape, sample, { asSelect: true })}
        >
          Analyze as SELECT
        </Button>
      )}
    </div>
  )
}

/** The shape's figures, in a row. */
export function ShapeTiles({ shape }: { readonly shape: HeldShape }) {
  const { count, totalMicros, share, meanMicros, p50Micros, p95Micros, maxMicros, firstSeen, lastSeen } = shape
  const slowest = shape.samples.find(({ why }) => why === 'slowest')
  const waited = waitedMicros(shape)
  const perUseful = rowsPerUseful(shape)
  const isWaiting = waited !== undefined && waited * 2 >= totalMicros
  return (
    <dl className="shape-tiles">
      <Tile name="Total" exact={`${formatCount(totalMicros)} µs`} note={`${formatFraction(share)} of the log’s time`}>
        {formatLongTime(totalMicros / 1000)}
      </Tile>
      <Tile
        name="Calls"
        note={firstSeen === undefined || lastSeen === undefined ? '' : `${clockOf(firstSeen)} – ${clockOf(lastSeen)}`}
        exact={firstSeen === undefined ? undefined : `${firstSeen} – ${lastSeen ?? ''}`}
      >
        {formatCount(count)}
      </Tile>
      {p50Micros === undefined ? (
        <Tile name="Mean" note="no percentiles here">
          {formatLongTime(meanMicros / 1000)}
        </Tile>
      ) : (
        <Tile
          name="Median"
          note={`mean ${formatLongTime(meanMicros / 1000)}`}
          exact={`${formatCount(p50Micros)} µs, within 1 %`}
        >
          {formatLongTime(p50Micros / 1000)}
        </Tile>
      )}
      {p95Micros !== undefined && p50Micros !== undefined && (
        <Tile
          name="p95"
          bad={p95Micros >= p50Micros * 100}
          note={p50Micros > 0 ? `${formatRatio(p95Micros / p50Micros)} the median` : ''}
          exact={`${formatCount(p95Micros)} µs, within 1 %`}
        >
          {formatLongTime(p95Micros / 1000)}
        </Tile>
      )}
      <Tile
        name="Max"
        note={slowest?.at === undefined ? '' : clockOf(slowest.at)}
        exact={`${formatCount(maxMicros)} µs`}
      >
        {formatLongTime(maxMicros / 1000)}
      </Tile>
      {shape.rowsExamined !== undefined && (
        <Tile
          name="Rows examined"
          bad={(perUseful ?? 0) >= 100}
          note={perUseful === undefined ? 'per call' : `per call; ${formatCount(round(perUseful))} per row of use`}
          exact={`${formatCount(shape.rowsExamined)} in all, ${formatCount(shape.rowsSent ?? 0)} sent`}
        >
          {formatCount(round(shape.rowsExamined / count))}
        </Tile>
      )}
      {waited !== undefined && (
        <Tile
          name="Waiting"
          bad={isWaiting}
          note={`${formatFraction(totalMicros === 0 ? 0 : Math.min(1, waited / totalMicros))} of the time`}
          exact={`${formatCount(waited)} µs for locks`}
        >
          {formatLongTime(waited / 1000)}
        </Tile>
      )}
      <div className="shape-tile">
        <dt>Kind of slow</dt>
        <dd className="shape-kinds">
          {shape.kinds.length === 0 && <span className="faint small">none that the log tells</span>}
          {shape.kinds.map(({ kind }) => (
            <Badge key={kind} icon={kindIcons[kind]} look={kind === 'lock-wait' ? 'warn' : 'plain'}>
              {kindTitles[kind]}
            </Badge>
          ))}
        </dd>
      </div>
    </dl>
  )
}

function round(value: number): number {
  return value >= 100 ? Math.round(value) : Math.round(value * 10) / 10
}

interface TileProps {
  readonly name: string
  readonly children: ReactNode
  readonly note: string
  readonly exact?: string | undefined
  readonly bad?: boolean
}

function Tile({ name, children, note, exact, bad = false }: TileProps) {
  return (
    <div className="shape-tile" title={exact}>
      <dt>{name}</dt>
      <dd>
        <span className={bad ? 'shape-figure mono bad' : 'shape-figure mono'}>{children}</span>
        <span className="shape-tile-note faint tiny">{note}</span>
      </dd>
    </div>
  )
}
