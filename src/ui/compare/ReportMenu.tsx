import { useAtom } from 'jotai'
import { FileText } from 'lucide-react'
import { Button, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components'
import { Icon } from '../kit/icon'
import { copyReport, maskLiteralsAtom, saveReport } from './report'

const entries = [
  { id: 'html', title: 'Save report as HTML', run: () => void saveReport('html') },
  { id: 'markdown', title: 'Save report as Markdown', run: () => void saveReport('markdown') },
  { id: 'json', title: 'Save report as JSON, to be run again', run: () => void saveReport('json') },
  { id: 'copy', title: 'Copy as Markdown', run: () => void copyReport() },
] as const

/** The experiment as a file, with its protocol and environment. */
export function ReportMenu() {
  const [mask, setMask] = useAtom(maskLiteralsAtom)
  return (
    <MenuTrigger>
      <Button className="btn">
        <Icon of={FileText} /> Report
      </Button>
      <Popover className="popover" placement="bottom end" offset={4}>
        <Menu className="menu" aria-label="Report">
          <MenuSection className="menu-section" aria-label="Save or copy">
            {entries.map(({ id, title, run }) => (
              <MenuItem key={id} id={id} className="menu-item" textValue={title} onAction={run}>
                <span className="grow">{title}</span>
              </MenuItem>
            ))}
          </MenuSection>
          <MenuSection
            className="menu-section"
            aria-label="Literals"
            selectionMode="multiple"
            selectedKeys={mask ? ['mask'] : []}
            onSelectionChange={(keys) => setMask(keys === 'all' || keys.has('mask'))}
          >
            <MenuItem id="mask" className="menu-item" textValue="Mask literals">
              <span className="menu-mark" aria-hidden="true">
                {mask ? '☑' : '☐'}
              </span>
              <span className="grow">Mask literals</span>
            </MenuItem>
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
