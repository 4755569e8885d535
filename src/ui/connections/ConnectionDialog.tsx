import { useAtomValue } from 'jotai'
import { Link2, TextCursorInput } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import type { ConnectionProfile } from '../../core/connection/model'
import type { Fault } from '../../core/errors'
import type { OpenConnection } from '../../service/api'
import { UndoOffer } from '../frame/Notices'
import { Button } from '../kit/button'
import { Checkbox } from '../kit/checkbox'
import { Dialog } from '../kit/dialog'
import { Field } from '../kit/field'
import { Segments } from '../kit/segments'
import { type ConnectionForm, saveAndOpen, testConnection } from '../state/actions/connect'
import { closeDialog } from '../state/actions/notices'
import { attempt } from '../state/service'
import { profilesAtom, secretsAtom } from '../state/session'
import { ConnectionFields } from './ConnectionFields'
import { type FormFields, fieldsOf, fieldsOfProfile, type Kind, nameFor, problemsOf, targetOf } from './form'
import { ProfileList } from './ProfileList'
import { TestResult } from './TestResult'

interface ConnectionDialogProps {
  readonly profile: ConnectionProfile | undefined
  /** Why the dialog opened, when nobody asked for it. */
  readonly because: string | undefined
}

const kindOptions: readonly { id: Kind; title: string }[] = [
  { id: 'mysql', title: 'MySQL, Percona' },
  { id: 'mariadb', title: 'MariaDB' },
  { id: 'postgres', title: 'PostgreSQL' },
  { id: 'pglite', title: 'Embedded' },
  { id: 'sandbox', title: 'Sandbox' },
]

export type Trial =
  | { readonly state: 'none' }
  | { readonly state: 'running'; readonly startedAt: number; readonly stop: () => void }
  | { readonly state: 'good'; readonly connection: OpenConnection }
  | { readonly state: 'bad'; readonly fault: Fault }

