import { useAtomValue } from 'jotai'
import { Columns2 } from 'lucide-react'
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components'
import type { HeldDigest } from '../../core/digest/view/model'
import { Icon } from '../kit/icon'
import { type Given, openGiven, openLogsAtom } from './open-logs'
import { showTwoLogs } from './tabs'
import { chooseLogs } from './take-files'

/** Opens another log beside this one; the earlier one comes first. */
export async function compareWithAnother(held: HeldDigest, given?: readonly Given[]): Promise<void> {
  const other = await openGiven(given ?? (await chooseLogs()))
  if (other) compareBoth(held, other)
}

function compareBoth(one: HeldDigest, other: HeldDigest): void {
  const swapped = one.from !== undefined && other.from !== undefined && other.from < one.from
  if (swapped) showTwoLogs(other, one)
  else showTwoLogs(one, other)
}

/** The button that compares this log with one that is open, or with one that is opened for it. */
export function CompareLogs({ held }: { readonly held: HeldDigest }) {
  const others = useAtomValue(openLogsAtom).filter(({ digestId }) => digestId !== held.digestId)
  return (
    <MenuTrigger>
      <Button className="btn">
        <Icon of={Columns2} /> Compare with another log
      </Button>
      <Popover className="popover" placement="bottom end" offset={4}>
        <Menu className="menu" aria-label="Compare with another log">
          {others.length > 0 && (
            <MenuSection className="menu-section">
              <Header className="menu-head">Open now</Header>
              {others.map((other) => (
                <MenuItem
                  key={other.digestId}
                  className="menu-item"
                  textValue={other.name}
                  onAction={() => compareBoth(held, other)}
                >
                  <span className="ell grow">{other.name}</span>
                  <span className="faint nowrap">{other.from?.slice(0, 10)}</span>
                </MenuItem>
              ))}
            </MenuSection>
          )}
          <MenuSection className="menu-section" aria-label="From files">
            <MenuItem className="menu-item" onAction={() => void compareWithAnother(held)}>
              Open another log…
            </MenuItem>
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
