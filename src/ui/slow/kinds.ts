import {
  ArrowDownToLine,
  ArrowDownWideNarrow,
  ArrowRight,
  Database,
  Flag,
  Lock,
  type LucideIcon,
  Pencil,
  Rows3,
  SearchX,
  TableProperties,
} from 'lucide-react'
import type { ShapeKindName } from '../../core/digest/model'

/** Kinds of slow as people call them. */
export const kindTitles: Record<ShapeKindName, string> = {
  'reads-too-much': 'reads too much',
  sorts: 'sorts',
  'temp-on-disk': 'temp on disk',
  'lock-wait': 'waits for locks',
  write: 'writes',
  'many-fast-calls': 'many fast calls',
  'first-run-only': 'first run only',
  'returns-too-much': 'returns too much',
  'full-scan': 'full scan',
  'no-index': 'join without index',
}

export const kindIcons: Record<ShapeKindName, LucideIcon> = {
  'reads-too-much': ArrowDownToLine,
  sorts: ArrowDownWideNarrow,
  'temp-on-disk': Database,
  'lock-wait': Lock,
  write: Pencil,
  'many-fast-calls': Rows3,
  'first-run-only': Flag,
  'returns-too-much': ArrowRight,
  'full-scan': TableProperties,
  'no-index': SearchX,
}

/** The kind that a row shows first: what it does is less telling than why it is slow. */
export function firstKind(kinds: readonly ShapeKindName[]): ShapeKindName | undefined {
  return kinds.find((kind) => kind !== 'write' && kind !== 'no-index') ?? kinds[0]
}
