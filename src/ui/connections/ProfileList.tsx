import { Pencil, Trash2 } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components'
import type { ConnectionProfile } from '../../core/connection/model'
import { Badge } from '../kit/badge'
import { IconButton } from '../kit/button'
import { editProfile, openProfile, removeProfile } from '../state/actions/connect'
import { closeDialog } from '../state/actions/notices'
import { connectionWords } from './target-words'

/** Saved connections: press to open, change, forget. */
export function ProfileList({ profiles }: { readonly profiles: readonly ConnectionProfile[] }) {
  return (
    <section className="col saved">
      <h3 className="h">Saved</h3>
      {profiles.map((profile) => (
        <div key={profile.id} className="row saved-one">
          <AriaButton
            className="saved-open"
            onPress={() => {
              closeDialog()
              void openProfile(profile)
            }}
          >
            <b className="ell">{profile.name}</b>
            <span className="dim small ell">{connectionWords(profile.target)}</span>
          </AriaButton>
          {profile.target.production && <Badge look="bad">production</Badge>}
          <IconButton small icon={Pencil} label={`Change ${profile.name}`} onPress={() => editProfile(profile)} />
          <IconButton
            small
            icon={Trash2}
            label={`Forget ${profile.name}`}
            onPress={() => void removeProfile(profile)}
          />
        </div>
      ))}
    </section>
  )
}
