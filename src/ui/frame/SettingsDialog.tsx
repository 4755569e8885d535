import { useAtomValue } from 'jotai'
import { Check, X } from 'lucide-react'
import { Dialog } from '../kit/dialog'
import { Icon } from '../kit/icon'
import { Segments } from '../kit/segments'
import { chooseTheme } from '../state/actions/theme'
import { sandboxesAtom, themeAtom } from '../state/atoms'
import { secretsAtom, versionAtom } from '../state/session'

/** What can be set, and what this computer offers. */
export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const theme = useAtomValue(themeAtom)
  const secrets = useAtomValue(secretsAtom)
  const version = useAtomValue(versionAtom)
  const sandboxes = useAtomValue(sandboxesAtom)
  return (
    <Dialog title="Settings" width={560} onClose={onClose}>
      <div className="dialog-body settings">
        <div className="setting">
          <span className="dim">Theme</span>
          <Segments
            label="Theme"
            selected={theme}
            onSelect={chooseTheme}
            options={[
              { id: 'system', title: 'As the system' },
              { id: 'dark', title: 'Dark' },
              { id: 'light', title: 'Light' },
            ]}
          />
        </div>
        <div className="setting">
          <span className="dim">Passwords</span>
          <span>
            {secrets === 'keychain'
              ? 'In the keychain of this system, where you asked to keep them.'
              : 'In memory only, until this window closes. Nothing is written.'}
          </span>
        </div>
        <div className="setting">
          <span className="dim">Private servers</span>
          <ul className="col">
            {sandboxes.map((kind) => (
              <li key={kind.product} className="row">
                <span className={kind.available ? 'good' : 'faint'}>
                  <Icon of={kind.available ? Check : X} size={12} />
                </span>
                <span className={kind.available ? undefined : 'dim'}>{kind.text}</span>
              </li>
            ))}
            {sandboxes.length === 0 && <li className="faint">Unknown until the service answers.</li>}
          </ul>
        </div>
        <div className="setting">
          <span className="dim">Version</span>
          <span>Sargable {version ?? '–'}</span>
        </div>
      </div>
    </Dialog>
  )
}
