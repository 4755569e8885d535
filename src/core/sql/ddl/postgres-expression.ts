import type { DdlCursor } from './cursor'
import type { DraftTable, SchemaDraft } from './draft'
import type { DdlExpression } from './expression'
import { readDdlExpression } from './expression-reader'
import { bareType, type PostgresNode } from './postgres-nodes'
import { printPostgresNode } from './postgres-print'
import { PostgresTyping } from './postgres-typing'

export interface ExpressionText {
  /** A part that is nothing but a column in parentheses is one without. */
  readonly column?: string | undefined
  readonly text: string
  /** Looks like a call: needs no parentheses in an index definition. */
  readonly callLike: boolean
  /** What an index on it is called after. */
  readonly label: string
  /** The collation of its value, where it is not the default one. */
  readonly collation?: string | undefined
}

/**
 * An expression as pg_get_expr and pg_get_indexdef print it. What is not understood stays as written, and a note says so.
 * @param pretty as in indexes and their conditions; else with all parentheses, as in generated columns
 */
export function postgresExpressionText(
  cursor: DdlCursor,
  table: DraftTable,
  draft: SchemaDraft,
  pretty: boolean,
): ExpressionText {
  const whole = readDdlExpression(cursor)
  const collation = whole?.kind === 'collate' ? whole.collation : undefined
  const expression = whole?.kind === 'collate' ? whole.operand : whole
  const node = expression && new PostgresTyping(table).type(expression)
  if (expression === undefined || node === undefined) {
    draft.note('This expression is kept as it is written.', cursor.spanFrom(cursor.at))
    return { text: cursor.source(cursor.at, cursor.end), callLike: false, label: 'expr' }
  }
  return {
    ...(node.kind === 'column' && { column: node.name }),
    text: printPostgresNode(node, pretty),
    callLike: node.kind === 'function' || node.kind === 'choice' || node.kind === 'standard',
    label: labelOf(expression)?.name ?? 'expr',
    collation: collation ?? collationOf(node),
  }
}

/** The first collation that a column brings, where the value is text. */
function collationOf(node: PostgresNode): string | undefined {
  if (!['text', 'character varying', 'bpchar'].includes(node.type)) return undefined
  return node.kind === 'column'
    ? node.collation
    : argsOf(node)
        .map(collationOf)
        .find((one) => one !== undefined)
}

function argsOf(node: PostgresNode): readonly PostgresNode[] {
  switch (node.kind) {
    case 'operator':
    case 'function':
    case 'standard':
    case 'choice':
      return node.args
    case 'cast':
      return [node.arg]
    case 'case':
      return [...node.branches.map(({ result }) => result), ...(node.otherwise ? [node.otherwise] : [])]
    default:
      return []
  }
}

/** Catalog names of types that have others in SQL. */
const typeNames: Readonly<Record<string, string>> = {
  integer: 'int4',
  smallint: 'int2',
  bigint: 'int8',
  real: 'float4',
  'double precision': 'float8',
  boolean: 'bool',
  'character varying': 'varchar',
  'timestamp without time zone': 'timestamp',
  'timestamp with time zone': 'timestamptz',
  'time without time zone': 'time',
}

/** The name that a result column would get, as the server's FigureColname does; weak ones yield to a cast's type. */
function labelOf(expression: DdlExpression): { readonly name: string; readonly weak: boolean } | undefined {
  switch (expression.kind) {
    case 'column':
      return { name: expression.name, weak: false }
    case 'call':
      return { name: expression.name === 'trim' ? 'btrim' : expression.name, weak: false }
    case 'extract':
      return { name: 'extract', weak: false }
    case 'collate':
      return labelOf(expression.operand)
    case 'cast': {
      const inner = labelOf(expression.operand)
      if (inner !== undefined && !inner.weak) return inner
      const type = bareType(expression.type)
      return { name: typeNames[type] ?? type, weak: true }
    }
    case 'case': {
      const inner = expression.otherwise && labelOf(expression.otherwise)
      return inner !== undefined && !inner.weak ? inner : { name: 'case', weak: true }
    }
    case 'binary':
      return expression.operator === 'at time zone' ? { name: 'timezone', weak: false } : undefined
    case 'array':
      return { name: 'array', weak: false }
    default:
      return undefined
  }
}
