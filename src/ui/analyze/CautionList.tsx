import { TriangleAlert } from 'lucide-react'
import { Icon } from '../kit/icon'
import { CodeText } from './CodeText'

/** What makes a result less certain, one line each. */
export function CautionList({ cautions, look }: { readonly cautions: readonly string[]; readonly look: string }) {
  return (
    <ul className={look}>
      {cautions.map((caution) => (
        <li key={caution} className="note warn">
          <Icon of={TriangleAlert} />
          <span>
            <CodeText text={caution} />
          </span>
        </li>
      ))}
    </ul>
  )
}
