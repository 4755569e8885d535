import { Gauge } from 'lucide-react'
import type { Counters } from '../../core/analysis/model'
import { runCommand } from '../commands/list'
import { Button } from '../kit/button'
import { Measured } from '../kit/numbers'
import { counterGroup, counterMeaning } from './counter-meaning'

const examinedFrom: Record<NonNullable<Counters['rowsExaminedFrom']>, string> = {
  'performance-schema': 'from performance_schema',
  'handler-counters': 'summed from the handler counters',
  plan: 'summed from the measured plan',
}

/** What one measured run cost, by the server's own counters. */
export function CountersTable({ counters }: { readonly counters: Counters | undefined }) {
  if (!counters)
    return (
      <div className="lower-empty">
        <p>
          <b>Not measured.</b> <span className="dim">Counters are taken around one guarded run of the statement.</span>
        </p>
        <Button icon={Gauge} keys="Mod+Shift+Enter" showKeys onPress={() => runCommand('statement.measure')}>
          Measure
        </Button>
      </div>
    )
  const rows = Object.entries(counters.values).sort(
    ([a, x], [b, y]) => counterGroup(a).localeCompare(counterGroup(b)) || y - x,
  )
  return (
    <div className="lower scroll">
      <div className="row wrap counted">
        <span>
          Rows returned <Measured value={counters.rowsReturned} unit="count" />
        </span>
        <span>
          Rows examined{' '}
          <Measured value={counters.rowsExamined} unit="count" absentBecause="The server does not tell." />{' '}
          {counters.rowsExaminedFrom && <span className="faint">{examinedFrom[counters.rowsExaminedFrom]}</span>}
        </span>
        <span>
          Time at the client <Measured value={counters.clientMs} unit="ms" />
        </span>
      </div>
      <table className="g counters">
        <thead>
          <tr>
            <th>Counter</th>
            <th className="num">Change</th>
            <th>Meaning</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <td className="mono">{name}</td>
              <td className="num">
                <Measured value={value} unit="count" />
              </td>
              <td className="dim">
                {counterMeaning(name)}
                {counters.global.includes(name) && <span className="warn"> counts the whole server</span>}
              </td>
            </tr>
          ))}
          {rows.length === 0 && (
            <tr>
              <td colSpan={3} className="faint">
                No counter changed, or this server keeps none for a session.
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}
