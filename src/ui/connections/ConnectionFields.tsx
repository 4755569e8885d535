import { useAtomValue } from 'jotai'
import { Lock, MemoryStick } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Tls } from '../../core/connection/model'
import { Field } from '../kit/field'
import { Icon } from '../kit/icon'
import { Select } from '../kit/select'
import { sandboxesAtom } from '../state/atoms'
import { defaultPort, type FormFields } from './form'
import { SandboxChoice } from './SandboxChoice'

interface ConnectionFieldsProps {
  readonly fields: FormFields
  readonly problems: { readonly port?: string }
  readonly onChange: (changed: Partial<FormFields>) => void
  readonly secrets: 'keychain' | 'memory'
}

const tlsModes: readonly { id: Tls['mode']; title: string }[] = [
  { id: 'verify-identity', title: 'Verify the name and the CA' },
  { id: 'verify-ca', title: 'Verify the CA' },
  { id: 'require', title: 'Encrypt, trust any certificate' },
  { id: 'prefer', title: 'Encrypt if the server can' },
  { id: 'disable', title: 'Off' },
]

/** Where the server is and how to get in; what is asked depends on the kind of server. */
export function ConnectionFields({ fields, problems, onChange, secrets }: ConnectionFieldsProps) {
  const sandboxes = useAtomValue(sandboxesAtom)
  if (fields.kind === 'pglite')
    return (
      <div className="col kind-words">
        <p>
          <b>PostgreSQL inside of Sargable (PGlite).</b> Nothing to install, no network; it starts in about half a
          second.
        </p>
        <FormLine label="Folder">
          <Field
            label="Data folder"
            labelHidden
            value={fields.dataFolder}
            placeholder="in memory, gone when closed"
            onChange={(dataFolder) => onChange({ dataFolder })}
          />
        </FormLine>
      </div>
    )
  if (fields.kind === 'sandbox')
    return (
      <SandboxChoice
        sandboxes={sandboxes}
        selected={fields.sandboxProduct}
        onSelect={(sandboxProduct) => onChange({ sandboxProduct })}
      />
    )
  return (
    <div className="form-grid">
      <FormLine label="By">
        <span className="by">
          <Select
            label="Reached by"
            selected={fields.by}
            onSelect={(by) => onChange({ by })}
            options={[
              { id: 'network', title: 'Host and port' },
              { id: 'socket', title: 'Socket on this computer' },
            ]}
          />
        </span>
      </FormLine>
      {fields.by === 'network' ? (
        <FormLine label="Host">
          <Field
            label="Host"
            labelHidden
            autoFocus
            value={fields.host}
            placeholder="localhost"
            onChange={(host) => onChange({ host })}
          />
          <span className="dim small port-label">Port</span>
          <span className="port">
            <Field
              label="Port"
              labelHidden
              value={fields.port}
              placeholder={defaultPort[fields.kind]}
              error={problems.port}
              onChange={(port) => onChange({ port })}
            />
          </span>
        </FormLine>
      ) : (
        <FormLine label="Socket">
          <Field
            label="Socket path"
            labelHidden
            autoFocus
            mono
            value={fields.socketPath}
            placeholder={fields.kind === 'postgres' ? '/var/run/postgresql' : '/var/run/mysqld/mysqld.sock'}
            onChange={(socketPath) => onChange({ socketPath })}
          />
        </FormLine>
      )}
      <FormLine label="User">
        <Field
          label="User"
          labelHidden
          value={fields.user}
          placeholder="as the client’s own files say"
          onChange={(user) => onChange({ user })}
        />
      </FormLine>
      <FormLine label="Password">
        <Field
          label="Password"
          labelHidden
          type="password"
          autoComplete="off"
          value={fields.password}
          onChange={(password) => onChange({ password })}
          end={
            <span className="faint small row nowrap">
              <Icon of={secrets === 'keychain' ? Lock : MemoryStick} size={12} />
              {secrets === 'keychain' ? 'keychain' : 'in memory only'}
            </span>
          }
        />
      </FormLine>
      <FormLine label="Database">
        <Field
          label="Database"
          labelHidden
          value={fields.database}
          placeholder={fields.kind === 'postgres' ? 'the user’s name' : 'none'}
          onChange={(database) => onChange({ database })}
        />
      </FormLine>
      {fields.by === 'network' && (
        <FormLine label="TLS">
          <Select
            label="TLS"
            selected={fields.tlsMode}
            onSelect={(tlsMode) => onChange({ tlsMode })}
            options={tlsModes}
          />
        </FormLine>
      )}
      {fields.by === 'network' && fields.tlsMode !== 'disable' && (
        <details className="form-wide">
          <summary className="dim small">CA and client certificate</summary>
          <div className="form-grid">
            <FormLine label="CA">
              <Field
                label="CA file"
                labelHidden
                mono
                value={fields.caFile}
                placeholder="/path/to/ca.pem"
                onChange={(caFile) => onChange({ caFile })}
              />
            </FormLine>
            <FormLine label="Certificate">
              <Field
                label="Client certificate file"
                labelHidden
                mono
                value={fields.certFile}
                onChange={(certFile) => onChange({ certFile })}
              />
            </FormLine>
            <FormLine label="Key">
              <Field
                label="Client key file"
                labelHidden
                mono
                value={fields.keyFile}
                onChange={(keyFile) => onChange({ keyFile })}
              />
            </FormLine>
          </div>
        </details>
      )}
    </div>
  )
}

/** A label at the left, fields at the right. */
function FormLine({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <span className="form-label" aria-hidden="true">
        {label}
      </span>
      <div className="row form-cell">{children}</div>
    </>
  )
}
