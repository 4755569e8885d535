import { useAtomValue } from 'jotai'
import { Clock, FileText, TriangleAlert, Workflow, X } from 'lucide-react'
import { useState } from 'react'
import type { Fault } from '../../core/errors'
import { formatAge } from '../../core/figures'
import { engineName } from '../frame/product-name'
import { Badge } from '../kit/badge'
import { Button, IconButton } from '../kit/button'
import { Icon } from '../kit/icon'
import { Select } from '../kit/select'
import { formatNames } from '../screens/paste-words'
import { historyAtom } from '../state/atoms'
import { buffersAtom, resultOfAtom } from '../state/buffers'
import { fillFromHistory, fillFromTab, fillFromText, fillSlot } from './actions'
import { letters, type Variant } from './variants'

/** A text field lays out every line that it holds; a longer text goes into the slot at once or not at all. */
const longestTyped = 100_000
const shownHistory = 50

/** One side: its plan's name, format and server, or the ways to give it one. */
export function VariantSlot({ slot, variant }: { readonly slot: number; readonly variant: Variant | undefined }) {
  const letter = letters[slot] ?? '?'
  return (
    <section className="compare-slot" aria-label={`Plan ${letter}`}>
      {variant ? <Filled slot={slot} letter={letter} variant={variant} /> : <Empty slot={slot} letter={letter} />}
    </section>
  )
}

const icons = { pasted: Workflow, file: FileText, tab: FileText, history: Clock }

function Filled(props: { readonly slot: number; readonly letter: string; readonly variant: Variant }) {
  const { slot, letter, variant } = props
  const { source } = variant.plan
  return (
    <div className="row compare-filled">
      <b className={`compare-letter${slot === 0 ? '' : ' on'}`}>{letter}</b>
      <Icon of={icons[variant.from]} size={12} />
      <b className="ell" dir="auto" title={variant.sql ?? variant.name}>
        {variant.name}
      </b>
      <span className="dim ell">
        {formatNames[source.format]}
        {source.engine && ` · ${engineName(source.engine)}`}
      </span>
      {slot === 0 && <Badge title="The other plan is told against this one.">baseline</Badge>}
      {source.measured && <Badge look="good">measured</Badge>}
      {variant.at !== undefined && (
        <span className="faint nowrap" title={variant.at}>
          <Icon of={Clock} size={12} /> {formatAge(Date.parse(variant.at), Date.now())}
        </span>
      )}
      <span className="grow" />
      <IconButton small icon={X} label={`Take plan ${letter} out`} onPress={() => fillSlot(slot, undefined)} />
    </div>
  )
}

function Empty({ slot, letter }: { readonly slot: number; readonly letter: string }) {
  const { list } = useAtomValue(buffersAtom)
  const resultOf = useAtomValue(resultOfAtom)
  const history = useAtomValue(historyAtom)
  const [text, setText] = useState('')
  const [fault, setFault] = useState<Fault | undefined>(undefined)
  const tabs = list.filter(({ id }) => ['analysis', 'plan'].includes(resultOf(id).result.state))
  return (
    <div className="compare-empty">
      <div className="row">
        <b className="compare-letter">{letter}</b>
        <b>{slot === 0 ? 'The plan before' : 'The plan after'}</b>
      </div>
      <textarea
        className="paste-text mono"
        aria-label={`Plan ${letter}: paste EXPLAIN output`}
        placeholder="Paste EXPLAIN output of any server and format, or drop a file"
        spellCheck={false}
        value={text}
        aria-invalid={fault !== undefined}
        onChange={(event) => {
          setText(event.target.value)
          setFault(undefined)
        }}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain')
          if (text !== '' && pasted.length <= longestTyped) return
          // What is a plan goes into the slot at once; anything else stays to be looked at.
          const refused = fillFromText(slot, pasted)
          setFault(refused)
          if (!refused || pasted.length > longestTyped) event.preventDefault()
        }}
      />
      {fault && (
        <p className="note bad" role="alert">
          <Icon of={TriangleAlert} />
          <span>
            <b>{fault.message}</b> {fault.line !== undefined && `Line ${fault.line}, column ${fault.column ?? 1}. `}
            <span className="dim">{fault.hint}</span>
          </span>
        </p>
      )}
      <div className="row wrap">
        <Button
          small
          look="primary"
          blockedBecause={text.trim() === '' ? 'Paste a plan first.' : undefined}
          onPress={() => setFault(fillFromText(slot, text))}
        >
          Read this plan
        </Button>
        <span className="grow" />
        {tabs.length > 0 && (
          <Select
            label={`Plan ${letter} from an open tab`}
            placeholder="From an open tab"
            selected={undefined}
            options={tabs.map(({ id, name }) => ({ id, title: name }))}
            onSelect={(id) => fillFromTab(slot, id, tabs.find((tab) => tab.id === id)?.name ?? id)}
          />
        )}
        {history.length > 0 && (
          <Select
            label={`Plan ${letter} from History`}
            placeholder="From History"
            selected={undefined}
            options={history.slice(0, shownHistory).map((entry) => ({
              id: entry.id,
              title: `${formatAge(Date.parse(entry.at), Date.now())} · ${entry.sql.slice(0, 60).replace(/\s+/g, ' ')}`,
            }))}
            onSelect={(id) => {
              const entry = history.find((each) => each.id === id)
              if (entry) void fillFromHistory(slot, entry)
            }}
          />
        )}
      </div>
    </div>
  )
}
