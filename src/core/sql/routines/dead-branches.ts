import type { Dialect } from '../../engine'
import { constantTruth } from './constant-truth'
import type { RoutineStatement, StatementList } from './model'
import { readBody } from './read-body'

export interface LiveBody {
  readonly body: string
  /** Conditions of the branches that were taken out, as written. */
  readonly removed: readonly string[]
}

/**
 * A routine's body without the branches that are never taken: of IF and WHILE, where the condition is of literals
 * alone. Undefined where there are none, or the body is not understood.
 */
export function withoutDeadBranches(body: string, dialect: Dialect): LiveBody | undefined {
  let text = body
  const removed: string[] = []
  // One change at a time: each makes the text shorter, and the places of the next are read anew.
  for (;;) {
    const root = readBody(text, dialect)
    const change = root && changeIn(text, [root], dialect)
    if (change === undefined) break
    text = text.slice(0, change.start) + change.text + text.slice(change.end)
    removed.push(...change.removed)
  }
  return removed.length === 0 ? undefined : { body: text, removed }
}

interface Change {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly removed: readonly string[]
}

function changeIn(
  text: string,
  statements: readonly RoutineStatement[],
  dialect: Dialect,
  mayBeEmpty = false,
): Change | undefined {
  for (const statement of statements) {
    const found = changeOf(text, statement, dialect)
    if (found !== undefined) return mayBeEmpty || statements.length > 1 ? withoutNothing(text, found, dialect) : found
    const inside = insideOf(text, statement, dialect)
    if (inside !== undefined) return inside
  }
  return undefined
}

/** Where other statements are left, one that does nothing goes with its `;`. */
function withoutNothing(text: string, change: Change, dialect: Dialect): Change {
  if (change.text !== nothingOf(dialect)) return change
  const [gap = ''] = /^\s*;\s*/.exec(text.slice(change.end)) ?? []
  return gap === '' ? change : { ...change, end: change.end + gap.length, text: '' }
}

function nothingOf(dialect: Dialect): string {
  return dialect === 'postgres' ? 'NULL' : 'BEGIN END'
}

function insideOf(text: string, statement: RoutineStatement, dialect: Dialect): Change | undefined {
  for (const { statements } of listsOf(statement)) {
    const found = changeIn(text, statements, dialect, statement.type === 'block')
    if (found !== undefined) return found
  }
  return undefined
}

/** The lists of statements that a statement holds. */
export function listsOf(statement: RoutineStatement): readonly StatementList[] {
  switch (statement.type) {
    case 'block':
    case 'loop':
      return [statement.list]
    case 'case':
      return statement.lists
    case 'if':
      return [...statement.branches.map(({ list }) => list), ...(statement.otherwise ? [statement.otherwise] : [])]
    case 'simple':
    case 'return':
      return []
  }
}

function changeOf(text: string, statement: RoutineStatement, dialect: Dialect): Change | undefined {
  const { span } = statement
  const textOf = ({ start, end }: { readonly start: number; readonly end: number }) => text.slice(start, end)
  const nothing = nothingOf(dialect)
  if (statement.type === 'loop') {
    const { condition } = statement
    if (condition === undefined || constantTruth(textOf(condition), dialect) !== false) return undefined
    return { ...span, text: nothing, removed: [textOf(condition)] }
  }
  if (statement.type !== 'if') return undefined
  const live: { condition: string; list: string }[] = []
  const removed: string[] = []
  let otherwise = statement.otherwise && textOf(statement.otherwise.span)
  for (const [at, branch] of statement.branches.entries()) {
    const condition = textOf(branch.condition)
    const truth = constantTruth(condition, dialect)
    if (truth === undefined) live.push({ condition, list: textOf(branch.list.span) })
    else if (!truth) removed.push(condition)
    else {
      // Always taken: what stands after it never is.
      removed.push(...statement.branches.slice(at + 1).map((later) => textOf(later.condition)))
      if (otherwise !== undefined) removed.push(`NOT (${condition})`)
      otherwise = textOf(branch.list.span)
      break
    }
  }
  if (removed.length === 0) return undefined
  const [first, ...others] = live
  if (first === undefined) return { ...span, text: alone(otherwise, nothing, dialect), removed }
  const elseWord = dialect === 'postgres' ? 'ELSIF' : 'ELSEIF'
  const rest = others.map(({ condition, list }) => ` ${elseWord} ${condition} THEN ${list}`).join('')
  const last = otherwise === undefined ? '' : ` ELSE ${otherwise}`
  return { ...span, text: `IF ${first.condition} THEN ${first.list}${rest}${last} END IF`, removed }
}

/** The statements of the one branch that is left; their last `;` is the one after the IF. */
function alone(list: string | undefined, nothing: string, dialect: Dialect): string {
  const text = list?.trim() ?? ''
  if (text === '') return nothing
  return dialect === 'postgres' || !/^DECLARE\b/i.test(text) ? text.replace(/;$/, '') : `BEGIN ${text} END`
}
