import { X } from 'lucide-react'
import { Button } from 'react-aria-components'
import { shapeKindNameSchema } from '../../core/digest/model'
import type { DigestView, HeldDigest } from '../../core/digest/view/model'
import { Icon } from '../kit/icon'
import { Select } from '../kit/select'
import { FilterField } from './FilterField'
import { type ChosenField, chosenIn, withChosen } from './filter-text'
import { kindTitles } from './kinds'
import { type Look, setLook } from './look'
import { windowText } from './time-ticks'

interface FilterBarProps {
  readonly held: HeldDigest
  readonly look: Look
  readonly view: DigestView | undefined
}

/** Words, choosers that write words, the window, and what the chart's colours mean. */
export function FilterBar({ held, look, view }: FilterBarProps) {
  const { digestId, schemas, users } = held
  const kinds = shapeKindNameSchema.options.map((id) => ({ id, title: kindTitles[id] }))
  const named = (names: readonly string[]) => names.map((name) => ({ id: name, title: name === '' ? '(none)' : name }))
  return (
    <div className="slow-filter">
      <FilterField digestId={digestId} filter={look.filter} names={held} />
      <Chooser field="db" digestId={digestId} look={look} options={named(schemas)} />
      <Chooser field="user" digestId={digestId} look={look} options={named(users)} />
      <Chooser field="kind" digestId={digestId} look={look} options={kinds} />
      {look.from !== undefined && look.to !== undefined && (
        <Button
          className="badge acc slow-window"
          aria-label={`Window ${windowText(Date.parse(look.from), Date.parse(look.to))}: show the whole time again`}
          onPress={() => setLook(digestId, { from: undefined, to: undefined })}
        >
          {windowText(Date.parse(look.from), Date.parse(look.to))} <Icon of={X} size={12} />
        </Button>
      )}
      <span className="grow" />
      <span className="slow-legend">
        <i className="slow-swatch all" aria-hidden="true" /> query time
      </span>
      {view?.timeline.lockMicros && (
        <span className="slow-legend">
          <i className="slow-swatch locks" aria-hidden="true" /> of it waiting for locks
        </span>
      )}
    </div>
  )
}

/** Ids start with `=` where they stand for a value, so that no database's name can mean "all". */
const all = 'all'

interface ChooserProps {
  readonly field: ChosenField
  readonly digestId: string
  readonly look: Look
  readonly options: readonly { readonly id: string; readonly title: string }[]
}

function Chooser({ field, digestId, look, options }: ChooserProps) {
  const chosen = chosenIn(look.filter, field)
  const listed = chosen === undefined || options.some(({ id }) => id === chosen)
  const shown = listed ? options : [...options, { id: chosen, title: chosen }]
  if (options.length === 0) return null
  return (
    <div className="slow-choose">
      <Select
        label={{ db: 'Database', user: 'User', kind: 'Kind of slow' }[field]}
        look="quiet"
        prefix={`${field}:`}
        options={[{ id: all, title: 'all' }, ...shown.map(({ id, title }) => ({ id: `=${id}`, title }))]}
        selected={chosen === undefined ? all : `=${chosen}`}
        onSelect={(id) =>
          setLook(digestId, { filter: withChosen(look.filter, field, id === all ? undefined : id.slice(1)) })
        }
      />
    </div>
  )
}
