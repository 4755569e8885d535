import { readsHint } from '../edits/hint-names'
import { SignificantTokens } from '../significant-tokens'
import { tokenize } from '../tokenizer'
import type { Caret } from './caret'
import { hintWords } from './hint-words'
import type { CompletionRequest, Proposal } from './model'
import { nameText } from './name-text'
import { SourceColumns, same } from './source-columns'

/** Inside `/*+ … *\/`: hints this server reads; inside a hint's parentheses tables of the query, then their indexes. */
export function proposeHints(caret: Extract<Caret, { kind: 'hint' }>, request: CompletionRequest): readonly Proposal[] {
  if (request.dialect === 'postgres') return []
  const open = /([A-Z_]+)\s*\(([^()]*)$/i.exec(caret.text)
  if (open === null)
    return hintWords
      .filter(
        ({ name, dialects }) =>
          dialects.includes(request.dialect) &&
          (request.dialect === 'mariadb' || readsHint(name, request.version) !== false),
      )
      .map(({ name, form, about }, at) => ({
        label: name,
        insert: `${name}()`,
        kind: 'hint',
        detail: form,
        about,
        rank: at,
      }))
  const { sources } = caret.place.block
  const inside = open[2] ?? ''
  const isIndexHint = /INDEX|SKIP_SCAN|MRR|ICP|RANGE/i.test(open[1] ?? '')
  const first = /^\s*(?:@\w+\s+)?([\w$`]+)\s+/.exec(inside)?.[1]?.replaceAll('`', '')
  if (isIndexHint && first !== undefined) {
    const columns = new SourceColumns(
      new SignificantTokens(tokenize('', request.dialect)),
      request.catalog,
      request.database,
    )
    const source = sources.find((one) => same(one.name, first))
    const table = source && columns.tableOf(source)
    return (table?.indexes ?? []).map((index, at) => ({
      label: index.name,
      insert: nameText(index.name, request.dialect),
      kind: 'index',
      detail: `index of ${table?.name ?? ''}`,
      rank: at,
    }))
  }
  return sources.map((source, at) => ({
    label: source.name,
    insert: nameText(source.name, request.dialect),
    kind: 'alias',
    detail: 'table of this query',
    rank: at,
  }))
}
