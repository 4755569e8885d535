import type { LucideIcon } from 'lucide-react'

/** An icon at the size of the text beside it; always decoration, the word stands next to it or in aria-label. */
export function Icon({ of: Shape, size = 16 }: { readonly of: LucideIcon; readonly size?: 12 | 14 | 16 }) {
  return <Shape size={size} strokeWidth={size === 12 ? 1.75 : 1.5} aria-hidden="true" focusable="false" className="i" />
}
