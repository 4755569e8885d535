import type { ColumnReference, Condition, ConditionNode, Meaning } from '../core/sql/meaning/model'
import type { SqlCondition } from '../core/sql/model'
import { TokenKind } from '../core/sql/tokens'
import type { TextSpan } from '../core/text-span'
import type { StatementPlaces } from './statement-places'

/**
 * The conditions of every WHERE, ON, HAVING and WHEN that must all hold there (joined by AND), in the order of the text.
 * A part with OR at its top, or NOT before a group, is one condition of kind `other`. Operators stand as written.
 */
export function conditionsOf({ code }: StatementPlaces, meaning: Meaning): SqlCondition[] {
  const places = new Map<number, number>()
  for (let at = 0; at < code.length; at++) places.set(code.start(at), at)
  const found: SqlCondition[] = []
  for (const { conditions } of meaning.blocks) {
    for (const { clause, whole } of conditions) {
      const shown = clauseShown(clause)
      if (shown === undefined) continue
      for (const part of parts(whole)) {
        const { start, end } = part.type === 'condition' ? part.span : enclosed(part.span)
        const at = places.get(start) ?? 0
        const isNegated = code.word(at) === 'NOT'
        const columns = columnsOf(part)
        const tables = columns.flatMap((column) => tableOf(column, meaning))
        found.push({
          text: code.tokens.text.slice(start, end),
          span: { start, end },
          clause: shown,
          tables: [...new Set(tables)],
          columns: [...new Set(columns.map(({ name }) => name))],
          operator: operatorOf(part, isNegated, (word) => hasToken(at, end, word)),
          kind: part.type === 'condition' ? part.kind : 'other',
          ...(part.type === 'condition' && isPicking(part) && { fixedPrefix: part.fixedPrefix }),
        })
      }
    }
  }
  return found.sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end)

  function parts(node: ConditionNode): readonly ConditionNode[] {
    const at = places.get(node.span.start) ?? 0
    const splits = node.type === 'and' && code.word(at) !== 'NOT'
    return splits ? node.parts.flatMap(parts) : [node]
  }

  /** With the parentheses right around it, which a part with OR needs. */
  function enclosed({ start, end }: TextSpan): TextSpan {
    const first = places.get(start) ?? 0
    let from = first
    while (code.kind(from - 1) === TokenKind.openParen && code.start(code.closing(from - 1)) >= end) {
      const close = code.closing(from - 1)
      const inner = from === first ? end : code.end(code.closing(from))
      if (code.end(close - 1) !== inner) break
      from--
    }
    return from === first ? { start, end } : { start: code.start(from), end: code.end(code.closing(from)) }
  }

  function hasToken(from: number, end: number, text: string): boolean {
    for (let at = from; at < code.length && code.start(at) < end; at++) {
      if (code.text(at).toUpperCase() === text) return true
    }
    return false
  }
}

function isPicking({ kind, fixedPrefix }: Condition): boolean {
  return kind === 'like' && fixedPrefix !== undefined
}

function clauseShown(
  clause: Meaning['blocks'][number]['conditions'][number]['clause'],
): SqlCondition['clause'] | undefined {
  if (clause === 'where' || clause === 'on' || clause === 'having') return clause
  return clause === 'when' ? 'where' : undefined
}

/** `!=`, ISNULL and NOTNULL are other words for what the grammar makes of them. */
function operatorOf(part: ConditionNode, isNegated: boolean, has: (text: string) => boolean): string {
  if (part.type !== 'condition') {
    // NOT before a group turned AND into OR.
    const word = part.type.toUpperCase()
    return isNegated ? `NOT ${word === 'AND' ? 'OR' : 'AND'}` : word
  }
  let { written } = part
  if (written === '<>' && has('!=')) written = '!='
  else if (written === 'IS NULL' && has('ISNULL')) written = 'ISNULL'
  else if (written === 'IS NOT NULL' && has('NOTNULL')) written = 'NOTNULL'
  return isNegated && written !== '' ? `NOT ${written}` : written
}

/** In the order of the text. */
function columnsOf(node: ConditionNode): ColumnReference[] {
  const found = new Set<ColumnReference>()
  const waiting: ConditionNode[] = [node]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.type !== 'condition') waiting.push(...next.parts)
    else for (const { columns } of [next.left, ...next.right]) for (const column of columns) found.add(column)
  }
  return [...found].sort((a, b) => a.span.start - b.span.start)
}

/** The table as the text names it, or the only one that can be meant. */
function tableOf({ table, targets, resolution }: ColumnReference, { blocks }: Meaning): string[] {
  if (table !== undefined) return [table]
  const [target] = targets
  if (target === undefined || (resolution !== 'column' && resolution !== 'merged')) return []
  const name = blocks[target.block]?.sources[target.source]?.name
  return name === undefined ? [] : [name]
}
