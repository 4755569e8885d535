import type { RefObject } from 'react'
import { nodeDetail, nodeTitle } from '../plan/node-text'
import { type FlameFacts, flameFormulas, flameReasons } from './flame-words'

interface FlameTipProps {
  readonly facts: FlameFacts
  readonly at: number
  readonly wholeOwn: number
  /** Moved by the pointer itself, so that moving renders nothing. */
  readonly place: RefObject<HTMLDivElement | null>
}

/** Exact numbers of the node under the pointer, and how they were worked out. The line below the icicle has them for keys. */
export function FlameTip({ facts, at, wholeOwn, place }: FlameTipProps) {
  const node = facts.flat.nodes[at]
  if (!node) return null
  const detail = nodeDetail(node)
  return (
    <div ref={place} className="tip flame-tip" aria-hidden="true">
      <b dir="auto">{nodeTitle(node)}</b>
      {detail !== undefined && (
        <div className="flame-tip-detail" dir="auto">
          {detail}
        </div>
      )}
      {flameFormulas(facts, at, wholeOwn).map((line) => (
        <div key={line}>{line}</div>
      ))}
      {flameReasons(facts, at).map((line) => (
        <div key={line} className="flame-reason">
          {line}
        </div>
      ))}
    </div>
  )
}