/** Fields or a URL, a test that says what this login may do, and what is kept. */
export function ConnectionDialog({ profile, because }: ConnectionDialogProps) {
  const [fields, setFields] = useState<FormFields>(() => fieldsOfProfile(profile))
  const [url, setUrl] = useState<string | undefined>(undefined)
  const [urlProblem, setUrlProblem] = useState<string | undefined>(undefined)
  const [keepChosen, setKeep] = useState<boolean | undefined>(profile ? true : undefined)
  const [keepPassword, setKeepPassword] = useState(false)
  const [trial, setTrial] = useState<Trial>({ state: 'none' })
  const [opening, setOpening] = useState(false)
  const controller = useRef<AbortController | undefined>(undefined)
  const secrets = useAtomValue(secretsAtom)
  const profiles = useAtomValue(profilesAtom)
  const problems = problemsOf(fields)
  // Nothing secret is kept without asking; the address of a server is worth keeping, a private one has none.
  const keep = keepChosen ?? (fields.kind !== 'pglite' && fields.kind !== 'sandbox')
  const wrong = problems.port ?? problems.statementSeconds

  const change = (changed: Partial<FormFields>) => {
    setFields((before) => ({ ...before, ...changed }))
    if (!('name' in changed)) setTrial({ state: 'none' })
  }
  const form = (): ConnectionForm => ({
    target: targetOf(fields),
    name: nameFor(fields),
    password: fields.password === '' ? undefined : fields.password,
    keep: !keep ? 'no' : keepPassword && secrets === 'keychain' ? 'with-password' : 'without-password',
    profileId: profile?.id,
  })
  const test = async () => {
    const own = new AbortController()
    controller.current = own
    setTrial({ state: 'running', startedAt: Date.now(), stop: () => own.abort() })
    const tried = await testConnection(form(), own.signal)
    if (controller.current !== own) return
    if (tried.ok) setTrial({ state: 'good', connection: tried.connection })
    else setTrial(tried.fault.code === 'cancelled' ? { state: 'none' } : { state: 'bad', fault: tried.fault })
  }
  const openIt = async () => {
    controller.current?.abort()
    setOpening(true)
    const tried = await saveAndOpen(form())
    setOpening(false)
    if (tried.ok) closeDialog()
    else if (tried.fault.code !== 'cancelled') setTrial({ state: 'bad', fault: tried.fault })
  }
  const takeUrl = async (typed: string) => {
    setUrl(typed)
    if (typed.trim() === '') return setUrlProblem(undefined)
    const read = await attempt('connections.parseUrl', { url: typed.trim() })
    if (!read.ok) return setUrlProblem(read.fault.message)
    setUrlProblem(undefined)
    setTrial({ state: 'none' })
    setFields({ ...fieldsOf(read.reply.target, fields.name), password: read.reply.password ?? '' })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!wrong && !opening) void openIt()
  }

  return (
    <Dialog title={profile ? `Connection ${profile.name}` : 'New connection'} width={960} onClose={closeDialog}>
      <form className="connect" onSubmit={submit}>
        <div className="connect-fields">
          {because !== undefined && <div className="note acc">{because}</div>}
          <Segments
            label="Kind of server"
            options={kindOptions}
            selected={fields.kind}
            onSelect={(kind) => change({ kind })}
          />
          {url !== undefined && (
            <div className="form-grid">
              <span className="form-label">URL</span>
              <Field
                label="Connection URL"
                labelHidden
                mono
                autoFocus
                value={url}
                error={urlProblem}
                placeholder="mysql://user@host:3306/database?ssl-mode=VERIFY_CA"
                onChange={(typed) => void takeUrl(typed)}
              />
            </div>
          )}
          <ConnectionFields fields={fields} problems={problems} onChange={change} secrets={secrets} />
          <div className="connect-limits">
            <div className="row">
              <span>Read only, with a limit of</span>
              <span className="seconds">
                <Field
                  label="Seconds per statement"
                  labelHidden
                  value={fields.statementSeconds}
                  error={problems.statementSeconds}
                  onChange={(statementSeconds) => change({ statementSeconds })}
                />
              </span>
              <span className="dim">s per statement</span>
            </div>
            <Checkbox checked={fields.production} onChange={(production) => change({ production })}>
              This is a production server: <span className="faint small">asks first, only plans</span>
            </Checkbox>
            {fields.production && (
              <Checkbox checked={fields.scratchAllowed} onChange={(scratchAllowed) => change({ scratchAllowed })}>
                Copies in schemas of our own are allowed there: <span className="faint small">each after its card</span>
              </Checkbox>
            )}
            <Checkbox checked={keep} onChange={setKeep}>
              Save as
            </Checkbox>
            {keep && (
              <div className="connect-keep">
                <Field
                  label="Name of the connection"
                  labelHidden
                  value={fields.name}
                  placeholder={nameFor({ ...fields, name: '' })}
                  onChange={(name) => change({ name })}
                />
                {secrets === 'keychain' ? (
                  <Checkbox checked={keepPassword} onChange={setKeepPassword}>
                    with its password, in the keychain of this system
                  </Checkbox>
                ) : (
                  <span className="faint small">
                    without its password: here it lives in memory only, until this window closes
                  </span>
                )}
              </div>
            )}
          </div>
        </div>
        <div className="connect-side">
          <TestResult trial={trial} />
          {trial.state === 'none' && profiles.length > 0 && <ProfileList profiles={profiles} />}
          <UndoOffer inDialog />
        </div>
        <div className="dialog-foot connect-foot">
          {url === undefined ? (
            <Button look="ghost" icon={Link2} onPress={() => setUrl('')}>
              Paste a URL instead
            </Button>
          ) : (
            <Button look="ghost" icon={TextCursorInput} onPress={() => setUrl(undefined)}>
              Use fields
            </Button>
          )}
          <span className="grow" />
          <Button keys="Escape" showKeys onPress={closeDialog}>
            Cancel
          </Button>
          <Button blockedBecause={wrong} onPress={() => void test()}>
            {trial.state === 'none' ? 'Test' : 'Test again'}
          </Button>
          <Button
            look="primary"
            keys="Enter"
            showKeys
            blockedBecause={opening ? 'Connecting …' : wrong}
            onPress={() => void openIt()}
          >
            {opening ? 'Connecting …' : keep ? 'Save and open' : 'Open'}
          </Button>
          <button type="submit" className="unseen" tabIndex={-1} aria-hidden="true" />
        </div>
      </form>
    </Dialog>
  )
}
