import { useAtomValue } from 'jotai'
import { Columns2, FlaskConical, Plus, X } from 'lucide-react'
import { IconButton } from '../kit/button'
import { Icon } from '../kit/icon'
import { nameOf } from '../state/statement-name'
import { type Experiment, experimentsAtom, plansTabId } from './experiments'
import { closeExperiment, newExperiment, showTab } from './tabs'

/** The open experiments, and the comparison of two plans that needs no server. */
export function CompareTabs() {
  const { list, activeId } = useAtomValue(experimentsAtom)
  return (
    <nav className="files" aria-label="Open experiments">
      <ul className="files-list">
        {list
          .map((one) => ({ id: one.id, name: tabName(one) }))
          .map(({ id, name }) => (
            <li key={id} className={id === activeId ? 'file on' : 'file'}>
              <button
                type="button"
                aria-current={id === activeId ? 'page' : undefined}
                className="file-name"
                title={name}
                onClick={() => showTab(id)}
              >
                <Icon of={FlaskConical} size={12} />
                <span className="ell">{name}</span>
              </button>
              <IconButton small icon={X} label={`Close ${name}`} onPress={() => closeExperiment(id)} />
            </li>
          ))}
      </ul>
      <IconButton small icon={Plus} label="New experiment" onPress={newExperiment} />
      <span className="grow" />
      <div className={activeId === plansTabId ? 'file on' : 'file'}>
        <button
          type="button"
          aria-current={activeId === plansTabId ? 'page' : undefined}
          className="file-name"
          onClick={() => showTab(plansTabId)}
        >
          <Icon of={Columns2} size={12} />
          <span>Two plans</span>
        </button>
      </div>
    </nav>
  )
}

/** What the experiment is of; its number until it has a statement. */
function tabName({ name, draft: { variants } }: Experiment): string {
  const sql = variants.find((one) => one.sql.trim() !== '')?.sql
  if (sql === undefined) return name
  const own = /^experiment \d+$/.test(name) ? nameOf(sql) : name.replace(/: \d variants$/, '')
  return `${own}: ${variants.length} variants`
}
