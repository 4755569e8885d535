import { complete, neededTables } from '../../core/sql/complete/complete'
import type { KnownNames, Proposal } from '../../core/sql/complete/model'
import { likelyDialect } from '../state/actions/paste'
import { connectionAtom } from '../state/atoms'
import { store } from '../state/store'
import { schemaNames, tablesOf } from './completion-source'
import { monaco } from './monaco'

type Suggestion = monaco.languages.CompletionItem
const kinds = monaco.languages.CompletionItemKind

const looks: Readonly<Record<Proposal['kind'], monaco.languages.CompletionItemKind>> = {
  table: kinds.Struct,
  view: kinds.Interface,
  schema: kinds.Module,
  column: kinds.Field,
  alias: kinds.Variable,
  cte: kinds.Class,
  join: kinds.Reference,
  index: kinds.Property,
  hint: kinds.Event,
  function: kinds.Function,
  keyword: kinds.Keyword,
  value: kinds.EnumMember,
}

/** Offers what may be written at the caret, by the statement's scopes and the connection's schema. */
export function startCompletion(): void {
  for (const language of ['mysql', 'pgsql'])
    monaco.languages.registerCompletionItemProvider(language, {
      triggerCharacters: ['.', '(', "'", ' '],
      provideCompletionItems: (model, position, context) => suggest(model, position, context),
    })
}

async function suggest(
  model: monaco.editor.ITextModel,
  position: monaco.Position,
  { triggerCharacter }: monaco.languages.CompletionContext,
): Promise<monaco.languages.CompletionList> {
  const text = model.getValue()
  const offset = model.getOffsetAt(position)
  // A blank opens the list only where something certainly follows.
  if (triggerCharacter === ' ' && !opening.test(text.slice(Math.max(0, offset - 12), offset)))
    return { suggestions: [] }
  const dialect = likelyDialect() ?? 'mysql'
  const connection = store.get(connectionAtom)
  const needed = neededTables(text, offset, dialect)
  const tables = connection ? await tablesOf(connection, needed) : []
  const { replace, proposals } = complete({
    text,
    offset,
    dialect,
    version: connection?.engine.version,
    catalog: { tables },
    names: await namesFor(text, offset),
    database: connection?.database,
  })
  // A quote opens the list for values; one that closes a text opens nothing.
  const offered = triggerCharacter === "'" ? proposals.filter(({ kind }) => kind === 'value') : proposals
  const range = monaco.Range.fromPositions(model.getPositionAt(replace.start), model.getPositionAt(replace.end))
  const typed = text.slice(replace.start, offset)
  return { suggestions: offered.map((proposal, at) => suggestionOf(proposal, at, range, typed)), incomplete: true }
}

/** Words after which a name or value must come. */
const opening = /(?:\b(?:from|join|update|into|on|where|and|or|by|set|having)|=)\s$/i

/** Names of the current schema, and of the one written before the dot. */
async function namesFor(text: string, offset: number): Promise<KnownNames> {
  const connection = store.get(connectionAtom)
  if (!connection) return { schemas: [], tables: [] }
  const current = await schemaNames(connection, undefined)
  const qualifier = /([\w$]+)[`"]?\s*\.\s*[`"]?[\w$]*$/.exec(text.slice(Math.max(0, offset - 200), offset))?.[1]
  const schema = current.schemas.find((name) => name.toLowerCase() === qualifier?.toLowerCase())
  if (schema === undefined || schema === connection.database) return current
  const other = await schemaNames(connection, schema)
  return { schemas: current.schemas, tables: [...current.tables, ...other.tables] }
}

function suggestionOf(
  { label, insert, kind, detail, about }: Proposal,
  at: number,
  range: monaco.Range,
  typed: string,
): Suggestion {
  const isCall = insert.endsWith('()')
  return {
    label: { label, ...(detail === undefined ? {} : { description: detail }) },
    kind: looks[kind],
    insertText: insert,
    // Ours is the order, and what is typed fits already.
    filterText: typed === '' ? label : typed,
    sortText: String(at).padStart(4, '0'),
    ...(isCall ? { command: { id: 'cursorLeft', title: 'into the parentheses' } } : {}),
    ...(about === undefined ? {} : { documentation: about }),
    range,
  }
}
