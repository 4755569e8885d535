import { useAtomValue } from 'jotai'
import { BarChart3, Columns2, FileText, type LucideIcon, Plus, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { keysOf } from '../commands/list'
import { IconButton } from '../kit/button'
import { Icon } from '../kit/icon'
import { closeSlowTab, type SlowTab, showSlowTab, slowTabAtom, slowTabsAtom } from './tabs'
import { openLogs } from './take-files'

const icons: Record<SlowTab['kind'], LucideIcon> = { log: BarChart3, shape: FileText, two: Columns2 }

/** Logs, shapes and pairs of logs that are open. */
export function SlowTabs() {
  const tabs = useAtomValue(slowTabsAtom)
  const front = useAtomValue(slowTabAtom)
  const strip = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab in front is looked up by its class
  useEffect(() => {
    strip.current?.querySelector('.file.on')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [front?.id])
  return (
    <nav className="files" aria-label="Open logs">
      <ul className="files-list" ref={strip}>
        {tabs.map((tab) => (
          <li key={tab.id} className={tab.id === front?.id ? 'file on' : 'file'}>
            <button
              type="button"
              aria-current={tab.id === front?.id ? 'page' : undefined}
              className="file-name"
              title={tab.name}
              onClick={() => showSlowTab(tab)}
            >
              <Icon of={icons[tab.kind]} size={12} />
              <span className="ell" dir="auto">
                {tab.name}
              </span>
            </button>
            <IconButton small icon={X} label={`Close ${tab.name}`} onPress={() => closeSlowTab(tab.id)} />
          </li>
        ))}
      </ul>
      <IconButton
        small
        icon={Plus}
        label="Open a log"
        keys={keysOf('slow.open') ?? ''}
        onPress={() => void openLogs()}
      />
    </nav>
  )
}
