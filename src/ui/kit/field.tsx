import type { HTMLInputTypeAttribute, ReactNode } from 'react'
import { FieldError, Input, Label, TextField } from 'react-aria-components'

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly type?: HTMLInputTypeAttribute
  readonly placeholder?: string
  /** What is wrong with the value, in words. */
  readonly error?: string | undefined
  readonly autoFocus?: boolean
  /** The visible label stands elsewhere; this one is only read aloud. */
  readonly labelHidden?: boolean
  /** Stands behind the field. */
  readonly end?: ReactNode
  readonly mono?: boolean
  readonly autoComplete?: string
}

/** A line of text with its label and, when wrong, what is wrong. */
export function Field(props: FieldProps) {
  const { label, value, onChange, error } = props
  return (
    <TextField
      className="text-field"
      value={value}
      onChange={onChange}
      isInvalid={error !== undefined}
      type={props.type === 'password' ? 'password' : 'text'}
      autoFocus={props.autoFocus ?? false}
      autoComplete={props.autoComplete ?? 'off'}
      {...(props.labelHidden ? { 'aria-label': label } : {})}
    >
      {!props.labelHidden && <Label>{label}</Label>}
      <div className="row grow">
        <Input
          className={`field grow${props.mono ? ' mono' : ''}${error === undefined ? '' : ' err'}`}
          placeholder={props.placeholder ?? ''}
          spellCheck={false}
          autoCapitalize="off"
        />
        {props.end}
      </div>
      {error !== undefined && <FieldError className="bad small">{error}</FieldError>}
    </TextField>
  )
}
