import { quoteName } from '../../dialects/mysql-family'
import type { TableFactorNode } from '../syntax/table-model'
import { walk } from '../syntax/walk'
import { tableOf } from './catalog-lookup'
import { isSingleDelete, severalTableForm } from './delete-form'
import { type Editable, editing, insertion, type Plan, refuse } from './editable'
import { findTable, type TableChoice } from './find-table'
import type { EditContext, EditOutcome, SqlEdit } from './model'
import { sameName } from './quote'
import { removal, replacement } from './spacing'

/** `FORCE INDEX FOR ORDER BY (a, b)`; an empty list only in USE, where it means no index at all. */
export interface IndexHint {
  readonly action: 'USE' | 'FORCE' | 'IGNORE'
  readonly scope?: 'JOIN' | 'ORDER BY' | 'GROUP BY' | undefined
  /** Full names; the primary key is `PRIMARY`. */
  readonly indexes: readonly string[]
}

export interface IndexHintChange extends TableChoice {
  /** All hints that the table shall have; none takes them away. */
  readonly hints: readonly IndexHint[]
}

/**
 * Gives tables their index hints, in the place after alias and PARTITION, instead of those they have. A DELETE of one
 * table is written in the form of several tables, the only one that takes hints.
 * Grammar: "Index Hints" in both manuals, run on all supported servers.
 */
export function setIndexHints(sql: string, context: EditContext, changes: readonly IndexHintChange[]): EditOutcome {
  return editing(sql, context, (statement) => {
    const nodes = changes.map((change) => findTable(statement, change))
    const twice = nodes.find((node, i) => nodes.indexOf(node) < i)
    if (twice !== undefined) throw refuse('One table has one list of hints.', { span: twice.span })
    const plans = changes.map((change) => planOf(statement, change))
    return { edits: plans.flatMap(({ edits }) => edits), notes: plans.flatMap(({ notes = [] }) => notes) }
  })
}

function planOf(statement: Editable, change: IndexHintChange): Plan {
  checkHints(change)
  const node = findTable(statement, change)
  const hints = change.hints.map((hint) => hintText(hint, nameOfIndex(statement, node, hint)))
  const text = hints.join(' ')
  if (node.hintSpan === undefined) return withoutPlace(statement, node, text)
  const notes = text === '' ? [] : overruledBy(statement)
  if (node.sample !== undefined && text !== '') {
    throw refuse('A table with TABLESAMPLE takes no index hint.', { span: node.sample.span })
  }
  const { start, end } = node.hintSpan
  if (start < end) return { edits: [hintEdit(statement, node.hintSpan, text)], notes }
  return { edits: text === '' ? [] : [insertion(start, ` ${text}`)], notes }
}

function hintEdit(statement: Editable, span: { start: number; end: number }, text: string): SqlEdit {
  return text === '' ? removal(statement, span) : replacement(statement, span, text)
}

function withoutPlace(statement: Editable, node: TableFactorNode, text: string): Plan {
  if (text === '') return { edits: [] }
  const { tree } = statement
  let plan: Plan | undefined
  walk(tree.statement, (found) => {
    if (found.type === 'delete' && isSingleDelete(found) && found.tables[0] === node) {
      plan = severalTableForm(statement, found, node, text)
    }
    return plan === undefined
  })
  if (plan === undefined) throw refuse('The grammar takes no index hint at this table.', { span: node.span })
  return { edits: plan.edits, notes: [...(plan.notes ?? []), ...overruledBy(statement)] }
}

function checkHints({ hints }: IndexHintChange): void {
  for (const { action, indexes, scope } of hints) {
    if (indexes.length > 0 && !indexes.includes('')) continue
    if (action !== 'USE' || indexes.length > 0) throw refuse(`${action} INDEX needs the name of an index.`)
    if (scope !== undefined && hints.length > 1) throw refuse('USE INDEX () stands for all uses of indexes.')
  }
  const actions = new Set(hints.map(({ action }) => action))
  if (actions.has('USE') && actions.has('FORCE'))
    throw refuse('USE INDEX and FORCE INDEX exclude each other (error 1221).')
}

function hintText({ action, scope }: IndexHint, names: readonly string[]): string {
  return `${action} INDEX${scope === undefined ? '' : ` FOR ${scope}`} (${names.map(quoteName).join(', ')})`
}

/** The names as the catalog has them. A name that it does not have would be error 1176. */
function nameOfIndex({ context }: Editable, node: TableFactorNode, { indexes, action }: IndexHint): readonly string[] {
  const table = tableOf(context, node)
  if (table === undefined) return indexes.map((name) => (sameName(name, 'PRIMARY') ? 'PRIMARY' : name))
  if (table.type === 'view')
    throw refuse(`\`${node.name}\` is a view: choose the table inside it.`, { span: node.span })
  return indexes.map((name) => {
    const index = table.indexes.find((one) => sameName(one.name, name))
    if (index === undefined) throw refuse(`\`${table.name}\` has no index \`${name}\`.`, { span: node.span })
    if (!index.visible && action !== 'IGNORE')
      throw refuse(`The index \`${name}\` is not visible: naming it is error 1176.`, { span: node.span })
    return index.name
  })
}

/** Hints in comments that win over the ones of the table, silently. */
const indexLevel = /\b(NO_)?(JOIN_|GROUP_|ORDER_)?INDEX\s*\(/i

function overruledBy({ tree, context }: Editable): readonly string[] {
  if (context.dialect !== 'mysql') return []
  let found = false
  walk(tree.statement, (node) => {
    if (node.type === 'optimizer-hint' && indexLevel.test(node.text)) found = true
    return undefined
  })
  return found
    ? ['An INDEX hint in a comment wins over the hint of the table, without a word (MySQL 8.0.20 and later).']
    : []
}
