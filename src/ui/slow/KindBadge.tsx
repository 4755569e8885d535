import { useState } from 'react'
import type { ShapeKindName } from '../../core/digest/model'
import { Badge } from '../kit/badge'
import { evidenceOf } from './evidence'
import { firstKind, kindIcons, kindTitles } from './kinds'

interface KindBadgeProps {
  readonly digestId: string
  readonly shape: string
  readonly kinds: readonly ShapeKindName[]
}

/** What kind of slow it is; all its kinds with their figures on hover. */
export function KindBadge({ digestId, shape, kinds }: KindBadgeProps) {
  const [evidence, setEvidence] = useState<string | undefined>(undefined)
  const kind = firstKind(kinds)
  if (kind === undefined) return null
  const tip = evidence ?? kinds.map((each) => kindTitles[each]).join(', ')
  return (
    <span
      className="row slow-kind"
      title={tip}
      onPointerEnter={() => {
        if (evidence === undefined) void evidenceOf(digestId, shape).then(setEvidence)
      }}
    >
      <Badge icon={kindIcons[kind]} look={kind === 'lock-wait' ? 'warn' : 'plain'}>
        {kindTitles[kind]}
      </Badge>
      {kinds.length > 1 && <span className="faint tiny">+{kinds.length - 1}</span>}
    </span>
  )
}
