import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'

interface SegmentsProps<Id extends string> {
  /** Read aloud. */
  readonly label: string
  readonly options: readonly { readonly id: Id; readonly title: string }[]
  readonly selected: Id
  readonly onSelect: (id: Id) => void
}

/** One of a few, all in sight. */
export function Segments<Id extends string>({ label, options, selected, onSelect }: SegmentsProps<Id>) {
  return (
    <ToggleButtonGroup
      className="seg"
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[selected]}
      onSelectionChange={(keys) => {
        const option = options.find((each) => keys.has(each.id))
        if (option) onSelect(option.id)
      }}
    >
      {options.map((option) => (
        <ToggleButton key={option.id} id={option.id} className="seg-item">
          {option.title}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
