import { useAtom } from 'jotai'
import { Check, type LucideIcon, TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { Finding } from '../../core/advisor/model'
import type { Analysis } from '../../core/analysis/model'
import type { UsedValue } from '../../core/analysis/values-model'
import type { Verdict } from '../../core/analysis/verdict-model'
import type { Plan } from '../../core/plan/model'
import { find } from '../../core/plan/walk'
import { TryTheFix } from '../advice/TryTheFix'
import { Badge } from '../kit/badge'
import { Icon } from '../kit/icon'
import { selectionOf } from '../plan/atoms'
import { type Selection, selectionAtom } from '../state/atoms'
import { CautionList } from './CautionList'
import { CodeText } from './CodeText'
import { factLines, measuredWords, regroups, type Tone, toneOf } from './verdict'

const icons: Record<Tone, LucideIcon> = { bad: TriangleAlert, warn: TriangleAlert, good: Check }

interface VerdictBarProps {
  readonly verdict: Verdict
  readonly plans: readonly Plan[]
  /** Absent for a pasted plan. */
  readonly analysis: Analysis | undefined
  /** Asked for only where the numbers do not decide. */
  readonly findings: () => readonly Finding[]
}

/** One sentence, the numbers that prove it (press one to see its node), and what is uncertain. */
export function VerdictBar({ verdict, plans, analysis, findings }: VerdictBarProps) {
  const [selection, setSelection] = useAtom(selectionAtom)
  const [open, setOpen] = useState(false)
  // Picking a node draws the bar anew; the tone is the same.
  // biome-ignore lint/correctness/useExhaustiveDependencies: findings are those of these plans
  const tone = useMemo(() => toneOf(verdict, findings, regroups(plans[0])), [verdict, plans])
  const measured = plans.some((plan) => plan.source.measured) || analysis?.counters !== undefined
  const facts = factLines(verdict, measured)
  const cautions = analysis?.cautions ?? []
  const sub = [
    analysis ? undefined : 'pasted plan, no server asked',
    analysis && measuredWords(analysis),
    analysis?.values && valueWords(analysis.values),
  ].filter((each) => each !== undefined)
  return (
    <div className="verdict-area">
      <div className="verdict" role="status" aria-label="Verdict">
        <span className={`ic ${tone}`}>
          <Icon of={icons[tone]} />
        </span>
        <div className="grow">
          <h1 className="say">
            <CodeText text={verdict.text} />
          </h1>
          <div className="sub">
            {sub.map((words) => (
              <span key={words}>{words}</span>
            ))}
            {facts.map(({ key, text, nodeId, estimated }) =>
              nodeId === undefined ? (
                <span key={key} className={estimated ? 'est' : undefined}>
                  {text}
                </span>
              ) : (
                <AriaButton
                  key={key}
                  className={estimated ? 'fact-link est' : 'fact-link'}
                  aria-pressed={selection.nodeId === nodeId}
                  onPress={() => setSelection(factSelection(plans[0], nodeId))}
                >
                  {text}
                </AriaButton>
              ),
            )}
            {cautions.length > 0 && (
              <AriaButton className="fact-link" aria-expanded={open} onPress={() => setOpen(!open)}>
                <Badge look="warn" icon={TriangleAlert}>
                  {cautions.length === 1 ? '1 caution' : `${cautions.length} cautions`}
                </Badge>
              </AriaButton>
            )}
          </div>
        </div>
        {analysis && <TryTheFix />}
      </div>
      {open && <CautionList cautions={cautions} look="cautions scroll" />}
    </div>
  )
}

/** Values shown; the statements that were sent have them all. */
const mostValues = 4

function valueWords(values: readonly UsedValue[]): string {
  const shown = values.slice(0, mostValues).map(({ placeholder, literal }) => `${placeholder} = ${literal}`)
  const more = values.length - shown.length
  return `with ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** The node of a number, with its places in the statement and in the plan's text. */
function factSelection(plan: Plan | undefined, nodeId: string): Selection {
  const node = plan && find(plan.root, nodeId)
  return node ? selectionOf(0, node) : { planIndex: 0, nodeId }
}
