import { ChevronDown } from 'lucide-react'
import { Select as AriaSelect, Button, ListBox, ListBoxItem, Popover, SelectValue } from 'react-aria-components'
import { Icon } from './icon'

interface SelectProps<Id extends string> {
  /** Read aloud; the visible label, if any, stands beside it. */
  readonly label: string
  readonly options: readonly { readonly id: Id; readonly title: string }[]
  readonly selected: Id | undefined
  readonly onSelect: (id: Id) => void
  readonly placeholder?: string
  readonly look?: 'field' | 'quiet'
  /** Words before the chosen value inside the field, such as "Heat:". */
  readonly prefix?: string
}

/** One of many, in a list that opens. */
export function Select<Id extends string>(props: SelectProps<Id>) {
  const { label, options, selected, onSelect, placeholder, look = 'field', prefix } = props
  return (
    <AriaSelect
      aria-label={label}
      className="select"
      value={selected ?? null}
      onChange={(key) => {
        const option = options.find((each) => each.id === key)
        if (option) onSelect(option.id)
      }}
      placeholder={placeholder ?? ''}
    >
      <Button className={look === 'quiet' ? 'field sm quiet' : 'field'}>
        <SelectValue className="ell">
          {({ selectedText, isPlaceholder }) =>
            isPlaceholder ? (
              placeholder
            ) : prefix === undefined ? (
              selectedText
            ) : (
              <>
                <span className="dim">{prefix}</span> {selectedText}
              </>
            )
          }
        </SelectValue>
        <span className="car">
          <Icon of={ChevronDown} size={12} />
        </span>
      </Button>
      <Popover className="popover" offset={4}>
        <ListBox className="options">
          {options.map((option) => (
            <ListBoxItem key={option.id} id={option.id} textValue={option.title} className="option">
              {option.title}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
