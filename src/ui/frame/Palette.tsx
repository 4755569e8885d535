import { useAtomValue, useSetAtom } from 'jotai'
import { Search } from 'lucide-react'
import { Autocomplete, Input, Menu, MenuItem, SearchField } from 'react-aria-components'
import { commands } from '../commands/list'
import { matches } from '../commands/match'
import { connectionWords } from '../connections/target-words'
import { Dialog } from '../kit/dialog'
import { Icon } from '../kit/icon'
import { Keys } from '../kit/keys'
import { openEmbedded, openProfile } from '../state/actions/connect'
import { closeDialog } from '../state/actions/notices'
import { openSample } from '../state/actions/samples'
import { dialogAtom, profilesAtom, samplesAtom } from '../state/session'

interface Entry {
  readonly id: string
  readonly title: string
  readonly group: string
  readonly keys?: string | undefined
  readonly blockedBecause?: string | undefined
  run(): void
}

/** One box for every command, connection and sample; what cannot run now says why. */
export function Palette({ find }: { readonly find: 'commands' | 'connections' }) {
  const connections = useConnectionEntries()
  const samples = useAtomValue(samplesAtom) ?? []
  const entries: readonly Entry[] =
    find === 'connections'
      ? connections
      : [
          ...commands
            .filter((each) => each.id !== 'help.palette')
            .map((each) => ({
              id: each.id,
              title: each.title,
              group: each.group,
              keys: each.keys?.[0],
              blockedBecause: each.blockedBecause?.(),
              run: () => each.run(),
            })),
          ...connections.filter((each) => each.group === 'Saved'),
          ...samples.map((each) => ({
            id: `sample.${each.name}`,
            title: each.title,
            group: 'Sample',
            run: () => void openSample(each),
          })),
        ]
  const title = find === 'connections' ? 'Open a connection' : 'Search or run a command'
  return (
    <Dialog title={title} width={640} kind="bare" onClose={closeDialog}>
      <Autocomplete filter={matches}>
        <SearchField aria-label={title} autoFocus className="palette-field">
          <Icon of={Search} />
          <Input placeholder={title} className="palette-input" />
        </SearchField>
        <Menu
          aria-label={title}
          className="palette-list"
          items={entries}
          disabledKeys={entries.filter((each) => each.blockedBecause !== undefined).map((each) => each.id)}
          renderEmptyState={() => <div className="faint palette-none">Nothing is named like that.</div>}
          onAction={(key) => {
            closeDialog()
            entries.find((each) => each.id === key)?.run()
          }}
        >
          {(entry) => (
            <MenuItem id={entry.id} textValue={`${entry.title} ${entry.group}`} className="palette-item">
              <span className="faint palette-group">{entry.group}</span>
              <span className="grow ell">
                {entry.title}
                {entry.blockedBecause !== undefined && <span className="faint"> · {entry.blockedBecause}</span>}
              </span>
              {entry.keys !== undefined && <Keys keys={entry.keys} />}
            </MenuItem>
          )}
        </Menu>
      </Autocomplete>
    </Dialog>
  )
}

function useConnectionEntries(): readonly Entry[] {
  const profiles = useAtomValue(profilesAtom)
  const setDialog = useSetAtom(dialogAtom)
  return [
    ...profiles.map((profile) => ({
      id: `profile.${profile.id}`,
      title: `${profile.name} · ${connectionWords(profile.target)}`,
      group: 'Saved',
      run: () => void openProfile(profile),
    })),
    {
      id: 'connection.new-here',
      title: 'New connection …',
      group: 'New',
      keys: 'Mod+Shift+P',
      run: () => setDialog({ kind: 'connect' }),
    },
    {
      id: 'connection.embedded-here',
      title: 'Embedded PostgreSQL, nothing to install',
      group: 'New',
      run: () => void openEmbedded(),
    },
  ]
}
