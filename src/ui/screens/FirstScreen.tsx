import { useAtomValue, useSetAtom } from 'jotai'
import { FileText } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components'
import { keysOf, runCommand } from '../commands/list'
import { connectionWords } from '../connections/target-words'
import { Badge } from '../kit/badge'
import { Icon } from '../kit/icon'
import { Keys } from '../kit/keys'
import { openEmbedded, openProfile } from '../state/actions/connect'
import { historyAtom, screenAtom } from '../state/atoms'
import { dialogAtom, profilesAtom, samplesAtom } from '../state/session'
import { PasteBox } from './PasteBox'
import { RecentWork } from './RecentWork'
import { SampleCards } from './SampleCards'

/** Most connections on the first screen; the rest is behind Ctrl+P. */
const mostConnections = 3

/** Nothing open yet: paste, a worked case, a connection, or what was done before. */
export function FirstScreen() {
  const setScreen = useSetAtom(screenAtom)
  const setDialog = useSetAtom(dialogAtom)
  const samples = useAtomValue(samplesAtom)
  const history = useAtomValue(historyAtom)
  const profiles = useAtomValue(profilesAtom)
  return (
    <section className="first scroll" aria-label="Start" data-pane="first">
      <div className="first-column">
        <h1>What is slow?</h1>
        <p className="dim">
          Paste a query, a plan, a slow-log entry, an optimizer trace or a CREATE TABLE. Plans are drawn without a
          connection.
        </p>
        <PasteBox />
        <div className="row first-hints small">
          <AriaButton className="link row" onPress={() => runCommand('file.open')}>
            <Icon of={FileText} size={12} /> Open a file
          </AriaButton>
          <span className="dim">or drop one anywhere: .sql .json .txt</span>
        </div>
        <div className="first-two">
          <section>
            <div className="row first-head">
              <h2>Worked cases</h2>
              <span className="grow" />
              <AriaButton className="link small" onPress={() => setScreen('samples')}>
                All {samples?.length ?? ''}
              </AriaButton>
            </div>
            <SampleCards most={3} />
          </section>
          <section>
            <div className="row first-head">
              <h2>Connections</h2>
              <span className="grow" />
              <AriaButton className="link small" onPress={() => setDialog({ kind: 'connect' })}>
                New
              </AriaButton>
              <Keys keys={keysOf('connection.new') ?? ''} />
            </div>
            <ul className="cards">
              {profiles.slice(0, mostConnections).map((profile) => (
                <li key={profile.id}>
                  <AriaButton className="card card-button" onPress={() => void openProfile(profile)}>
                    <span className="dot off" />
                    <span className="grow">
                      <b className="ell">{profile.name}</b>
                      <span className="dim small ell">{connectionWords(profile.target)}</span>
                    </span>
                    {profile.target.production && <Badge look="bad">production</Badge>}
                  </AriaButton>
                </li>
              ))}
              <li>
                <AriaButton className="card card-button" onPress={() => void openEmbedded()}>
                  <span className="dot off" />
                  <span className="grow">
                    <b className="ell">Embedded PostgreSQL</b>
                    <span className="dim small ell">nothing to install</span>
                  </span>
                  <Badge>offline</Badge>
                </AriaButton>
              </li>
            </ul>
          </section>
        </div>
        {history.length > 0 && (
          <section className="first-recent">
            <h2>Recent</h2>
            <RecentWork most={5} />
          </section>
        )}
      </div>
    </section>
  )
}
