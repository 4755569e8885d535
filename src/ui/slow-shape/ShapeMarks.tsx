import { useAtomValue } from 'jotai'
import { BellOff, Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ShapeShare } from '../../core/digest/model'
import type { HeldShape } from '../../core/digest/view/model'
import { formatCount, formatFraction, formatLongTime } from '../../core/figures'
import { Icon } from '../kit/icon'
import { Keys, onMac } from '../kit/keys'
import { markOf, marksAtom, setMark, toggleMark } from './marks'

/** What a person says of the shape: reviewed, muted, a note. */
export function ShapeMarks({ digest }: Pick<HeldShape, 'digest'>) {
  const { state, note, at } = markOf(useAtomValue(marksAtom), digest)
  return (
    <section className="shape-part" aria-label="Your mark">
      <div className="pane-h">
        <h2 className="t">Your mark</h2>
        {at !== '' && <span className="faint small">{at.slice(0, 10)}</span>}
        <span className="grow" />
        <Toggle icon={Check} on={state === 'reviewed'} keys="r" onPress={() => void toggleMark(digest, 'reviewed')}>
          Reviewed
        </Toggle>
        <Toggle icon={BellOff} on={state === 'muted'} keys="m" onPress={() => void toggleMark(digest, 'muted')}>
          Muted
        </Toggle>
      </div>
      <Note key={digest} digest={digest} note={note} />
    </section>
  )
}

interface ToggleProps {
  readonly icon: typeof Check
  readonly on: boolean
  readonly keys: string
  readonly onPress: () => void
  readonly children: string
}

function Toggle({ icon, on, keys, onPress, children }: ToggleProps) {
  return (
    <button
      type="button"
      className={on ? 'btn sm shape-toggle on' : 'btn sm shape-toggle'}
      aria-pressed={on}
      onClick={onPress}
    >
      <Icon of={icon} size={14} />
      {children}
      <Keys keys={keys} />
    </button>
  )
}

/** Kept when the field is left, and by Ctrl+Enter. */
function Note({ digest, note }: { readonly digest: string; readonly note: string }) {
  const [text, setText] = useState(note)
  // Marks come a moment after the page.
  useEffect(() => setText(note), [note])
  const save = () => {
    if (text.trim() !== note) void setMark(digest, { note: text.trim() })
  }
  return (
    <div className="shape-note">
      <textarea
        className="field"
        aria-label="Note on this shape"
        placeholder="A note: whose it is, what was done"
        rows={2}
        maxLength={10_000}
        data-own-key="Mod+Enter"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (onMac ? event.metaKey : event.ctrlKey)) save()
        }}
      />
    </div>
  )
}

/** So many names of each; the others are summed up. */
const mostNames = 5

/** Whose calls they are. */
export function ShapeShares({ shape }: { readonly shape: HeldShape }) {
  const lists = [
    ['Databases', shape.schemas],
    ['Users', shape.users],
    ['Hosts', shape.hosts],
  ] as const
  const told = lists.filter(([, list]) => list.length > 0)
  if (told.length === 0) return null
  return (
    <section className="shape-part" aria-label="Whose calls">
      <div className="pane-h">
        <h2 className="t">Whose calls</h2>
        <span className="faint small">by time</span>
      </div>
      <div className="shape-shares">
        {told.map(([name, list]) => (
          <ShareList key={name} name={name} list={list} totalMicros={shape.totalMicros} />
        ))}
      </div>
    </section>
  )
}

interface ShareListProps {
  readonly name: string
  readonly list: readonly ShapeShare[]
  readonly totalMicros: number
}

function ShareList({ name, list, totalMicros }: ShareListProps) {
  const ranked = [...list].sort((a, b) => b.totalMicros - a.totalMicros)
  const others = ranked.length - mostNames
  return (
    <div>
      <h3 className="faint tiny">{name}</h3>
      <dl className="kv">
        {ranked.slice(0, mostNames).map((share) => (
          <div key={share.name} className="shape-share">
            <dt className="mono ell" title={share.name}>
              {share.name}
            </dt>
            <dd title={`${formatLongTime(share.totalMicros / 1000)} in ${formatCount(share.count)} calls`}>
              {formatFraction(totalMicros === 0 ? 0 : share.totalMicros / totalMicros)}
            </dd>
          </div>
        ))}
      </dl>
      {others > 0 && <p className="faint tiny">and {formatCount(others)} more</p>}
    </div>
  )
}
