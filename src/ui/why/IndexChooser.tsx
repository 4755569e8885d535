import { ChevronDown, Search } from 'lucide-react'
import { Button as AriaButton, ComboBox, Input, ListBox, ListBoxItem, Popover } from 'react-aria-components'
import { Icon } from '../kit/icon'

/** An index that can be asked about. */
export interface ChoosableIndex {
  readonly id: string
  /** Under the name that the statement gives it. */
  readonly table: string
  readonly index: string
  /** `ix_status on o`, as it is typed and found. */
  readonly title: string
}

interface IndexChooserProps<Choice extends ChoosableIndex> {
  readonly choices: readonly Choice[]
  readonly typed: string
  readonly onType: (text: string) => void
  readonly chosen?: Choice | undefined
  readonly onChoose: (choice: Choice) => void
  readonly placeholder: string
  /** What is not in the list can be asked about too, by Enter. */
  readonly onOwnText?: ((text: string) => void) | undefined
}

/** "Why not index …": typed with completion, or chosen from the indexes of the statement's tables. */
export function IndexChooser<Choice extends ChoosableIndex>(props: IndexChooserProps<Choice>) {
  const { choices, typed, onType, chosen, onChoose, placeholder, onOwnText } = props
  return (
    <ComboBox
      aria-label="Why not this index?"
      className="why-chooser"
      inputValue={typed}
      onInputChange={onType}
      allowsCustomValue={onOwnText !== undefined}
      {...(onOwnText === undefined && { selectedKey: chosen?.id ?? null })}
      onSelectionChange={(key) => {
        const choice = choices.find(({ id }) => id === key)
        if (!choice) return
        // Both at once: a text that changes later would open the list again.
        onType(choice.title)
        onChoose(choice)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onOwnText?.(typed)
      }}
      menuTrigger="focus"
      // What was chosen stands in the field, and the list is whole again.
      defaultFilter={(text, filter) =>
        text.toLowerCase().includes(filter.toLowerCase()) || choices.some(({ title }) => title === filter)
      }
    >
      <span className="acc">
        <Icon of={Search} />
      </span>
      <span className="why-ask">Why not index</span>
      <Input className="input mono" placeholder={placeholder} />
      <AriaButton className="btn ghost icon sm">
        <Icon of={ChevronDown} size={12} />
      </AriaButton>
      <Popover className="popover" offset={4}>
        <ListBox className="options">
          {choices.map(({ id, title, index }) => (
            <ListBoxItem key={id} id={id} textValue={title} className="option">
              <span className="mono">{index}</span> <span className="faint">{title.slice(index.length + 1)}</span>
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
