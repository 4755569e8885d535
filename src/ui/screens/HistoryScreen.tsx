import { useAtomValue, useSetAtom } from 'jotai'
import { Clock, FlaskConical, Search, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { formatAge } from '../../core/figures'
import type { ExperimentSummary, HistoryEntry } from '../../service/api'
import { CodeText } from '../analyze/CodeText'
import { matches } from '../commands/match'
import { openFromHistory } from '../compare/open-from'
import { engineName } from '../frame/product-name'
import { Badge } from '../kit/badge'
import { Button, IconButton } from '../kit/button'
import { Icon } from '../kit/icon'
import { removeExperiment, removeFromHistory, reopen } from '../state/actions/history'
import { experimentHistoryAtom, historyAtom, screenAtom } from '../state/atoms'
import { nameOf } from '../state/statement-name'

/** Everything that was run: reopen as it was, or remove (with undo). */
export function HistoryScreen() {
  const history = useAtomValue(historyAtom)
  const setScreen = useSetAtom(screenAtom)
  const [typed, setTyped] = useState('')
  const experiments = useAtomValue(experimentHistoryAtom)
  const shown = [
    ...history
      .filter((entry) => matches(`${entry.sql} ${entry.verdict} ${entry.connectionName}`, typed))
      .map((entry) => ({ kind: 'run', at: entry.at, entry }) as const),
    ...experiments
      .filter((entry) => matches(`experiment ${entry.verdict} ${entry.connectionName}`, typed))
      .map((entry) => ({ kind: 'experiment', at: entry.at, entry }) as const),
  ].sort((one, other) => (one.at < other.at ? 1 : -1))
  const now = Date.now()
  return (
    <section className="screen scroll" aria-label="History" data-pane="history">
      <div className="screen-column wide">
        <div className="row">
          <h1 className="grow">History</h1>
          <label className="field sm quiet history-find">
            <Icon of={Search} size={12} />
            <input
              aria-label="Find in history"
              placeholder="statement, table, server"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </label>
        </div>
        {history.length + experiments.length === 0 ? (
          <div className="lower-empty">
            <p>
              <b>Nothing was run yet.</b>{' '}
              <span className="dim">Every run is kept here with its plan, so that it can be seen again.</span>
            </p>
            <Button onPress={() => setScreen('samples')}>Open a sample</Button>
          </div>
        ) : (
          <table className="g history">
            <thead>
              <tr>
                <th>When</th>
                <th>Statement</th>
                <th>Verdict</th>
                <th>Server</th>
                <th>
                  <span className="unseen">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((one) =>
                one.kind === 'run' ? (
                  <RunRow key={one.entry.id} entry={one.entry} now={now} />
                ) : (
                  <ExperimentRow key={one.entry.id} entry={one.entry} now={now} />
                ),
              )}
              {shown.length === 0 && (
                <tr>
                  <td colSpan={5} className="faint">
                    Nothing here has “{typed}” in it.
                  </td>
                </tr>
              )}
            </tbody>
          </table>
        )}
      </div>
    </section>
  )
}

function RunRow({ entry, now }: { readonly entry: HistoryEntry; readonly now: number }) {
  return (
    <tr>
      <td className="faint" title={entry.at}>
        <Icon of={Clock} size={12} /> {formatAge(Date.parse(entry.at), now)}
      </td>
      <td className="history-sql">
        <AriaButton className="link mono ell" onPress={() => void reopen(entry)}>
          {entry.sql.slice(0, 300).replace(/\s+/g, ' ')}
        </AriaButton>
      </td>
      <td className="history-verdict">
        <div className="ell" title={entry.verdict}>
          {entry.measured && <Badge look="good">measured</Badge>} <CodeText text={entry.verdict} />
        </div>
      </td>
      <Server entry={entry} />
      <td className="r">
        <IconButton
          small
          icon={Trash2}
          label={`Remove ${nameOf(entry.sql)} from History`}
          onPress={() => removeFromHistory(entry)}
        />
      </td>
    </tr>
  )
}

function ExperimentRow({ entry, now }: { readonly entry: ExperimentSummary; readonly now: number }) {
  const name = `Experiment: ${entry.variants} variants`
  return (
    <tr>
      <td className="faint" title={entry.at}>
        <Icon of={FlaskConical} size={12} /> {formatAge(Date.parse(entry.at), now)}
      </td>
      <td className="history-sql">
        <AriaButton className="link ell" onPress={() => void openFromHistory(entry)}>
          {name}
        </AriaButton>
      </td>
      <td className="history-verdict">
        <div className="ell" title={entry.verdict}>
          <Badge look="acc">compared</Badge> <CodeText text={entry.verdict} />
        </div>
      </td>
      <Server entry={entry} />
      <td className="r">
        <IconButton small icon={Trash2} label={`Remove ${name} from History`} onPress={() => removeExperiment(entry)} />
      </td>
    </tr>
  )
}

function Server({ entry }: { readonly entry: Pick<HistoryEntry, 'connectionName' | 'engine'> }) {
  return (
    <td className="dim">
      {entry.connectionName}
      {entry.engine && <span className="faint"> · {engineName(entry.engine)}</span>}
    </td>
  )
}
