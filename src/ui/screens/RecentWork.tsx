import { useAtomValue } from 'jotai'
import { Button } from 'react-aria-components'
import { formatAge } from '../../core/figures'
import { CodeText } from '../analyze/CodeText'
import { reopen } from '../state/actions/history'
import { historyAtom } from '../state/atoms'
import { nameOf } from '../state/statement-name'

/** The last runs, each one press away. */
export function RecentWork({ most }: { readonly most: number }) {
  const history = useAtomValue(historyAtom)
  if (history.length === 0) return <p className="faint small">Nothing yet. Every run is kept here.</p>
  const now = Date.now()
  return (
    <ul className="recent">
      {history.slice(0, most).map((entry) => (
        <li key={entry.id}>
          <Button className="recent-one" onPress={() => void reopen(entry)}>
            <b className="ell recent-name">{nameOf(entry.sql)}</b>
            <span className="dim ell grow">
              <CodeText text={entry.verdict} />
            </span>
            <span className="faint nowrap">{formatAge(Date.parse(entry.at), now)}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
