import { useAtomValue } from 'jotai'
import { Check, CircleHelp, ScanSearch } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Dialect } from '../../core/engine'
import { formatCount } from '../../core/figures'
import type { PastePart } from '../../core/paste/model'
import { Button } from '../kit/button'
import { Icon } from '../kit/icon'
import { Keys, onMac } from '../kit/keys'
import { Select } from '../kit/select'
import { likelyDialect, mainPart, recognize, takePasted } from '../state/actions/paste'
import { expectPlan } from '../state/actions/read-plan'
import { changeText } from '../state/actions/tabs'
import { connectionAtom } from '../state/atoms'
import { activeBufferAtom } from '../state/buffers'
import { store } from '../state/store'
import { otherParts, partWords, pasteAction } from './paste-words'

/** A text field lays out every line that it holds, so a longer text stands beside it and only its head is shown. */
const shownChars = 100_000
const headChars = 2_000

/** Typing pauses this long before the text is looked at. */
const pauseMs = 200

const dialectOptions: readonly { id: Dialect | 'guess'; title: string }[] = [
  { id: 'guess', title: 'Read as recognized' },
  { id: 'mysql', title: 'Read as MySQL' },
  { id: 'mariadb', title: 'Read as MariaDB' },
  { id: 'postgres', title: 'Read as PostgreSQL' },
]

/** One box takes anything; it says what it recognized and lets the person correct it. */
export function PasteBox() {
  const connection = useAtomValue(connectionAtom)
  const [text, setText] = useState('')
  const [dialect, setDialect] = useState<Dialect | undefined>(undefined)
  const [parts, setParts] = useState<readonly PastePart[] | undefined>(undefined)
  useEffect(() => {
    if (text.trim() === '') return setParts(undefined)
    expectPlan(text)
    let current = true
    const timer = window.setTimeout(async () => {
      const found = await recognize(text, dialect ?? likelyDialect())
      if (current) setParts(found?.parts)
    }, pauseMs)
    return () => {
      current = false
      window.clearTimeout(timer)
    }
  }, [text, dialect])
  const part = parts && mainPart(parts)
  const large = text.length > shownChars
  const take = async () => {
    if (text.trim() === '') return
    const found = parts ?? (await recognize(text, dialect ?? likelyDialect()))?.parts ?? []
    // The tab in front holds the text even if the service is away.
    changeText(store.get(activeBufferAtom).id, '')
    await takePasted(text, found, dialect)
  }
  return (
    <div className="paste">
      <textarea
        className="paste-text mono"
        aria-label="Paste a query, a plan, a slow-log entry, a trace or a table definition"
        placeholder="SELECT …"
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: the box is what this screen is for
        autoFocus
        data-pane-focus
        data-own-key="Mod+Enter"
        value={large ? `${text.slice(0, headChars)}\n…` : text}
        readOnly={large}
        onChange={(event) => setText(event.target.value)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain')
          if (pasted.length <= shownChars) return
          event.preventDefault()
          setText(pasted)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (onMac ? event.metaKey : event.ctrlKey)) void take()
          else if (large && (event.key === 'Backspace' || event.key === 'Delete')) setText('')
        }}
      />
      <div className="paste-foot" role="status">
        {part && parts ? (
          <Recognized part={part} parts={parts} />
        ) : (
          <span className="faint grow">What was recognized will be said here.</span>
        )}
        {large && (
          <span className="faint">
            {formatCount(text.length)} characters; <Keys keys="Delete" /> clears
          </span>
        )}
        {part && (
          <span className="paste-dialect">
            <Select
              label="Dialect"
              look="quiet"
              selected={dialect ?? 'guess'}
              onSelect={(id) => setDialect(id === 'guess' ? undefined : id)}
              options={dialectOptions}
            />
          </span>
        )}
        <Button
          small
          look="primary"
          icon={ScanSearch}
          keys="Mod+Enter"
          showKeys
          blockedBecause={text.trim() === '' ? 'Paste something first.' : undefined}
          onPress={() => void take()}
        >
          {pasteAction(part, connection !== undefined)}
        </Button>
      </div>
    </div>
  )
}

function Recognized({ part, parts }: { readonly part: PastePart; readonly parts: readonly PastePart[] }) {
  const others = otherParts(parts, part)
  const { head, facts } = partWords(part)
  const known = part.kind !== 'unknown'
  return (
    <span className="row grow">
      <span className={known ? 'good' : 'warn'}>
        <Icon of={known ? Check : CircleHelp} />
      </span>
      <span className="ell">
        <b>{head}.</b> <span className="dim">{facts}</span>
        {others !== '' && <span className="faint"> Beside it: {others}.</span>}
      </span>
    </span>
  )
}
