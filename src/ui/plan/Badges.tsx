import { ArrowDownNarrowWide, CircleOff, HardDrive, type LucideIcon, Rows3, Table2, Target } from 'lucide-react'
import { Badge } from '../kit/badge'
import { type BadgeKind, badgeTitle, badgeWord, type NodeBadge } from './badges'

const icons: Record<BadgeKind, LucideIcon> = {
  'full-scan': Rows3,
  filesort: ArrowDownNarrowWide,
  temporary: Table2,
  'on-disk': HardDrive,
  misestimate: Target,
  'never-executed': CircleOff,
}

/** Badges of a node: icon and word each. */
export function Badges({ badges }: { readonly badges: readonly NodeBadge[] }) {
  return (
    <>
      {badges.map((badge) => (
        <Badge key={badge.kind} look={badge.look} icon={icons[badge.kind]} title={badgeTitle(badge)}>
          {badgeWord(badge)}
        </Badge>
      ))}
    </>
  )
}
