import type { ExplainOutput, ServerWarning } from '../../core/analysis/model'
import { SqlText } from '../kit/sql-text'

/** A warning and the form of EXPLAIN that brought it. */
export interface FormatWarning extends ServerWarning {
  readonly format: string
}

/** All warnings of all forms, in the order they were asked. */
export function warningsOf(outputs: readonly ExplainOutput[]): readonly FormatWarning[] {
  return outputs.flatMap((output) => output.warnings.map((warning) => ({ ...warning, format: output.format })))
}

/** SHOW WARNINGS after each EXPLAIN: notes often hold the statement as the optimizer rewrote it. */
export function WarningsTable({ warnings }: { readonly warnings: readonly FormatWarning[] }) {
  if (warnings.length === 0)
    return (
      <div className="lower-empty">
        <p>
          <b>No warnings.</b> <span className="dim">The server said nothing besides the plans.</span>
        </p>
      </div>
    )
  return (
    <div className="lower scroll">
      <table className="g warnings">
        <thead>
          <tr>
            <th>After</th>
            <th>Level</th>
            <th>Code</th>
            <th>Message</th>
          </tr>
        </thead>
        <tbody>
          {warnings.map((warning) => (
            <tr key={`${warning.format}${warning.code}${warning.message}`}>
              <td className="mono">{warning.format}</td>
              <td className={warning.level === 'Error' ? 'bad' : warning.level === 'Warning' ? 'warn' : 'dim'}>
                {warning.level}
              </td>
              <td className="mono">{warning.code}</td>
              <td className="message">
                <SqlText text={warning.message} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
