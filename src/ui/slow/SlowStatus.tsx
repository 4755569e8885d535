import { useAtomValue, useSetAtom } from 'jotai'
import { Check } from 'lucide-react'
import type { LogFlavor } from '../../core/digest/model'
import type { HeldDigest } from '../../core/digest/view/model'
import { formatBytes, formatCount, formatTime } from '../../core/figures'
import { Icon } from '../kit/icon'
import { exactReadingAtom } from './exact'
import { skippedCount, skippedShownAtom } from './SkippedDialog'
import { slowTabAtom } from './tabs'
import { spanText } from './time-ticks'

const flavorNames: Record<LogFlavor, string> = {
  'mysql-slow': 'MySQL slow log',
  'percona-slow': 'Percona slow log',
  'mariadb-slow': 'MariaDB slow log',
  'postgres-stderr': 'PostgreSQL log',
  'postgres-csv': 'PostgreSQL csvlog',
  'postgres-json': 'PostgreSQL jsonlog',
  'postgres-syslog': 'PostgreSQL syslog',
}

/** What was read of the log in front: how much and how fast, its form, what was not understood, and when it was. */
export function SlowStatus() {
  const tab = useAtomValue(slowTabAtom)
  if (tab?.kind === 'two') return <OfTwo a={tab.a} b={tab.b} />
  return tab?.kind === 'log' ? <OfLog held={tab.held} /> : null
}

function OfTwo({ a, b }: { readonly a: HeldDigest; readonly b: HeldDigest }) {
  const skipped = skippedCount(a.sources) + skippedCount(b.sources)
  return (
    <>
      <span className="row">
        <span className="good">
          <Icon of={Check} size={12} />
        </span>
        {readWords({
          ...b,
          readBytes: a.readBytes + b.readBytes,
          readMs: a.readMs + b.readMs,
          events: a.events + b.events,
        })}
      </span>
      <span className="ell" dir="auto">
        {a.name} against {b.name}
      </span>
      <span className="grow" />
      <span>{skipped === 0 ? 'both read completely' : `${formatCount(skipped)} entries not understood`}</span>
    </>
  )
}

function OfLog({ held }: { readonly held: HeldDigest }) {
  const show = useSetAtom(skippedShownAtom)
  const reading = useAtomValue(exactReadingAtom)
  const skipped = skippedCount(held.sources)
  const { from, to } = held
  return (
    <>
      <span className="row">
        <span className="good">
          <Icon of={Check} size={12} />
        </span>
        {readWords(held)}
      </span>
      <span>{formWords(held)}</span>
      {reading && (
        <span>
          {reading.text}
          {reading.fraction !== undefined && ` ${Math.round(reading.fraction * 100)} %`}
        </span>
      )}
      <span className="grow" />
      {skipped > 0 && (
        <button type="button" className="link warn" onClick={() => show(held.sources)}>
          {formatCount(skipped)} {skipped === 1 ? 'entry' : 'entries'} not understood: show{' '}
          {skipped === 1 ? 'it' : 'them'}
        </button>
      )}
      {from !== undefined && to !== undefined && <span>{spanText(Date.parse(from), Date.parse(to))}</span>}
    </>
  )
}

/** `1.94 GiB read in 7.2 s` */
function readWords({ readBytes, readMs, events }: HeldDigest): string {
  const entries = `${formatCount(events)} ${events === 1 ? 'entry' : 'entries'}`
  return readBytes > 0
    ? `${formatBytes(readBytes)} read in ${formatTime(readMs)}`
    : `${entries} read in ${formatTime(readMs)}`
}

/** `MySQL slow log, gzip`; a server's own statistics by name and version. */
function formWords({ flavors, sources }: HeldDigest): string {
  const servers = sources.flatMap(({ server }) => (server ? [`${server.of} of ${server.version}`] : []))
  const packed = new Set(
    sources.flatMap(({ name }) => (/\.gz$/i.test(name) ? ['gzip'] : /\.zst$/i.test(name) ? ['zstd'] : [])),
  )
  return [...flavors.map((flavor) => flavorNames[flavor]), ...packed, ...servers].join(', ')
}
