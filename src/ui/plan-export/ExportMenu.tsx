import { useAtom, useAtomValue } from 'jotai'
import { Download } from 'lucide-react'
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components'
import { formatBytes } from '../../core/figures'
import { Icon } from '../kit/icon'
import { Keys } from '../kit/keys'
import { Tip } from '../kit/tooltip'
import { flatPlanAtom } from '../plan/atoms'
import { planViewAtom } from '../state/atoms'
import { exportCommands } from './commands'
import { type PictureTheme, pictureThemeAtom, pictureThemes } from './export-atoms'
import { hugeSvgBytes, svgBytes } from './picture-svg'

const sections: readonly { readonly title: string; readonly ids: readonly string[] }[] = [
  {
    title: 'Save',
    ids: [
      'plan.save-svg',
      'plan.save-svg-seen',
      'plan.save-png',
      'plan.save-png-seen',
      'plan.save-text',
      'plan.save-source',
    ],
  },
  {
    title: 'Copy',
    ids: ['plan.copy-picture', 'plan.copy-svg', 'plan.copy-text', 'plan.copy-markdown', 'plan.copy-tsv'],
  },
]
const themeTitles: Record<PictureTheme, string> = { shown: 'As shown', light: 'Light, for paper', dark: 'Dark' }

/** Copies and saves the plan: what each entry gives, its key, and why it cannot be had now. */
export function ExportMenu() {
  const [theme, setTheme] = useAtom(pictureThemeAtom)
  const view = useAtomValue(planViewAtom)
  const flat = useAtomValue(flatPlanAtom)
  const bytes = view === 'diagram' || view === 'flame' ? svgBytes(flat?.nodes.length ?? 0, view) : 0
  return (
    <MenuTrigger>
      <Tip text="Copy or save the plan">
        <Button className="btn ghost icon sm" aria-label="Copy or save the plan">
          <Icon of={Download} size={14} />
        </Button>
      </Tip>
      <Popover className="popover" placement="bottom end" offset={4}>
        <Menu className="menu" aria-label="Copy or save the plan">
          {sections.map(({ title, ids }) => (
            <MenuSection key={title} className="menu-section">
              <Header className="menu-head">{title}</Header>
              {ids.map((id) => {
                const command = exportCommands.find((each) => each.id === id)
                if (!command) return null
                const blocked = command.blockedBecause?.()
                const large = id === 'plan.save-svg' && blocked === undefined && bytes > hugeSvgBytes
                const keys = command.keys?.[0]
                return (
                  <MenuItem
                    key={id}
                    id={id}
                    textValue={command.title}
                    className="menu-item"
                    isDisabled={blocked !== undefined}
                    onAction={() => command.run()}
                  >
                    <span className="grow">
                      {command.title}
                      {blocked !== undefined && <small>{blocked}</small>}
                      {large && <small>about {formatBytes(bytes)}: few programs open an SVG so large</small>}
                    </span>
                    {keys !== undefined && <Keys keys={keys} />}
                  </MenuItem>
                )
              })}
            </MenuSection>
          ))}
          <MenuSection
            className="menu-section"
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[theme]}
            onSelectionChange={(keys) => {
              const next = keys === 'all' ? undefined : pictureThemes.find((one) => keys.has(one))
              if (next !== undefined) setTheme(next)
            }}
          >
            <Header className="menu-head">Colours of pictures</Header>
            {pictureThemes.map((id) => (
              <MenuItem key={id} id={id} className="menu-item" textValue={themeTitles[id]}>
                {({ isSelected }) => (
                  <>
                    <span className="menu-mark" aria-hidden="true">
                      {isSelected ? '●' : '○'}
                    </span>
                    <span className="grow">{themeTitles[id]}</span>
                  </>
                )}
              </MenuItem>
            ))}
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
