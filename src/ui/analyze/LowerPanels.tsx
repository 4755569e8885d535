import { atom, useAtom, useAtomValue } from 'jotai'
import { AdvicePanel } from '../advice/AdvicePanel'
import { adviceCardsAtom } from '../advice/cards'
import { KeyRuler } from '../index-use/KeyRuler'
import { type TabItem, Tabs } from '../kit/tabs'
import { usePlanPainted } from '../plan/use-plan-painted'
import { planFindingsAtom } from '../plan-facts/atoms'
import { FindingsPanel } from '../plan-facts/FindingsPanel'
import { NotesPanel } from '../plan-facts/NotesPanel'
import { RowsPanel } from '../plan-facts/RowsPanel'
import { StatisticsPanel } from '../plan-facts/StatisticsPanel'
import { resultAtom, shownPlanAtom } from '../state/atoms'
import { type LowerTab, lowerTabAtom } from '../state/session'
import { hasPlaceholders } from '../value-sets/asked'
import { ValueSetsPanel } from '../value-sets/ValueSetsPanel'
import { WhyPanel } from '../why/WhyPanel'
import { CountersTable } from './CountersTable'
import { SentStatements } from './SentStatements'
import { WarningsTable, warningsOf } from './WarningsTable'

/** The proofs: index use, where the rows go, what the plan shows, statistics, why this plan, counters, warnings, the statements themselves. Those without content are left out. */
export function useLowerTabs(adviceBeside = false): readonly TabItem<LowerTab>[] {
  const result = useAtomValue(resultAtom)
  const shown = useAtomValue(shownPlanAtom)
  // Of a big plan they are looked for when it is drawn.
  const found = useAtomValue(usePlanPainted() ? planFindingsAtom : notLookedAtom)
  const cards = useAtomValue(adviceCardsAtom)
  const keyRuler: TabItem<LowerTab> = { id: 'index-use', title: 'Index use', content: <KeyRuler /> }
  const notes = shown?.plan.notes.length ?? 0
  const ofPlan: readonly TabItem<LowerTab>[] = shown
    ? [
        keyRuler,
        { id: 'rows', title: 'Rows', content: <RowsPanel /> },
        {
          id: 'findings',
          title: 'Findings',
          count: found === undefined || found.findings.length === 0 ? undefined : found.findings.length,
          content: <FindingsPanel />,
        },
        { id: 'statistics', title: 'Statistics', content: <StatisticsPanel /> },
        ...(notes === 0 ? [] : [{ id: 'notes', title: 'Notes', count: notes, content: <NotesPanel /> } as const]),
      ]
    : [keyRuler]
  if (result.state !== 'analysis') return ofPlan
  const { counters, explain } = result.analysis
  const warnings = warningsOf(explain)
  const [ruler, ...others] = ofPlan
  return [
    ...(ruler ? [ruler] : []),
    ...(adviceBeside
      ? []
      : [{ id: 'advice', title: 'Advice', count: cards?.standing.length, content: <AdvicePanel /> } as const]),
    { id: 'why', title: 'Why this plan', content: <WhyPanel /> },
    ...(hasPlaceholders(result.analysis)
      ? [{ id: 'values', title: 'Values', content: <ValueSetsPanel /> } as const]
      : []),
    ...others,
    { id: 'counters', title: 'Counters', content: <CountersTable counters={counters} /> },
    {
      id: 'warnings',
      title: 'Warnings',
      count: warnings.length === 0 ? undefined : warnings.length,
      content: <WarningsTable warnings={warnings} />,
    },
    { id: 'sent', title: 'Sent', count: explain.length, content: <SentStatements outputs={explain} /> },
  ]
}

const notLookedAtom = atom(undefined)

/** @param adviceBeside the advice has a pane of its own */
export function LowerPanels({ adviceBeside = false }: { readonly adviceBeside?: boolean }) {
  return usePlanPainted() ? <Proofs adviceBeside={adviceBeside} /> : null
}

function Proofs({ adviceBeside }: { readonly adviceBeside: boolean }) {
  const [tab, setTab] = useAtom(lowerTabAtom)
  const items = useLowerTabs(adviceBeside)
  return (
    <Tabs
      label="Proofs"
      items={items}
      selected={items.some((each) => each.id === tab) ? tab : 'index-use'}
      onSelect={setTab}
    />
  )
}
