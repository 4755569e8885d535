import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icon'

interface BadgeProps {
  readonly children: ReactNode
  readonly look?: 'plain' | 'good' | 'bad' | 'warn' | 'acc'
  readonly icon?: LucideIcon
  readonly title?: string
}

/** A short fact in a box; the colour never says more than the word. */
export function Badge({ children, look = 'plain', icon, title }: BadgeProps) {
  return (
    <span className={look === 'plain' ? 'badge' : `badge ${look}`} title={title}>
      {icon && <Icon of={icon} size={12} />}
      {children}
    </span>
  )
}
