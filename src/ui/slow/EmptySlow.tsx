import { BarChart3, FileText, FolderOpen } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components'
import { keysOf } from '../commands/list'
import { Button } from '../kit/button'
import { Icon } from '../kit/icon'
import { openGiven } from './open-logs'
import { ServerSources } from './ServerSources'
import { openLogs } from './take-files'

/** What is read, by who writes it. */
const read = [
  ['MySQL, Percona, MariaDB, RDS, Aurora', 'the slow log, with or without their own extra figures and plans'],
  ['PostgreSQL', 'stderr with any log_line_prefix, csvlog, jsonlog, syslog; plans of auto_explain'],
  ['Either', 'plain, gzip or zstd; several files at once; a digest saved as JSON'],
] as const

/** Nothing is open: what can be dropped, a recorded log to look at, and what the connected server keeps. */
export function EmptySlow() {
  return (
    <section className="first scroll" aria-label="Open a log" data-pane="first">
      <div className="first-column">
        <h1>Which queries take the time?</h1>
        <p className="dim">
          Drop slow logs anywhere on this window. All entries that differ only in their literals become one shape, with
          exact sums of their time, their rows and their waits. Logs stay on this computer.
        </p>
        <div className="slow-drop">
          <Icon of={FolderOpen} />
          <span className="grow dim">Files, several of one day, or a folder of them</span>
          <Button look="primary" icon={FolderOpen} keys={keysOf('slow.open')} showKeys onPress={() => void openLogs()}>
            Open log…
          </Button>
        </div>
        <dl className="slow-flavors small">
          {read.map(([who, what]) => (
            <div key={who}>
              <dt>{who}</dt>
              <dd className="dim">{what}</dd>
            </div>
          ))}
        </dl>
        <div className="first-two">
          <section>
            <h2 className="first-head">A recorded log</h2>
            <ul className="cards">
              <li>
                <AriaButton className="card card-button" onPress={() => void openRecorded()}>
                  <Icon of={FileText} />
                  <span className="grow">
                    <b className="ell">A MySQL 9.7 slow log</b>
                    <span className="dim small">as the server wrote it with log_slow_extra; nothing is connected</span>
                  </span>
                </AriaButton>
              </li>
            </ul>
          </section>
          <section>
            <div className="row first-head">
              <Icon of={BarChart3} />
              <h2>What this server keeps</h2>
            </div>
            <ServerSources />
          </section>
        </div>
      </div>
    </section>
  )
}

/** Loaded when it is wanted: nobody else needs it. */
async function openRecorded(): Promise<void> {
  const { default: text } = await import('./recorded-mysql97.log?raw')
  await openGiven([{ kind: 'text', name: 'recorded-mysql97.log', text }])
}
