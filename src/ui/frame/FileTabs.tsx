import { useAtomValue } from 'jotai'
import { FileText, Plus, Workflow, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { keysOf } from '../commands/list'
import { IconButton } from '../kit/button'
import { Icon } from '../kit/icon'
import { closeTab, newTab, selectTab } from '../state/actions/tabs'
import { buffersAtom } from '../state/buffers'

/** The editor's tabs: statements and pasted plans. Each can be closed, so it is a list of buttons, not a tab list. */
export function FileTabs() {
  const { list, activeId } = useAtomValue(buffersAtom)
  const strip = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab in front is looked up by its class
  useEffect(() => {
    strip.current?.querySelector('.file.on')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [activeId])
  return (
    <nav className="files" aria-label="Open statements">
      <ul className="files-list" ref={strip}>
        {list.map((buffer) => (
          <li key={buffer.id} className={buffer.id === activeId ? 'file on' : 'file'}>
            <button
              type="button"
              aria-current={buffer.id === activeId ? 'page' : undefined}
              className="file-name"
              title={buffer.name}
              onClick={() => selectTab(buffer.id)}
            >
              <Icon of={buffer.kind === 'sql' ? FileText : Workflow} size={12} />
              <span className="ell">{buffer.name}</span>
            </button>
            <IconButton small icon={X} label={`Close ${buffer.name}`} onPress={() => closeTab(buffer.id)} />
          </li>
        ))}
      </ul>
      <IconButton small icon={Plus} label="New tab" keys={keysOf('tab.new') ?? ''} onPress={newTab} />
    </nav>
  )
}
