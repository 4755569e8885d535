import { FileText } from 'lucide-react'
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import type { DigestDiffDocument } from '../../core/digest/model'
import { Icon } from '../kit/icon'
import { saveDiff, saveDiffReport } from './report'

/** The comparison as a file. */
export function DiffReportMenu({ diff }: { readonly diff: DigestDiffDocument }) {
  const entries = [
    { id: 'html', title: 'Save report as HTML', run: () => void saveDiffReport(diff, 'html') },
    { id: 'markdown', title: 'Save report as Markdown', run: () => void saveDiffReport(diff, 'markdown') },
    { id: 'json', title: 'Save as JSON', run: () => void saveDiff(diff) },
  ]
  return (
    <MenuTrigger>
      <Button className="btn">
        <Icon of={FileText} /> Report
      </Button>
      <Popover className="popover" placement="bottom end" offset={4}>
        <Menu className="menu" aria-label="Report">
          {entries.map(({ id, title, run }) => (
            <MenuItem key={id} id={id} className="menu-item" textValue={title} onAction={run}>
              <span className="grow">{title}</span>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
