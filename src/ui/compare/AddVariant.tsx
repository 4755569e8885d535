import { useAtomValue } from 'jotai'
import { Plus } from 'lucide-react'
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components'
import { formatAge } from '../../core/figures'
import { Icon } from '../kit/icon'
import { historyAtom } from '../state/atoms'
import { buffersAtom } from '../state/buffers'
import { nameOf } from '../state/statement-name'
import { letterOf } from './draft'
import { addVariant, duplicateVariant } from './edit'
import { experimentAtom } from './experiments'

const shownHistory = 12

/** One more variant: an empty one, a copy, or a statement from a tab or from History. */
export function AddVariant() {
  const experiment = useAtomValue(experimentAtom)
  const { list } = useAtomValue(buffersAtom)
  const history = useAtomValue(historyAtom)
  const tabs = list.filter(({ kind, text }) => kind === 'sql' && text.trim() !== '')
  const filled = (experiment?.draft.variants ?? []).flatMap(({ sql, label }, place) =>
    sql.trim() === '' ? [] : [{ place, label }],
  )
  return (
    <MenuTrigger>
      <Button className="btn sm">
        <Icon of={Plus} size={14} /> Add variant
      </Button>
      <Popover className="popover" placement="bottom end" offset={4}>
        <Menu className="menu" aria-label="Add variant">
          <MenuSection className="menu-section" aria-label="New">
            <MenuItem className="menu-item" onAction={() => addVariant()}>
              An empty one, to paste into
            </MenuItem>
            {filled.map(({ place, label }) => (
              <MenuItem
                key={place}
                className="menu-item"
                textValue={`A copy of ${letterOf(place)}`}
                onAction={() => duplicateVariant(place)}
              >
                A copy of {letterOf(place)} {label !== '' && <span className="faint">{label}</span>}
              </MenuItem>
            ))}
          </MenuSection>
          {tabs.length > 0 && (
            <MenuSection className="menu-section">
              <Header className="menu-head">From an open tab</Header>
              {tabs.map(({ id, name, text }) => (
                <MenuItem
                  key={id}
                  className="menu-item"
                  textValue={name}
                  onAction={() => addVariant({ sql: text.trim(), label: name })}
                >
                  {name}
                </MenuItem>
              ))}
            </MenuSection>
          )}
          {history.length > 0 && (
            <MenuSection className="menu-section">
              <Header className="menu-head">From History</Header>
              {history.slice(0, shownHistory).map(({ id, at, sql }) => (
                <MenuItem
                  key={id}
                  className="menu-item"
                  textValue={nameOf(sql)}
                  onAction={() => addVariant({ sql, label: nameOf(sql) })}
                >
                  <span className="ell grow">{sql.slice(0, 70).replace(/\s+/g, ' ')}</span>
                  <span className="faint nowrap">{formatAge(Date.parse(at), Date.now())}</span>
                </MenuItem>
              ))}
            </MenuSection>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
