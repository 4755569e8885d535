import type { Family } from '../engine'
import type {
  ClauseConditions,
  ColumnReference,
  ColumnTarget,
  ConditionNode,
  Meaning,
  QueryBlock,
  SortColumn,
  Source,
} from '../sql/meaning/model'
import type { TextSpan } from '../text-span'
import { type ConditionToken, tokensOf } from './condition-lexer'
import { predicatesOfExpression } from './conditions'
import { innermost, sourceOf } from './derived-columns'
import { type ColumnName, columnsIn, type Expression, expressionKey } from './expression'
import { readExpressionTokens } from './expression-reader'
import type { StatementRead } from './mysql-reading'
import type { Predicate } from './predicate'
import type { OrderItem, ScopeTable, StatementScope } from './statement-scope'
import { withColumns } from './with-columns'

/**
 * The query blocks of a statement as key parts are judged by them: conditions with every column under the name of the
 * table that it is of, whatever the text calls it. A condition on a column of a derived table or CTE that is nothing
 * but a stored column is one of the block inside, too.
 */
export function scopesOf(read: StatementRead, family: Family): readonly StatementScope[] {
  const reader = new ScopeReader(read, family)
  return read.meaning.blocks.filter(({ sources }) => sources.length > 0).map((block) => reader.scope(block))
}

/** What a column is called: undefined leaves the name as written. */
type Naming = (target: ColumnTarget) => ColumnName | undefined

class ScopeReader {
  private readonly sql: string
  private readonly meaning: Meaning
  private readonly hints: StatementRead['hints']
  private readonly tokens: readonly ConditionToken[]

  constructor(
    { sql, meaning, hints }: StatementRead,
    private readonly family: Family,
  ) {
    this.sql = sql
    this.meaning = meaning
    this.hints = hints
    this.tokens = tokensOf(sql, family)
  }

  scope(block: QueryBlock): StatementScope {
    const own = block.conditions.flatMap((clause) => this.predicates(block, clause, (target) => this.nameOf(target)))
    return {
      queryBlock: this.numberOf(block),
      tables: block.sources.flatMap((source) => this.table(source)),
      predicates: [...own, ...this.movedInto(block)],
      orderBy: block.orderBy.map((item) => this.orderItem(block, item)),
      groupBy: block.groupBy.map((item) => this.orderItem(block, item)),
    }
  }

  /** MySQL counts every SELECT from the first on; a CTE once more each time that it is read, so nothing is sure then. */
  private numberOf(block: QueryBlock): number | undefined {
    const { blocks } = this.meaning
    if (blocks.some(({ role }) => role === 'cte')) return undefined
    const counted = blocks.filter(({ kind }) => kind !== 'set-operation' && kind !== 'insert' && kind !== 'replace')
    return counted.indexOf(block) + 1
  }

  private table(source: Source): readonly ScopeTable[] {
    const name = source.name
    if (name === undefined) return []
    const byName = this.hints?.byName.get(name.toLowerCase()) ?? []
    return [
      {
        schema: source.schema,
        name: source.table ?? name,
        alias: source.alias,
        hints: [...(this.hints?.byPlace.get(source.span.start) ?? []), ...byName],
        needs: needsOf(source),
      },
    ]
  }

  private nameOf(target: ColumnTarget): ColumnName | undefined {
    const source = sourceOf(this.meaning, target)
    return source?.name === undefined ? undefined : { table: source.name, name: target.column }
  }

  /** Conditions of the blocks around on columns that are this block's in truth. */
  private movedInto(block: QueryBlock): readonly Predicate[] {
    const names = new Set(block.sources.map(({ name }) => name?.toLowerCase()))
    return this.meaning.blocks.flatMap((outer) => {
      const isAround = outer.block < block.block && outer.sources.some(({ from }) => from !== undefined)
      // One name for two tables: nobody could tell whose column is meant.
      if (!isAround || outer.sources.some(({ name }) => names.has(name?.toLowerCase()))) return []
      return outer.conditions.flatMap((clause) => {
        const isMoved = (target: ColumnTarget) =>
          target.block !== block.block && innermost(this.meaning, target).block === block.block
        if (!columnsOf(clause.whole).some(isMoved)) return []
        const found = this.predicates(outer, clause, (target) => this.nameOf(innermost(this.meaning, target)))
        return found.filter(({ columns }) => columns.some(({ table }) => names.has(table?.toLowerCase())))
      })
    })
  }

