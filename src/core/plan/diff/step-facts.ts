import type { PlanNode } from '../model'
import { isPartOfAccess } from './work'

/** Facts of one node in words that all formats share. */

/** The indexes an access reads, those of a bitmap or merge together, in the order of their names. */
export function indexesRead(node: PlanNode): readonly string[] {
  const names = new Set<string>()
  for (const use of node.access?.indexes ?? []) if (use.use !== 'rowid-filter') names.add(use.name)
  if (node.access && names.size === 0) {
    const waiting = [...node.children]
    for (let part = waiting.pop(); part; part = waiting.pop()) {
      if (part.access && isPartOfAccess(part.access)) for (const { name } of part.access.indexes) names.add(name)
      else if (isBitmapSum(part)) waiting.push(...part.children)
    }
  }
  return [...names].sort()
}

/** PostgreSQL's sum of several bitmaps for one table. */
export function isBitmapSum({ access, label }: PlanNode): boolean {
  return !access && /^Bitmap ?(And|Or)$/i.test(label)
}

export type JoinAlgorithm = 'nested loop' | 'hash join' | 'merge join' | 'block nested loop' | 'batched key access'

/** How a join finds the rows that fit; undefined for what is no join. */
export function joinAlgorithm({ operator, label }: PlanNode): JoinAlgorithm | undefined {
  switch (operator) {
    case 'nested-loop':
      return 'nested loop'
    case 'hash-join':
      return 'hash join'
    case 'merge-join':
      return 'merge join'
    case 'block-nested-loop':
      return 'block nested loop'
    case 'batched-key-access':
      return 'batched key access'
    case 'semi-join':
    case 'anti-join':
      if (/hash/i.test(label)) return 'hash join'
      return /merge/i.test(label) ? 'merge join' : 'nested loop'
    default:
      return undefined
  }
}

/** What a join gives on: inner, left, right, full, semi, anti; undefined where the format does not tell. */
export function joinType({ rest, operator }: PlanNode): string | undefined {
  const told = String(rest['Join Type'] ?? rest['join_type'] ?? '').toLowerCase()
  const found = /\b(inner|left|right|full|semi|anti)/.exec(told.replace('semijoin', 'semi').replace('antijoin', 'anti'))
  if (found) return told.startsWith('right ') ? told : found[1]
  if (operator === 'semi-join') return 'semi'
  return operator === 'anti-join' ? 'anti' : undefined
}

/** Does a subquery run anew for each outer row? Undefined where the format does not tell. */
export function dependence({ rest }: PlanNode): boolean | undefined {
  const told = rest['dependent']
  if (typeof told === 'boolean') return told
  const type = rest['select_type']
  return typeof type === 'string' ? /^DEPENDENT/.test(type) : undefined
}

/** What the statement calls a table. */
export function tableName({ access }: PlanNode): string | undefined {
  return access && (access.alias ?? access.table)
}
