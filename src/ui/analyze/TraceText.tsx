import { Copy } from 'lucide-react'
import { Button } from '../kit/button'
import { copyText } from '../kit/clipboard'
import { formatBytes } from '../kit/format'
import { TextLines } from '../kit/text-lines'

/** The optimizer trace as the server gave it. */
export function TraceText({ text }: { readonly text: string | undefined }) {
  if (text === undefined)
    return (
      <div className="lower-empty">
        <p>
          <b>No trace.</b>{' '}
          <span className="dim">
            MySQL from 5.6 and MariaDB from 10.4 record one when this login may read it; PostgreSQL has none. The
            connection bar says what is missing.
          </span>
        </p>
      </div>
    )
  return (
    <div className="lower">
      <div className="row lower-head">
        <span className="dim">The server’s own words, {formatBytes(text.length)}</span>
        <span className="grow" />
        <Button small icon={Copy} onPress={() => void copyText(text)}>
          Copy
        </Button>
      </div>
      <TextLines text={text} label="Optimizer trace" />
    </div>
  )
}
