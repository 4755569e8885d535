import { ChevronDown, ChevronUp, type LucideIcon, Minus, Plus, Rows3 } from 'lucide-react'
import type { DigestDiffDocument, ShapeChange } from '../../core/digest/model'

export interface ChangeGroup {
  readonly id: 'worse' | 'better' | 'new' | 'calls' | 'gone' | 'rest'
  readonly title: string
  readonly icon: LucideIcon
  readonly look: 'bad' | 'good' | 'acc' | 'warn' | 'dim'
  readonly changes: readonly ShapeChange[]
}

/** A line of the table: the head of a group, or a shape in it. */
export type ChangeLine =
  | { readonly kind: 'group'; readonly group: ChangeGroup }
  | { readonly kind: 'shape'; readonly group: ChangeGroup; readonly change: ShapeChange }

/** The shapes by what became of them; those that nothing became of only when they are asked for. */
export function groupsOf(diff: DigestDiffDocument, withRest: boolean): readonly ChangeGroup[] {
  const calls = diff.same.filter(({ callsOnly }) => callsOnly === true)
  const groups: readonly ChangeGroup[] = [
    { id: 'worse', title: 'Worse', icon: ChevronUp, look: 'bad', changes: diff.worse },
    { id: 'better', title: 'Better', icon: ChevronDown, look: 'good', changes: diff.better },
    { id: 'new', title: 'New', icon: Plus, look: 'acc', changes: diff.appeared },
    { id: 'calls', title: 'More or fewer calls only', icon: Rows3, look: 'warn', changes: calls },
    { id: 'gone', title: 'Gone', icon: Minus, look: 'dim', changes: diff.vanished },
    { id: 'rest', title: 'As before', icon: Minus, look: 'dim', changes: withRest ? restOf(diff) : [] },
  ]
  return groups.filter(({ changes }) => changes.length > 0)
}

/** Shapes of which nothing is to be said. */
export function restOf({ same }: DigestDiffDocument): readonly ShapeChange[] {
  return same.filter(({ callsOnly }) => callsOnly !== true)
}

export function linesOf(groups: readonly ChangeGroup[]): readonly ChangeLine[] {
  return groups.flatMap((group) => [
    { kind: 'group' as const, group },
    ...group.changes.map((change) => ({ kind: 'shape' as const, group, change })),
  ])
}

/** The next shape from a line on; -1 when there is none. */
export function nextShape(lines: readonly ChangeLine[], from: number, direction: 1 | -1): number {
  for (let at = from; at >= 0 && at < lines.length; at += direction) if (lines[at]?.kind === 'shape') return at
  return -1
}
