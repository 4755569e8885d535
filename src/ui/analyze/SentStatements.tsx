import { Copy } from 'lucide-react'
import type { ExplainOutput } from '../../core/analysis/model'
import { Badge } from '../kit/badge'
import { IconButton } from '../kit/button'
import { copyText } from '../kit/clipboard'
import { SqlText } from '../kit/sql-text'

/** The exact statements that the server got, in order. */
export function SentStatements({ outputs }: { readonly outputs: readonly ExplainOutput[] }) {
  return (
    <div className="lower scroll">
      <ol className="sent-list">
        {outputs.map((output) => (
          <li key={`${output.format}${output.measured}`}>
            <div className="row">
              <code>{output.format}</code>
              {output.measured ? <Badge look="good">ran the statement</Badge> : <Badge>planned only</Badge>}
              <span className="grow" />
              <IconButton
                small
                icon={Copy}
                label={`Copy the statement for ${output.format}`}
                onPress={() => void copyText(output.statement)}
              />
            </div>
            <div className="ddl">
              <SqlText text={output.statement} />
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}
