import { useAtomValue } from 'jotai'
import { Check, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components'
import type { Finding } from '../../core/advisor/model'
import { planRules } from '../../core/plan/insight/findings'
import { showAdvice } from '../advice/actions'
import { CodeText } from '../analyze/CodeText'
import { Badge } from '../kit/badge'
import { Icon } from '../kit/icon'
import { flatPlanAtom } from '../plan/atoms'
import { planFindingsAtom } from './atoms'
import { PanelEmpty } from './RowsPanel'
import { useSelectNodes } from './use-select-nodes'

const looks: Record<Finding['severity'], { readonly icon: LucideIcon; readonly look: 'bad' | 'warn' | 'plain' }> = {
  problem: { icon: TriangleAlert, look: 'bad' },
  warning: { icon: TriangleAlert, look: 'warn' },
  hint: { icon: Info, look: 'plain' },
}

const confidenceWords: Record<Finding['confidence'], string> = {
  proven: 'proven',
  measured: 'measured',
  estimated: 'from estimates',
  structural: 'from the plan’s shape',
}

/** What the plan itself shows, the loudest first, each with its steps and numbers. */
export function FindingsPanel() {
  const found = useAtomValue(planFindingsAtom)
  if (!found) return <PanelEmpty />
  const { findings, withheld } = found
  return (
    <div className="lower scroll findings-panel">
      {findings.length === 0 && (
        <p className="note">
          <Icon of={Check} />
          <span>
            <b>Nothing stands out in this plan.</b>{' '}
            <span className="dim">Looked for: {planRules.map((rule) => rule.name.replace(/-/g, ' ')).join(', ')}.</span>
          </span>
        </p>
      )}
      <ul className="findings">
        {findings.map((finding) => (
          <FindingCard key={`${finding.rule} ${finding.nodes.join(' ')}`} finding={finding} />
        ))}
      </ul>
      {withheld > 0 && (
        <p className="note warn">
          <Icon of={TriangleAlert} />
          <span>
            {withheld === 1 ? 'One more thing is' : `${withheld} more things are`} not said, because something at these
            steps was not understood.
          </span>
        </p>
      )}
    </div>
  )
}

function FindingCard({ finding }: { readonly finding: Finding }) {
  const { select, selectedId } = useSelectNodes()
  const flat = useAtomValue(flatPlanAtom)
  const { icon, look } = looks[finding.severity]
  const places = finding.nodes.flatMap((id) => {
    const at = flat?.indexOf.get(id)
    return at === undefined ? [] : [{ id, at }]
  })
  const shown = places.slice(0, 8)
  return (
    <li className="finding">
      <div className="row wrap">
        <Badge look={look} icon={icon}>
          {finding.severity}
        </Badge>
        <b>
          <CodeText text={finding.title} />
        </b>
        <span className="faint small">{confidenceWords[finding.confidence]}</span>
        <span className="grow" />
        {shown.map(({ id, at }) => (
          <AriaButton key={id} className="link small" aria-pressed={selectedId === id} onPress={() => select([id])}>
            node {(at + 1).toLocaleString('en-US')}
          </AriaButton>
        ))}
        {places.length > shown.length && <span className="faint small">and {places.length - shown.length} more</span>}
      </div>
      <p>
        <CodeText text={finding.explanation} />
      </p>
      {finding.advice[0] && (
        <AriaButton className="link small" onPress={showAdvice}>
          <CodeText text={`Advice: ${finding.advice[0].title}`} />
        </AriaButton>
      )}
    </li>
  )
}
