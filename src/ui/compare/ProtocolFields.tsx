import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Checkbox } from '../kit/checkbox'
import { Field } from '../kit/field'
import { Segments } from '../kit/segments'
import { connectionAtom } from '../state/atoms'
import type { Draft, Protocol } from './draft'
import { changeDraft } from './edit'

interface NumberField {
  readonly field: Exclude<keyof Protocol, 'cpuClock'>
  readonly label: string
  /** What one shown unit is in the unit that is kept. */
  readonly unit: number
  readonly least: number
  readonly most: number
}

const numbers: readonly NumberField[] = [
  { field: 'warmupRounds', label: 'Warm-up rounds', unit: 1, least: 0, most: 100 },
  { field: 'minPairs', label: 'Rounds, at least', unit: 1, least: 1, most: 10_000 },
  { field: 'maxPairs', label: 'Rounds, at most', unit: 1, least: 1, most: 10_000 },
  { field: 'budgetMs', label: 'Time budget, s', unit: 1000, least: 1, most: 86_400 },
  { field: 'runTimeoutMs', label: 'Time-out of a run, s', unit: 1000, least: 1, most: 3600 },
  { field: 'threshold', label: 'No difference below, %', unit: 0.01, least: 0.1, most: 100 },
]

/** What of the protocol can be changed. */
export function ProtocolFields({ draft }: { readonly draft: Draft }) {
  const connection = useAtomValue(connectionAtom)
  const clock = connection?.capabilities.find(({ name }) => name === 'cpu-time')
  const canSwitch = clock !== undefined && !clock.available && clock.remedy?.startsWith('UPDATE ') === true
  const { protocol, scratch } = draft
  const change = (part: Partial<Protocol>) =>
    changeDraft((before) => ({ ...before, protocol: { ...before.protocol, ...part } }))
  return (
    <div className="protocol-fields">
      {numbers.map((one) => (
        <NumberInput
          key={one.field}
          of={one}
          value={protocol[one.field]}
          onChange={(value) => change({ [one.field]: value })}
        />
      ))}
      <div className="text-field">
        <span className="protocol-label">Where</span>
        <Segments
          label="Where it runs"
          options={[
            { id: 'tables', title: 'On the tables' },
            { id: 'all', title: 'On copies' },
            { id: 'sample', title: 'On a sample' },
          ]}
          selected={scratch?.rows ?? 'tables'}
          onSelect={(id) =>
            changeDraft((before) => ({
              ...before,
              scratch: id === 'tables' ? undefined : id === 'all' ? { rows: id } : { rows: id, fraction: 0.1 },
            }))
          }
        />
      </div>
      {canSwitch && (
        <Checkbox checked={protocol.cpuClock} onChange={(cpuClock) => change({ cpuClock })}>
          Switch the server’s CPU clock on for the run (asks first, put back afterwards)
        </Checkbox>
      )}
      <p className="faint small protocol-note">
        {clock === undefined
          ? 'CPU time of the server decides where the server gives it; its elapsed time and the client’s stand beside it.'
          : clock.available
            ? 'CPU time of the server decides; its elapsed time and the client’s stand beside it.'
            : `This server gives no CPU time${clock.because ? `: ${clock.because.replace(/\.$/, '')}` : ''}. Its elapsed time decides, or counted work.`}{' '}
        Rows are compared once, untimed. Copies stand in a schema of Sargable’s own, made after a card and removed at
        the end.
      </p>
    </div>
  )
}

interface NumberInputProps {
  readonly of: NumberField
  readonly value: number
  readonly onChange: (value: number) => void
}

function NumberInput({ of, value, onChange }: NumberInputProps) {
  const [typed, setTyped] = useState(String(Number((value / of.unit).toFixed(3))))
  const number = Number(typed)
  const wrong =
    typed.trim() === '' || !Number.isFinite(number) || number < of.least || number > of.most
      ? `${of.least.toLocaleString('en-US')} to ${of.most.toLocaleString('en-US')}`
      : undefined
  return (
    <Field
      label={of.label}
      value={typed}
      error={wrong}
      mono
      onChange={(next) => {
        setTyped(next)
        const read = Number(next)
        if (next.trim() === '' || !Number.isFinite(read) || read < of.least || read > of.most) return
        onChange(of.field === 'threshold' ? read * of.unit : Math.round(read * of.unit))
      }}
    />
  )
}
