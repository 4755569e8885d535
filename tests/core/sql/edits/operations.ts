import { addCondition, replaceCondition } from '../../../../src/core/sql/edits/conditions'
import { wrapStatement, wrapTable } from '../../../../src/core/sql/edits/derived-table'
import { wrapAsExplain } from '../../../../src/core/sql/edits/explain'
import { setIndexHints } from '../../../../src/core/sql/edits/index-hints'
import { maskLiterals } from '../../../../src/core/sql/edits/mask'
import type { EditContext, EditOutcome } from '../../../../src/core/sql/edits/model'
import { setOptimizerHints } from '../../../../src/core/sql/edits/optimizer-hints'
import { bindValues } from '../../../../src/core/sql/edits/placeholders'
import { selectForm } from '../../../../src/core/sql/edits/select-form'
import { setForStatement } from '../../../../src/core/sql/edits/session-settings'
import type { TypedValue } from '../../../../src/core/sql/edits/typed-value'
import { parseSql, type SyntaxDialect } from '../../../../src/core/sql/syntax/parse'
import type { TableFactorNode } from '../../../../src/core/sql/syntax/table-model'
import { walk } from '../../../../src/core/sql/syntax/walk'
import { TokenKind } from '../../../../src/core/sql/tokens'
import { sqlCorpus } from '../../../kit/sql-corpus'
import { judgedStatements, sampleTexts } from '../../../kit/sql-syntax'

/** An edit that can be tried on any statement: once for each of its places. */
export interface Operation {
  readonly name: string
  readonly run: (sql: string, context: EditContext) => readonly EditOutcome[]
}

const one: TypedValue = { kind: 'number', value: 1 }

export const operations: readonly Operation[] = [
  {
    name: 'set an index hint',
    run: (sql, context) =>
      tablesOf(sql, context.dialect).map((table) =>
        setIndexHints(sql, context, [{ ...table, hints: [{ action: 'FORCE', indexes: ['PRIMARY'] }] }]),
      ),
  },
  {
    name: 'use no index',
    run: (sql, context) =>
      tablesOf(sql, context.dialect).map((table) =>
        setIndexHints(sql, context, [{ ...table, hints: [{ action: 'USE', indexes: [] }] }]),
      ),
  },
  {
    name: 'remove index hints',
    run: (sql, context) => [
      setIndexHints(
        sql,
        context,
        tablesOf(sql, context.dialect).map((table) => ({ ...table, hints: [] })),
      ),
    ],
  },
  {
    name: 'set optimizer hints',
    run: (sql, context) => [setOptimizerHints(sql, context, { hints: ['NO_ICP(t)', 'NO_RANGE_OPTIMIZATION(t)'] })],
  },
  { name: 'remove optimizer hints', run: (sql, context) => [setOptimizerHints(sql, context, { hints: [] })] },
  {
    name: 'set variables',
    run: (sql, context) => [
      setForStatement(sql, context, [
        { name: 'optimizer_switch', value: 'mrr=on' },
        { name: 'sort_buffer_size', value: '1M' },
      ]),
    ],
  },
  { name: 'explain', run: (sql, context) => [wrapAsExplain(sql, context, 'EXPLAIN')] },
  { name: 'explain as JSON', run: (sql, context) => [wrapAsExplain(sql, context, 'EXPLAIN FORMAT=JSON ')] },
  {
    name: 'bind values',
    run: (sql, context) => {
      const names = placeholdersOf(sql, context.dialect)
      const named = Object.fromEntries(names.filter((name) => name !== '?').map((name) => [name.slice(1), one]))
      return [bindValues(sql, context, { positional: names.map(() => one), named })]
    },
  },
  { name: 'mask by placeholders', run: (sql, context) => [maskLiterals(sql, context, 'placeholder')] },
  { name: 'mask by dummies', run: (sql, context) => [maskLiterals(sql, context, 'dummy')] },
  { name: 'find the rows', run: (sql, context) => [selectForm(sql, context)] },
  { name: 'add a condition', run: (sql, context) => [addCondition(sql, context, { condition: '1 = 0 OR 1 = 1' })] },
  {
    name: 'replace a condition',
    run: (sql, context) =>
      conditionsOf(sql, context.dialect).map((span) => replaceCondition(sql, context, span, '1 = 0 OR 1 = 1')),
  },
  {
    name: 'wrap a table',
    run: (sql, context) => tablesOf(sql, context.dialect).map((table) => wrapTable(sql, context, table)),
  },
  { name: 'wrap the statement', run: (sql, context) => [wrapStatement(sql, context)] },
]

const longest = 20_000

/** The statements of the corpus, of the judged ones and of the samples, one by one, each once. */
export function statementsToEdit(): readonly string[] {
  const texts = [
    ...sqlCorpus()
      .filter(({ dialect }) => dialect !== 'postgres')
      .map(({ text }) => text),
    ...judgedStatements().map(({ sql }) => sql),
    ...sampleTexts().map(({ text }) => text),
  ]
  const statements = texts.flatMap((text) =>
    parseSql(text, 'mysql').map(({ statement: { span } }) => text.slice(span.start, span.end)),
  )
  return [...new Set(statements)].filter((sql) => sql.length < longest)
}

export interface HintPlace {
  readonly name: string
  /** The name that columns use. */
  readonly table: string
  readonly at: number
}

/** Every place of a statement where a table could have index hints. */
export function tablesOf(sql: string, dialect: SyntaxDialect): readonly HintPlace[] {
  const found: TableFactorNode[] = []
  for (const { statement } of parseSql(sql, dialect)) {
    walk(statement, (node) => {
      if (node.type === 'table' && node.hintSpan !== undefined) found.push(node)
      if (node.type === 'delete' && node.form === 'single') {
        for (const table of node.tables) if (table.type === 'table') found.push(table)
      }
      return undefined
    })
  }
  return found.map((node) => ({ name: node.name, table: node.alias?.name ?? node.name, at: node.nameSpan.start }))
}

function placeholdersOf(sql: string, dialect: SyntaxDialect): readonly string[] {
  return parseSql(sql, dialect).flatMap(({ code }) =>
    [...Array(code.length).keys()].filter((at) => code.kind(at) === TokenKind.placeholder).map((at) => code.text(at)),
  )
}

function conditionsOf(sql: string, dialect: SyntaxDialect) {
  const spans: { start: number; end: number }[] = []
  for (const { statement } of parseSql(sql, dialect)) {
    walk(statement, (node) => {
      if (node.type === 'comparison' || node.type === 'in' || node.type === 'between' || node.type === 'like') {
        spans.push(node.span)
      }
      return undefined
    })
  }
  return spans
}
