import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { dialectOf } from '../../core/engine'
import { Select } from '../kit/select'
import { connectionAtom } from '../state/atoms'
import { profilesAtom } from '../state/session'
import { type DraftVariant, letterOf } from './draft'
import { changeVariant } from './edit'
import { StatementField } from './StatementField'
import { besideAtom, runOn } from './servers'
import { readChanges, readSettings } from './typed-lines'

const own = 'own'

interface VariantEditorProps {
  readonly variant: DraftVariant
  readonly place: number
  /** Why the server did not take its statement. */
  readonly problem: string | undefined
}

/** What a variant is made of: its statement; then, opened when wanted, settings, index changes and the server. */
export function VariantEditor({ variant, place, problem: refused }: VariantEditorProps) {
  const letter = letterOf(place)
  const connection = useAtomValue(connectionAtom)
  const profiles = useAtomValue(profilesAtom)
  const beside = useAtomValue(besideAtom)
  const { settings, problem } = readSettings(variant.settings)
  const changes = readChanges(variant, connection ? dialectOf(connection.engine.product) : 'mysql')
  const [open, setOpen] = useState(variant.settings !== '' || variant.ddl !== '' || variant.on !== undefined)
  const told = [
    settings.length > 0 ? `${settings.length} ${settings.length === 1 ? 'setting' : 'settings'}` : '',
    changes.length > 0 ? `${changes.length} ${changes.length === 1 ? 'change' : 'changes'} of tables` : '',
    variant.on ? `on ${variant.on.name}` : '',
  ].filter((words) => words !== '')
  const isPostgres = connection?.engine.family === 'postgres'
  return (
    <div className="variant-editor">
      <StatementField
        label={`Statement of ${letter}`}
        placeholder={place === 0 ? 'Paste the statement as it is' : 'Paste the other way to write it'}
        value={variant.sql}
        problem={refused}
        onChange={(sql) => changeVariant(variant.id, { sql })}
      />
      <details className="variant-more" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          Settings, indexes and triggers, server {told.length > 0 && <span className="acc">{told.join(', ')}</span>}
        </summary>
        {open && (
          <>
            <h4 className="h">Session settings, one a line</h4>
            <StatementField
              short
              label={`Session settings of ${letter}`}
              placeholder={isPostgres ? 'work_mem = 64MB' : "optimizer_switch = 'mrr=on,mrr_cost_based=off'"}
              value={variant.settings}
              problem={problem}
              onChange={(text) => changeVariant(variant.id, { settings: text })}
            />
            <h4 className="h">Changes of its tables, on copies only</h4>
            <StatementField
              short
              label={`Changes of tables of ${letter}`}
              placeholder={isPostgres ? 'CREATE INDEX better ON t (b, a);' : 'ALTER TABLE t ADD KEY better (b(5), a);'}
              value={variant.ddl}
              onChange={(ddl) => changeVariant(variant.id, { ddl })}
            />
            <h4 className="h">Server</h4>
            <Select
              label={`Server of ${letter}`}
              selected={variant.on ? (beside.get(variant.on.connectionId) ?? own) : own}
              options={[
                { id: own, title: connection ? `${connection.name}, as the others` : 'The open connection' },
                ...profiles.map(({ id, name }) => ({ id, title: name })),
              ]}
              onSelect={(id) => {
                const profile = profiles.find((each) => each.id === id)
                if (profile) void runOn(variant.id, profile)
                else changeVariant(variant.id, { on: undefined })
              }}
            />
          </>
        )}
      </details>
    </div>
  )
}
