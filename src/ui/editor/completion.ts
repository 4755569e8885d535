import type { Table } from '../../core/catalog/model'
import { dialectOf } from '../../core/engine'
import type { TableReference } from '../../core/sql/model'
import { connectionAtom } from '../state/atoms'
import { store } from '../state/store'
import { schemaNames, tablesAt, tablesOf } from './completion-source'
import { commonKeywords, mysqlKeywords, postgresKeywords } from './keywords'
import { monaco } from './monaco'

type Suggestion = monaco.languages.CompletionItem
const kinds = monaco.languages.CompletionItemKind

/** Most suggestions in one list; a schema may hold 10,000 tables. */
const mostNames = 2000

/** Offers schemas, tables, the columns of tables in the statement, and keywords. */
export function startCompletion(): void {
  for (const language of ['mysql', 'pgsql'])
    monaco.languages.registerCompletionItemProvider(language, {
      triggerCharacters: ['.'],
      provideCompletionItems: (model, position) => suggest(model, position),
    })
}

async function suggest(
  model: monaco.editor.ITextModel,
  position: monaco.Position,
): Promise<monaco.languages.CompletionList> {
  const word = model.getWordUntilPosition(position)
  const range = new monaco.Range(position.lineNumber, word.startColumn, position.lineNumber, position.column)
  const before = model.getLineContent(position.lineNumber).slice(0, word.startColumn - 1)
  const qualifier = /([\w$]+)[`"]?\s*\.\s*[`"]?$/.exec(before)?.[1]
  const suggestions = await offer(model.getValue(), model.getOffsetAt(position), qualifier)
  return { suggestions: suggestions.map((each) => ({ ...each, range })) }
}

async function offer(
  text: string,
  offset: number,
  qualifier: string | undefined,
): Promise<Omit<Suggestion, 'range'>[]> {
  const connection = store.get(connectionAtom)
  if (!connection) return qualifier === undefined ? keywordItems('mysql') : []
  const references = await tablesAt(text, offset)
  const tables = await tablesOf(connection, references)
  if (qualifier !== undefined) {
    const named = references.filter((each) => (each.alias ?? each.name) === qualifier || each.name === qualifier)
    const columns = tables.filter((table) => named.some((each) => each.name === table.name)).flatMap(columnItems)
    if (columns.length > 0) return columns
    return tableItems((await schemaNames(connection, qualifier)).tables)
  }
  const names = await schemaNames(connection, undefined)
  return [
    ...tables.flatMap(columnItems),
    ...references.flatMap(aliasItem),
    ...tableItems(names.tables),
    ...names.schemas.map((name) => ({
      label: name,
      kind: kinds.Module,
      insertText: name,
      detail: 'schema',
      sortText: `4${name}`,
    })),
    ...keywordItems(dialectOf(connection.engine.product) === 'postgres' ? 'postgres' : 'mysql'),
  ]
}

function columnItems(table: Table): Omit<Suggestion, 'range'>[] {
  const indexed = new Set(
    table.indexes.flatMap((index) => index.parts.slice(0, 1).flatMap((part) => part.column ?? [])),
  )
  return table.columns.map((column) => ({
    label: { label: column.name, description: `${table.name} · ${column.type}` },
    kind: kinds.Field,
    insertText: column.name,
    detail: `${column.type}${column.nullable ? '' : ' not null'}${indexed.has(column.name) ? ', first in an index' : ''}`,
    sortText: `1${column.name}`,
  }))
}

function aliasItem({ alias, name }: TableReference): Omit<Suggestion, 'range'>[] {
  if (alias === undefined) return []
  return [{ label: alias, kind: kinds.Variable, insertText: alias, detail: `alias of ${name}`, sortText: `2${alias}` }]
}

function tableItems(
  tables: readonly { readonly name: string; readonly type: 'table' | 'view' }[],
): Omit<Suggestion, 'range'>[] {
  return tables.slice(0, mostNames).map((table) => ({
    label: table.name,
    kind: table.type === 'view' ? kinds.Interface : kinds.Struct,
    insertText: table.name,
    detail: table.type,
    sortText: `3${table.name}`,
  }))
}

function keywordItems(family: 'mysql' | 'postgres'): Omit<Suggestion, 'range'>[] {
  return [...commonKeywords, ...(family === 'mysql' ? mysqlKeywords : postgresKeywords)].map((word) => ({
    label: word,
    kind: kinds.Keyword,
    insertText: word,
    sortText: `5${word}`,
  }))
}
