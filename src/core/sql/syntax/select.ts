import { TokenKind } from '../tokens'
import { groupBy, into, windows } from './clauses'
import { expression } from './expressions'
import type { NameNode, OpaqueNode } from './model'
import { beginsFetch } from './order-limit'
import type { OptimizerHintNode, SelectItemNode, SelectNode } from './query-model'
import type { Reader } from './reader'
import { tableList } from './tables'

type Draft = { -readonly [K in keyof SelectNode]?: SelectNode[K] }

/** SELECT up to QUALIFY: without ORDER BY and what follows, which may belong to a set operation. */
export function selectCore(r: Reader): SelectNode {
  const from = r.at
  const hintPlace = r.code.end(r.at)
  r.at++
  const hint = optimizerHint(r)
  const modifiers: string[] = []
  while (selectModifiers.has(r.word())) {
    modifiers.push(r.word())
    r.at++
  }
  const items = selectItems(r)
  const draft: Draft = {}
  const opaque: OpaqueNode[] = []
  let reached = 0
  while (!endsCore(r, reached)) {
    const clause = clauses.get(r.word())
    const isNew = clause?.read(r, draft, reached >= clause.rank) ?? false
    if (clause !== undefined && isNew) {
      reached = Math.max(reached, clause.rank)
      continue
    }
    r.fail('This does not fit here.')
    const begin = r.at
    r.at++
    const to = r.nextBoundary()
    r.at = begin
    opaque.push(r.opaqueTo(to, 'This does not fit here.'))
  }
  return {
    type: 'select',
    from,
    to: r.at,
    span: r.span(from),
    hint,
    hintPlace,
    modifiers,
    items,
    ...draft,
    opaque: opaque.length > 0 ? opaque : undefined,
  }
}

const selectModifiers: ReadonlySet<string> = new Set(
  (
    'ALL DISTINCT DISTINCTROW HIGH_PRIORITY STRAIGHT_JOIN SQL_SMALL_RESULT SQL_BIG_RESULT SQL_BUFFER_RESULT SQL_CACHE ' +
    'SQL_NO_CACHE SQL_CALC_FOUND_ROWS'
  ).split(' '),
)

interface Clause {
  readonly rank: number
  /** Reads the clause into the draft; false when there is one already. `late` when a later clause stands before it. */
  readonly read: (r: Reader, draft: Draft, late: boolean) => boolean
}

function clause(rank: number, has: (draft: Draft) => boolean, read: (r: Reader, draft: Draft) => void): Clause {
  return {
    rank,
    read: (r, draft, late) => {
      if (has(draft)) return false
      if (late) r.fail('This clause stands too late.')
      read(r, draft)
      return true
    },
  }
}

function conditionAfter(r: Reader) {
  r.at++
  return expression(r)
}

const clauses: ReadonlyMap<string, Clause> = new Map([
  [
    'INTO',
    clause(
      1,
      (draft) => draft.into !== undefined,
      (r, draft) => {
        draft.into = into(r)
      },
    ),
  ],
  [
    'FROM',
    clause(
      2,
      (draft) => draft.tables !== undefined,
      (r, draft) => {
        r.at++
        draft.tables = tableList(r)
      },
    ),
  ],
  [
    'WHERE',
    clause(
      3,
      (draft) => draft.where !== undefined,
      (r, draft) => {
        draft.where = conditionAfter(r)
      },
    ),
  ],
  [
    'GROUP',
    clause(
      4,
      (draft) => draft.groupBy !== undefined,
      (r, draft) => {
        draft.groupBy = groupBy(r)
      },
    ),
  ],
  [
    'HAVING',
    clause(
      5,
      (draft) => draft.having !== undefined,
      (r, draft) => {
        draft.having = conditionAfter(r)
      },
    ),
  ],
  [
    'WINDOW',
    clause(
      6,
      (draft) => draft.windows !== undefined,
      (r, draft) => {
        draft.windows = windows(r)
      },
    ),
  ],
  [
    'QUALIFY',
    clause(
      7,
      (draft) => draft.qualify !== undefined,
      (r, draft) => {
        draft.qualify = conditionAfter(r)
      },
    ),
  ],
])

/** Does something begin that is not of the core: ORDER BY and later clauses, a set operation, the end? */
function endsCore(r: Reader, reached: number): boolean {
  const kind = r.kind()
  if (r.atEnd || kind === TokenKind.closeParen || kind === TokenKind.terminator) return true
  const word = r.word()
  // Before FROM it is of the core; later it is of the query.
  if (word === 'INTO') return reached > 0
  return afterCore.has(word) || beginsFetch(r) || (word === 'ON' && r.word(1) === 'DUPLICATE')
}

const afterCore: ReadonlySet<string> = new Set(
  'ORDER LIMIT PROCEDURE FOR LOCK UNION EXCEPT INTERSECT RETURNING'.split(' '),
)

/** `a, b AS c, t.*`; a bare `*` only first. */
export function selectItems(r: Reader): SelectItemNode[] {
  const items: SelectItemNode[] = []
  do {
    const from = r.at
    if (items.length === 0 && r.takeOperator('*')) {
      const star = { type: 'star', from, to: r.at, span: r.span(from) } as const
      items.push({ type: 'select-item', from, to: r.at, span: star.span, expression: star })
      continue
    }
    const value = expression(r)
    const alias = value.type === 'star' ? undefined : columnAlias(r)
    items.push({ type: 'select-item', from, to: r.at, span: r.span(from), expression: value, alias })
  } while (r.takeComma())
  return items
}

/** `AS name`, `name`, also a string. */
function columnAlias(r: Reader): NameNode | undefined {
  const named = r.take('AS')
  if (r.isName() ? named || !startsClause(r) : r.kind() === TokenKind.string) return r.takeAnyName()
  if (named) r.fail('An alias is expected here.')
  return undefined
}

/** Words that are not reserved on every server, and no alias where their clause follows. */
function startsClause(r: Reader): boolean {
  const word = r.word()
  if (word === 'QUALIFY') return r.kind(1) !== TokenKind.comma && r.kind(1) !== TokenKind.none && r.word(1) !== 'FROM'
  return word === 'RETURNING' && r.kind(1) !== TokenKind.comma && r.kind(1) !== TokenKind.none && r.word(1) !== 'FROM'
}

/** The optimizer hints right after the statement's first word, when the reader stands after it. */
export function optimizerHint(r: Reader): OptimizerHintNode | undefined {
  const found = r.hintBefore()
  if (found === undefined) return undefined
  return { type: 'optimizer-hint', from: r.at, to: r.at, span: found.span, text: found.text }
}
