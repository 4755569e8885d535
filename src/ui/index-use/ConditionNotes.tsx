import { useAtomValue, useSetAtom } from 'jotai'
import { TriangleAlert } from 'lucide-react'
import type { Finding } from '../../core/advisor/model'
import { Icon } from '../kit/icon'
import { conditionFindingsAtom } from '../plan-facts/atoms'
import { selectionAtom } from '../state/atoms'
import type { RuledAccess } from './shown-access'
import { Words } from './Words'

/** What is wrong with conditions on the shown table by themselves: no bar can say it where no index holds the column. */
export function ConditionNotes({ access }: { readonly access: RuledAccess }) {
  const findings = useAtomValue(conditionFindingsAtom).filter(({ nodes }) => nodes.includes(access.nodeId))
  return findings.map((one) => <ConditionNote key={one.explanation} finding={one} nodeId={access.nodeId} />)
}

function ConditionNote({ finding, nodeId }: { readonly finding: Finding; readonly nodeId: string }) {
  const select = useSetAtom(selectionAtom)
  const sqlSpans = finding.evidence.flatMap(({ sqlSpan }) => sqlSpan ?? [])
  const [sqlSpan] = sqlSpans
  return (
    <p className="note warn kr-note">
      <Icon of={TriangleAlert} />
      {sqlSpan === undefined ? (
        <span>
          <Words text={finding.explanation} />
        </span>
      ) : (
        <button
          type="button"
          className="stop-text"
          title="Shows it in the statement"
          onClick={() => select(({ planIndex }) => ({ planIndex, nodeId, sqlSpan, sqlSpans }))}
        >
          <Words text={finding.explanation} />
        </button>
      )}
    </p>
  )
}
