import { Check, Ellipsis, Equal, Pencil, TriangleAlert } from 'lucide-react'
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import type { Comparison, NamedVariant } from '../../core/experiment/model'
import { Badge } from '../kit/badge'
import { IconButton } from '../kit/button'
import { copyText } from '../kit/clipboard'
import { Icon } from '../kit/icon'
import { openTab } from '../state/actions/tabs'
import { type DraftVariant, letterOf, mostVariants } from './draft'
import { changeVariant, duplicateVariant, moveVariant, pick, removeVariant, toggleEditing } from './edit'
import { comparisonTold, samenessTold } from './words'

interface VariantHeadProps {
  readonly variant: DraftVariant
  readonly place: number
  readonly count: number
  readonly picked: boolean
  readonly editing: boolean
  /** Its part in the run that is shown; absent when it had none. */
  readonly ran?: { readonly variant: NamedVariant; readonly place: number } | undefined
  readonly comparison?: Comparison | undefined
  readonly best: boolean
  readonly samePlan: boolean
}

/** The head of a variant's column: its letter, what it is, how it stands, and what can be done with it. */
export function VariantHead(props: VariantHeadProps) {
  const { variant, place, count, picked, editing, ran, comparison, best, samePlan } = props
  const letter = letterOf(place)
  const told = comparisonTold(comparison)
  const sameness = comparison && samenessTold(comparison)
  // Many columns are narrow: what is told of them stands in a line of its own.
  const tight = count > 3
  const badges = (
    <>
      {place === 0 && <Badge title="Every other variant is told against this one.">baseline</Badge>}
      {told && (
        <Badge
          look={told.look}
          {...(told.look === 'good' ? { icon: Check } : told.look === 'bad' ? { icon: TriangleAlert } : {})}
          {...(told.title !== undefined && { title: told.title })}
        >
          {best ? (comparison?.decidedBy === 'work' ? 'least work' : 'fastest') : told.text}
        </Badge>
      )}
      {sameness && sameness.look === 'bad' && (
        <Badge look="bad" icon={TriangleAlert} {...(sameness.title !== undefined && { title: sameness.title })}>
          {sameness.text}
        </Badge>
      )}
      {samePlan && (
        <Badge icon={Equal} title="The same steps, indexes and estimates as the baseline.">
          same plan
        </Badge>
      )}
      {ran && ran.place !== place && (
        <Badge look="warn" title="It was moved since the run that is shown.">
          ran as {letterOf(ran.place)}
        </Badge>
      )}
    </>
  )
  return (
    <th scope="col" className={picked ? 'variant-head picked' : 'variant-head'} id={`variant-${place}`}>
      <div className="row">
        <AriaButton
          className={`compare-letter press${best ? ' on' : ''}`}
          aria-label={`${letter}${variant.label === '' ? '' : `, ${variant.label}`}: tell it in detail`}
          aria-pressed={picked}
          onPress={() => pick(place)}
        >
          {letter}
        </AriaButton>
        {editing ? (
          <input
            className="field sm grow variant-label"
            aria-label={`Name of ${letter}`}
            placeholder={place === 0 ? 'As it is' : 'What is different?'}
            value={variant.label}
            onChange={(event) => changeVariant(variant.id, { label: event.target.value })}
          />
        ) : (
          <b className="ell variant-name" title={variant.label} dir="auto">
            {variant.label === '' ? (place === 0 ? 'As it is' : `Variant ${letter}`) : variant.label}
          </b>
        )}
        {!tight && badges}
        {!editing && <span className="grow" />}
        <IconButton
          small
          icon={editing ? Check : Pencil}
          label={editing ? `Done with ${letter}` : `Change ${letter}`}
          onPress={() => toggleEditing(variant.id)}
        />
        <VariantMenu variant={variant} place={place} count={count} letter={letter} />
      </div>
      {tight && <div className="row wrap variant-badges">{badges}</div>}
    </th>
  )
}

interface VariantMenuProps extends Pick<VariantHeadProps, 'variant' | 'place' | 'count'> {
  readonly letter: string
}

function VariantMenu({ variant, place, count, letter }: VariantMenuProps) {
  const entries = [
    { id: 'duplicate', title: 'Duplicate', off: count >= mostVariants, run: () => duplicateVariant(place) },
    { id: 'left', title: 'Move left', off: place === 0, run: () => moveVariant(place, -1) },
    { id: 'right', title: 'Move right', off: place === count - 1, run: () => moveVariant(place, 1) },
    {
      id: 'analyze',
      title: 'Open in Analyze',
      off: variant.sql.trim() === '',
      run: () => openTab(variant.sql, variant.label === '' ? undefined : variant.label),
    },
    {
      id: 'copy',
      title: 'Copy the statement',
      off: variant.sql.trim() === '',
      run: () => void copyText(variant.sql),
    },
    { id: 'remove', title: 'Take out', off: false, run: () => removeVariant(place) },
  ]
  return (
    <MenuTrigger>
      <AriaButton className="btn ghost icon sm" aria-label={`More for ${letter}`}>
        <Icon of={Ellipsis} size={14} />
      </AriaButton>
      <Popover className="popover" placement="bottom end" offset={4}>
        <Menu className="menu" aria-label={`More for ${letter}`}>
          {entries.map(({ id, title, off, run }) => (
            <MenuItem key={id} id={id} className="menu-item" textValue={title} isDisabled={off} onAction={run}>
              {title}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
