import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components'

export interface TabItem<Id extends string> {
  readonly id: Id
  readonly title: string
  /** A small count after the title. */
  readonly count?: number | undefined
  readonly content: ReactNode
}

interface TabsProps<Id extends string> {
  /** Read aloud. */
  readonly label: string
  readonly items: readonly TabItem<Id>[]
  readonly selected: Id
  readonly onSelect: (id: Id) => void
  /** Stands at the right end of the tab line. */
  readonly end?: ReactNode
}

/** A line of tabs with the chosen one's content below; only that one is mounted. */
export function Tabs<Id extends string>({ label, items, selected, onSelect, end }: TabsProps<Id>) {
  return (
    <AriaTabs
      className="tabbed"
      selectedKey={selected}
      onSelectionChange={(key) => {
        const item = items.find((each) => each.id === key)
        if (item) onSelect(item.id)
      }}
    >
      <div className="tabs">
        <TabList aria-label={label} className="tab-list">
          {items.map((item) => (
            <Tab key={item.id} id={item.id} className="tab">
              {item.title}
              {item.count !== undefined && <span className="n">{item.count}</span>}
            </Tab>
          ))}
        </TabList>
        {end && <span className="end">{end}</span>}
      </div>
      {items.map((item) => (
        <TabPanel key={item.id} id={item.id} className="tab-panel">
          {item.content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
