import { useAtom, useAtomValue } from 'jotai'
import { Sparkles } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { PlaceholderField } from '../../core/sql/complete/placeholder-fields'
import { IconButton } from '../kit/button'
import { Checkbox } from '../kit/checkbox'
import { connectionAtom } from '../state/atoms'
import { activeBufferAtom } from '../state/buffers'
import { valueEntriesAtom, valuesWantedAtom } from '../state/value-entries'
import { type AskedValues, askedValues } from './asked-values'
import { cursorAtom } from './cursor'
import { SuggestedValues } from './SuggestedValues'
import { type Entry, readEntry } from './typed-values'

/** Typing pauses this long before the statement is looked at. */
const pauseMs = 250

/** Values for the placeholders of the statement under the cursor: typed, remembered by its shape, NULL possible. */
export default function ValuesPanel() {
  const asked = useAskedValues()
  const wanted = useAtomValue(valuesWantedAtom)
  const panel = useRef<HTMLElement>(null)
  // A run wanted values: the first empty field is where to go on.
  useEffect(() => {
    if (wanted > 0) panel.current?.querySelector<HTMLInputElement>('input[data-empty="true"]')?.focus()
  }, [wanted])
  if (asked.fields.length === 0) return null
  return (
    <section className="values scroll" aria-label="Values for placeholders" ref={panel}>
      <h3 className="h">Values</h3>
      <ValueRows asked={asked} />
    </section>
  )
}

/** A line for each value that a statement asks for. */
export function ValueRows({ asked: { fields, fingerprint } }: { readonly asked: AskedValues }) {
  const connection = useAtomValue(connectionAtom)
  const [entriesOf, setEntries] = useAtom(valueEntriesAtom)
  const [suggesting, setSuggesting] = useState<string | undefined>(undefined)
  const entries = entriesOf(fingerprint)
  const change = (key: string, entry: Entry) => setEntries(fingerprint, { ...entries, [key]: entry })
  return fields.map((field) => (
    <div key={field.key} className="value-row">
      <ValueInput field={field} entry={entries[field.key]} onChange={(entry) => change(field.key, entry)} />
      {field.column !== undefined && connection !== undefined && (
        <IconButton
          small
          icon={Sparkles}
          label={`Suggest values for ${field.written} from column statistics`}
          onPress={() => setSuggesting(suggesting === field.key ? undefined : field.key)}
        />
      )}
      {suggesting === field.key && field.column !== undefined && (
        <SuggestedValues
          key={`${field.column.table}.${field.column.name}`}
          column={field.column}
          onPick={(value) =>
            change(field.key, value === undefined ? { text: '', isNull: true } : { text: value, isNull: false })
          }
        />
      )}
    </div>
  ))
}

interface ValueInputProps {
  readonly field: PlaceholderField
  readonly entry: Entry | undefined
  readonly onChange: (entry: Entry) => void
}

function ValueInput({ field, entry, onChange }: ValueInputProps) {
  const id = useId()
  const { written, column, kind, members } = field
  const read = readEntry(field, entry)
  const error = read !== undefined && 'error' in read ? read.error : undefined
  const isNull = entry?.isNull ?? false
  return (
    <>
      <label className="value-name" htmlFor={id}>
        <code className="acc">{written}</code>{' '}
        <span className="faint ell">{column === undefined ? kind : `${column.name} ${column.type}`}</span>
      </label>
      <input
        id={id}
        className={`field mono grow${error === undefined ? '' : ' err'}`}
        value={isNull ? '' : (entry?.text ?? '')}
        placeholder={isNull ? 'NULL' : hints[kind]}
        data-empty={read === undefined}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}e`}
        spellCheck={false}
        autoComplete="off"
        list={members.length > 0 ? `${id}l` : undefined}
        onChange={(event) => onChange({ text: event.target.value, isNull: false })}
      />
      {members.length > 0 && (
        <datalist id={`${id}l`}>
          {members.map((member) => (
            <option key={member} value={member} />
          ))}
        </datalist>
      )}
      <Checkbox checked={isNull} onChange={(next) => onChange({ text: entry?.text ?? '', isNull: next })}>
        NULL
      </Checkbox>
      {error !== undefined && (
        <span id={`${id}e`} className="bad small value-error">
          {error}
        </span>
      )}
    </>
  )
}

const hints: Readonly<Record<PlaceholderField['kind'], string>> = {
  null: 'NULL',
  boolean: 'true or false',
  number: 'number',
  text: 'text, without quotes',
  date: '2024-01-31',
  time: '12:30:00',
  datetime: '2024-01-31 12:30:00',
  binary: 'hexadecimal digits',
}

/** What the statement under the cursor asks for, once typing pauses. */
function useAskedValues(): AskedValues {
  const { text, kind } = useAtomValue(activeBufferAtom)
  const { line, column } = useAtomValue(cursorAtom)
  const connection = useAtomValue(connectionAtom)
  const [asked, setAsked] = useState<AskedValues>({ fields: [], fingerprint: '' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another connection has other columns
  useEffect(() => {
    let current = true
    const timer = window.setTimeout(async () => {
      const found =
        kind !== 'sql' ? { fields: [], fingerprint: '' } : await askedValues(text, offsetOf(text, line, column))
      if (current) setAsked(found)
    }, pauseMs)
    return () => {
      current = false
      window.clearTimeout(timer)
    }
  }, [text, kind, line, column, connection])
  return asked
}

function offsetOf(text: string, line: number, column: number): number {
  let at = 0
  for (let passed = 1; passed < line; passed++) at = text.indexOf('\n', at) + 1
  return Math.min(at + column - 1, text.length)
}
