import { useAtomValue } from 'jotai'
import { FileText, Plus, Workflow, X } from 'lucide-react'
import { keysOf } from '../commands/list'
import { IconButton } from '../kit/button'
import { Icon } from '../kit/icon'
import { closeTab, newTab, selectTab } from '../state/actions/tabs'
import { buffersAtom } from '../state/buffers'

/** The editor's tabs: statements and pasted plans. */
export function FileTabs() {
  const { list, activeId } = useAtomValue(buffersAtom)
  return (
    <div className="files">
      <div className="files-list" role="tablist" aria-label="Statements">
        {list.map((buffer) => (
          <div key={buffer.id} className={buffer.id === activeId ? 'file on' : 'file'} role="presentation">
            <button
              type="button"
              role="tab"
              aria-selected={buffer.id === activeId}
              tabIndex={buffer.id === activeId ? 0 : -1}
              className="file-name"
              title={buffer.name}
              onClick={() => selectTab(buffer.id)}
              onKeyDown={(event) => {
                const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
                const at = list.findIndex((each) => each.id === buffer.id)
                const next = list[(at + step + list.length) % list.length]
                if (step === 0 || !next) return
                selectTab(next.id)
                const tabs = event.currentTarget.closest('[role=tablist]')?.querySelectorAll<HTMLElement>('[role=tab]')
                tabs?.[list.indexOf(next)]?.focus()
              }}
            >
              <Icon of={buffer.kind === 'plan' ? Workflow : FileText} size={12} />
              <span className="ell">{buffer.name}</span>
            </button>
            <IconButton small icon={X} label={`Close ${buffer.name}`} onPress={() => closeTab(buffer.id)} />
          </div>
        ))}
      </div>
      <IconButton small icon={Plus} label="New tab" keys={keysOf('tab.new') ?? ''} onPress={newTab} />
    </div>
  )
}
