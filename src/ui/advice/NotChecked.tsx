import { Sigma } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { Analysis } from '../../core/analysis/model'
import { Button } from '../kit/button'
import { explainWithCounts } from '../state/actions/explain'
import { countBlocked } from './actions'

type Rules = NonNullable<Analysis['notChecked']>

/** Rules that could not be asked, by what they would need. */
export function NotChecked({ rules }: { readonly rules: Rules }) {
  const [open, setOpen] = useState(false)
  const uncounted = rules.some(({ because }) => because.includes('no values were counted'))
  const groups = new Map<string, Rules[number][]>()
  for (const rule of rules) groups.set(rule.because, [...(groups.get(rule.because) ?? []), rule])
  return (
    <div className="not-checked faint small">
      <AriaButton className="link small" aria-expanded={open} onPress={() => setOpen(!open)}>
        Not checked: {rules.length === 1 ? '1 rule' : `${rules.length} rules`}
      </AriaButton>
      {open && uncounted && (
        <Button
          small
          icon={Sigma}
          tip="Counts what the rules ask for by reading statements, 5 s at most"
          blockedBecause={countBlocked()}
          onPress={() => void explainWithCounts()}
        >
          Count values
        </Button>
      )}
      {open && (
        <ul>
          {[...groups].map(([because, these]) => (
            <li key={because}>
              <b>{because}:</b> {these.map(({ title }) => title).join('; ')}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