  private predicates(block: QueryBlock, clause: ClauseConditions, naming: Naming): readonly Predicate[] {
    if (clause.clause === 'using') return this.comparisons(clause.whole, naming)
    if (clause.clause !== 'where' && clause.clause !== 'on') return []
    const expression = this.expression(clause.span)
    const casts = castsIn(clause.whole)
    return this.namedAs(block, expression, naming)
      .flatMap((each) => predicatesOfExpression(each, this.sql, this.family))
      .map((predicate) => ({ ...withCast(predicate, casts), clauseStart: clause.span.start }))
  }

  /** Under the names of its columns' tables; several times where a column of USING is the same in several tables. */
  private namedAs(block: QueryBlock, expression: Expression, naming: Naming): readonly Expression[] {
    const { start, end } = expression.span
    const inside = block.references.filter(({ span }) => span.start >= start && span.end <= end)
    const byPlace = new Map(inside.map((reference) => [reference.span.start, reference]))
    const merged = inside.some(({ resolution }) => resolution === 'merged')
    const copies = merged ? Math.max(...inside.map(({ targets }) => targets.length)) : 1
    return Array.from({ length: copies }, (_, copy) => {
      const rename = (reference: ColumnReference | undefined) => {
        if (reference?.resolution !== 'column' && reference?.resolution !== 'merged') return undefined
        const target = reference.targets[copy] ?? reference.targets[0]
        return target === undefined ? undefined : naming(target)
      }
      return withColumns(expression, {
        column: (_column, span) => rename(byPlace.get(span.start)),
        within: (span) => {
          const found = inside.filter((one) => one.span.start >= span.start && one.span.end <= span.end)
          return found.map((one) => rename(one) ?? { table: one.table, name: one.name })
        },
      })
    })
  }

  /** What USING and NATURAL stand for. */
  private comparisons(node: ConditionNode, naming: Naming): readonly Predicate[] {
    if (node.type !== 'condition') return node.parts.flatMap((part) => this.comparisons(part, naming))
    const side = (columns: readonly ColumnReference[]): Expression | undefined => {
      const [target] = columns[0]?.targets ?? []
      const column = target === undefined ? undefined : naming(target)
      return column === undefined ? undefined : { kind: 'column', column, span: node.span }
    }
    const left = side(node.left.columns)
    const right = side(node.right[0]?.columns ?? [])
    if (left === undefined || right === undefined) return []
    const comparison: Expression = { kind: 'comparison', operator: '=', left, right, span: node.span }
    return predicatesOfExpression(comparison, this.sql, this.family)
  }

  private orderItem(block: QueryBlock, { span, descending, column, item }: SortColumn): OrderItem {
    const text = this.sql.slice(span.start, span.end)
    const named = column === undefined ? undefined : this.nameOf(column)
    if (named !== undefined) return { column: named, text, descending }
    if (item !== undefined) return { text, descending }
    const [expression] = this.namedAs(block, this.expression(span), (target) => this.nameOf(target))
    const isKnown = expression !== undefined && columnsIn(expression).length > 0
    return { text, descending, ...(isKnown ? { expression: expressionKey(expression) } : {}) }
  }

  private expression(span: TextSpan): Expression {
    const tokens = this.tokens.filter(({ start, end }) => start >= span.start && end <= span.end)
    return readExpressionTokens(this.sql, tokens, this.family)
  }
}

interface ImplicitCast {
  readonly span: TextSpan
  readonly column: string
  readonly to: string
}

/** Columns that PostgreSQL casts although the text does not say so. */
function castsIn(node: ConditionNode): readonly ImplicitCast[] {
  if (node.type !== 'condition') return node.parts.flatMap(castsIn)
  const { implicitCast, span, left, right } = node
  const [column] = (implicitCast?.side === 'right' ? right[0] : left)?.columns ?? []
  return implicitCast === undefined || column === undefined ? [] : [{ span, column: column.name, to: implicitCast.to }]
}

function withCast(predicate: Predicate, casts: readonly ImplicitCast[]): Predicate {
  const cast = casts.find(
    ({ span, column }) =>
      predicate.column?.name === column && span.start <= predicate.span.start && span.end >= predicate.span.end,
  )
  return cast === undefined ? predicate : { ...predicate, castTo: cast.to }
}

function needsOf({ needs, selectsAll, written, columns }: Source): ReadonlySet<string> | undefined {
  if (selectsAll || written || columns === undefined) return undefined
  return new Set(Object.values(needs).flatMap((names) => names.map((name) => name.toLowerCase())))
}

function columnsOf(node: ConditionNode): readonly ColumnTarget[] {
  if (node.type !== 'condition') return node.columns
  return [node.left, ...node.right].flatMap(({ columns }) => columns.flatMap(({ targets }) => targets))
}
