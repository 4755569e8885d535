import { useAtomValue } from 'jotai'
import { exhausted } from '../../core/errors'
import { ConnectionDialog } from '../connections/ConnectionDialog'
import { closeDialog } from '../state/actions/notices'
import { dialogAtom } from '../state/session'
import { ConsentDialog, StopOnProductionDialog } from './ConsentDialog'
import { KeysDialog } from './KeysDialog'
import { Palette } from './Palette'
import { SettingsDialog } from './SettingsDialog'

/** The window above the page, when there is one. */
export function Dialogs() {
  const dialog = useAtomValue(dialogAtom)
  switch (dialog.kind) {
    case 'none':
      return null
    case 'connect':
      return <ConnectionDialog key={dialog.profile?.id ?? 'new'} profile={dialog.profile} because={dialog.because} />
    case 'palette':
      return <Palette key={dialog.find} find={dialog.find} />
    case 'keys':
      return <KeysDialog onClose={closeDialog} />
    case 'settings':
      return <SettingsDialog onClose={closeDialog} />
    case 'consent':
      return (
        <ConsentDialog card={dialog.card} production={dialog.production} onSend={dialog.send} onClose={closeDialog} />
      )
    case 'stop-production':
      return <StopOnProductionDialog onStop={dialog.stop} onClose={closeDialog} />
    default:
      return exhausted(dialog)
  }
}
