import {
  ArrowDownNarrowWide,
  CircleOff,
  CornerLeftUp,
  HardDrive,
  type LucideIcon,
  Rows3,
  Table2,
  Target,
} from 'lucide-react'
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

function iconOf(badge: NodeBadge): LucideIcon {
  return badge.kind === 'misestimate' && badge.inherited ? CornerLeftUp : icons[badge.kind]
}

interface BadgesProps {
  readonly badges: readonly NodeBadge[]
  /** More than this are counted in one last badge. */
  readonly most?: number
}

/** Badges of a node: icon and word each, the worst first. */
export function Badges({ badges, most = badges.length }: BadgesProps) {
  const more = badges.slice(most)
  return (
    <>
      {badges.slice(0, most).map((badge) => (
        <Badge key={badge.kind} look={badge.look} icon={iconOf(badge)} title={badgeTitle(badge)}>
          {badgeWord(badge)}
        </Badge>
      ))}
      {more.length > 0 && <Badge title={more.map(badgeTitle).join('\n')}>+{more.length}</Badge>}
    </>
  )
}
