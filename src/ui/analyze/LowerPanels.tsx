import { useAtom, useAtomValue } from 'jotai'
import { KeyRuler } from '../index-use/KeyRuler'
import { type TabItem, Tabs } from '../kit/tabs'
import { resultAtom } from '../state/atoms'
import { type LowerTab, lowerTabAtom } from '../state/session'
import { CountersTable } from './CountersTable'
import { SentStatements } from './SentStatements'
import { TraceText } from './TraceText'
import { WarningsTable, warningsOf } from './WarningsTable'

/** The proofs: index use, counters, trace, warnings, the statements themselves. Those without content are left out. */
export function useLowerTabs(): readonly TabItem<LowerTab>[] {
  const result = useAtomValue(resultAtom)
  const keyRuler: TabItem<LowerTab> = { id: 'index-use', title: 'Index use', content: <KeyRuler /> }
  if (result.state !== 'analysis') return [keyRuler]
  const { counters, traceText, explain } = result.analysis
  const warnings = warningsOf(explain)
  return [
    keyRuler,
    { id: 'counters', title: 'Counters', content: <CountersTable counters={counters} /> },
    { id: 'trace', title: 'Trace', content: <TraceText text={traceText} /> },
    {
      id: 'warnings',
      title: 'Warnings',
      count: warnings.length === 0 ? undefined : warnings.length,
      content: <WarningsTable warnings={warnings} />,
    },
    { id: 'sent', title: 'Sent', count: explain.length, content: <SentStatements outputs={explain} /> },
  ]
}

export function LowerPanels() {
  const [tab, setTab] = useAtom(lowerTabAtom)
  const items = useLowerTabs()
  return (
    <Tabs
      label="Proofs"
      items={items}
      selected={items.some((each) => each.id === tab) ? tab : 'index-use'}
      onSelect={setTab}
    />
  )
}
