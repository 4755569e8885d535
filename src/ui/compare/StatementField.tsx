import { useId } from 'react'
import { SqlSpans } from '../kit/sql-text'

/** A text field lays out every line that it holds; longer statements are shown without colours. */
const longestColoured = 20_000

interface StatementFieldProps {
  /** Read aloud. */
  readonly label: string
  readonly value: string
  readonly placeholder: string
  readonly onChange: (value: string) => void
  /** Shown below the text, in words. */
  readonly problem?: string | undefined
  readonly short?: boolean
  readonly autoFocus?: boolean
}

/** A light editor for one statement: coloured, as high as its text. Eight of them cost nothing. */
export function StatementField(props: StatementFieldProps) {
  const { label, value, placeholder, onChange, problem, short = false } = props
  const id = useId()
  const coloured = value.length <= longestColoured
  return (
    <div className={`statement-field${short ? ' short' : ''}${problem === undefined ? '' : ' err'}`}>
      <pre className="sql statement-colours" aria-hidden="true">
        {coloured && <SqlSpans text={value} />}
        {/* A last empty line has a height too. */}
        {'\n'}
      </pre>
      <textarea
        className={coloured ? 'statement-text' : 'statement-text plain'}
        aria-label={label}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : id}
        placeholder={placeholder}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the field appears because its pencil was pressed
        autoFocus={props.autoFocus ?? false}
        rows={1}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {problem !== undefined && (
        <p id={id} className="bad small statement-problem">
          {problem}
        </p>
      )}
    </div>
  )
}
