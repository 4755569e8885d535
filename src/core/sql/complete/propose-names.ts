import type { Table } from '../../catalog/model'
import type { CaretInCode } from './caret'
import { enumMembers } from './enum-members'
import type { CompletionRequest, Proposal } from './model'
import { nameText } from './name-text'
import { before, comparedColumn } from './operand-before'
import { proposeJoins } from './propose-joins'
import type { ScopeBlock, ScopeSource } from './scope-model'
import { type OfferedColumn, SourceColumns, same } from './source-columns'

/** Tables, columns, indexes, values: what the schema offers at the caret. */
export function proposeNames(caret: CaretInCode, request: CompletionRequest): readonly Proposal[] {
  const columns = new SourceColumns(caret.code, request.catalog, request.database)
  const { place, qualifier } = caret
  if (caret.inString) return values(caret, request, columns)
  if (place.clause === 'index-hint') return indexes(caret, request, columns)
  if (place.expectsTable)
    return qualifier.length > 0 ? tablesOf(qualifier, caret, request) : tables(caret, request, columns)
  if (qualifier.length > 0) return qualified(caret, request, columns)
  if (place.clause === 'start' || place.clause === 'limit' || namesSomething(caret)) return []
  if (place.clause === 'using') return common(caret, request, columns)
  if (place.clause === 'insert-columns') return unlisted(caret, request, columns)
  if (place.clause === 'from') return []
  const stands = before(caret)
  if (stands === 'operand') return []
  const isJoinStart = place.clause === 'on' && /^(?:ON|AND)$/.test(caret.code.word(caret.at - 1))
  return [
    ...values(caret, request, columns),
    ...(isJoinStart ? proposeJoins(caret, request, columns) : []),
    ...(place.clause === 'set' &&
    /^(?:SET)$|^$/.test(caret.code.word(caret.at - 1)) &&
    !caret.code.isOperator(caret.at - 1, '=')
      ? targets(caret, request, columns)
      : visible(caret, request, columns)),
  ]
}

/** A new name is being typed: nothing that is known fits. */
export function namesSomething({ place, code, at }: CaretInCode): boolean {
  return place.clause === 'alias' || (place.clause === 'select' && code.word(at - 1) === 'AS')
}

/** ENUM members and truth values for the column that is compared. */
function values(caret: CaretInCode, { dialect }: CompletionRequest, columns: SourceColumns): readonly Proposal[] {
  const compared = comparedColumn(caret)
  if (compared === undefined) return []
  const found = sourcesInSight(caret.place.block)
    .filter(({ source }) => compared.table === undefined || same(source.name, compared.table))
    .flatMap(({ source, block }) => columns.of(source, block))
    .find((column) => same(column.name, compared.name))
  const members = enumMembers(found?.column?.type ?? '')
  return members.map((member, at): Proposal => {
    const insert = `'${member.replaceAll("'", "''")}'`
    return {
      label: caret.inString ? member : insert,
      insert: dialect === 'postgres' ? insert : insert.replaceAll('\\', '\\\\'),
      kind: 'value',
      detail: `value of ${compared.name}`,
      rank: at / 1000,
    }
  })
}

function indexes(caret: CaretInCode, { dialect }: CompletionRequest, columns: SourceColumns): readonly Proposal[] {
  const { source, listed } = caret.place
  const table = source && columns.tableOf(source)
  return (table?.indexes ?? [])
    .filter((index) => !listed.some((name) => same(name, index.name)))
    .map((index, at) => ({
      label: index.name,
      insert: index.name === 'PRIMARY' ? 'PRIMARY' : nameText(index.name, dialect, caret.quoted),
      kind: 'index',
      detail: `(${index.parts.map((part) => part.column ?? `(${part.expression ?? ''})`).join(', ')})${index.visible ? '' : ', invisible'}`,
      rank: at,
    }))
}

function tables(caret: CaretInCode, request: CompletionRequest, columns: SourceColumns): readonly Proposal[] {
  const { dialect, names, database } = request
  const { block } = caret.place
  const ctes: Proposal[] = []
  if (block.verb !== 'insert')
    for (let at: ScopeBlock | undefined = block; at !== undefined; at = at.outer)
      for (const { name } of at.ctes)
        ctes.push({
          label: name,
          insert: nameText(name, dialect, caret.quoted),
          kind: 'cte',
          detail: 'of WITH',
          rank: 0,
        })
  const related = relatedTables(block, columns)
  const isHere = (schema: string) => database === undefined || same(schema, database)
  return [
    ...ctes,
    ...names.tables
      .filter((table) => isHere(table.schema))
      .map((table): Proposal => {
        const isRelated = related.has(table.name.toLowerCase())
        return {
          label: table.name,
          insert: nameText(table.name, dialect, caret.quoted),
          kind: table.type,
          detail: isRelated ? `${table.type}, joined by a foreign key` : table.type,
          rank: isRelated ? 1 : table.type === 'table' ? 2 : 3,
        }
      }),
    ...names.schemas.map(
      (name): Proposal => ({
        label: name,
        insert: nameText(name, dialect, caret.quoted),
        kind: 'schema',
        detail: 'schema',
        rank: 5,
      }),
    ),
  ]
}

/** Names (lower case) of tables that a foreign key joins with those already there. */
function relatedTables(block: ScopeBlock, columns: SourceColumns): ReadonlySet<string> {
  const found = new Set<string>()
  const present = block.sources.map((source) => columns.tableOf(source)).filter((table) => table !== undefined)
  for (const table of present) for (const key of table.foreignKeys) found.add(bare(key.toTable).toLowerCase())
  return found
}

function bare(name: string): string {
  return name.split('.').pop() ?? name
}

function tablesOf(
  qualifier: readonly string[],
  caret: CaretInCode,
  { names, dialect }: CompletionRequest,
): readonly Proposal[] {
  const schema = qualifier[qualifier.length - 1] ?? ''
  return names.tables
    .filter((table) => same(table.schema, schema))
    .map((table) => ({
      label: table.name,
      insert: nameText(table.name, dialect, caret.quoted),
      kind: table.type,
      detail: table.type,
      rank: 1,
    }))
}

/** Behind `t.` its columns; behind a schema its tables. */
function qualified(caret: CaretInCode, request: CompletionRequest, columns: SourceColumns): readonly Proposal[] {
  const [name = '', schema] = [...caret.qualifier].reverse()
  const found = sourcesInSight(caret.place.block).find(
    ({ source }) =>
      same(source.name, name) && (schema === undefined || source.schema === undefined || same(source.schema, schema)),
  )
  if (found === undefined) return tablesOf(caret.qualifier, caret, request)
  const proposals = columns
    .of(found.source, found.block)
    .map((column, at) => columnProposal(column, found.source, request, caret.quoted, at))
  const star: Proposal = { label: '*', insert: '*', kind: 'keyword', detail: `all columns of ${name}`, rank: 50 }
  return caret.place.clause === 'select' ? [...proposals, star] : proposals
}

interface Sighted {
  readonly source: ScopeSource
  readonly block: ScopeBlock
  /** How many queries further out. */
  readonly depth: number
}

/** The sources whose columns can be named at a block, near ones first. */
export function sourcesInSight(from: ScopeBlock): readonly Sighted[] {
  const found: Sighted[] = []
  let depth = 0
  for (let block: ScopeBlock | undefined = from; block !== undefined; block = block.outer) {
    // A derived table does not see what stands beside it; a subquery does. Which it is, is not known everywhere.
    for (const source of block.sources) {
      if (found.some((other) => same(other.source.name, source.name))) continue
      found.push({ source, block, depth })
    }
    depth++
  }
  return found
}

function visible(caret: CaretInCode, request: CompletionRequest, columns: SourceColumns): readonly Proposal[] {
  const { dialect } = request
  const { clause, block } = caret.place
  const sighted = sourcesInSight(block)
  const owners = new Map<string, number>()
  const offered = sighted.map((one) => ({ ...one, columns: columns.of(one.source, one.block) }))
  for (const one of offered)
    for (const { name } of one.columns) owners.set(name.toLowerCase(), (owners.get(name.toLowerCase()) ?? 0) + 1)
  const wantsIndex = clause === 'where' || clause === 'on' || clause === 'order'
  const proposals = offered.flatMap(({ source, depth, columns: list }) =>
    list.map((column, at): Proposal => {
      const isShared = (owners.get(column.name.toLowerCase()) ?? 0) > 1
      const base = columnProposal(column, source, request, caret.quoted, at)
      const indexed = wantsIndex && isFirstInIndex(column) ? 0 : 1
      return {
        ...base,
        insert: isShared ? `${nameText(source.name, dialect)}.${base.insert}` : base.insert,
        rank: 10 + depth * 20 + indexed + at / 1000,
      }
    }),
  )
  const aliases = sighted.map(
    ({ source, depth }): Proposal => ({
      label: source.name,
      insert: nameText(source.name, dialect),
      kind: 'alias',
      detail:
        source.alias === undefined
          ? 'table'
          : source.table === undefined
            ? 'derived table'
            : `alias of ${source.table}`,
      rank: 15 + depth * 20,
    }),
  )
  return [...selectAliases(caret, request), ...proposals, ...aliases]
}

/** GROUP BY, HAVING and ORDER BY may name select items. */
function selectAliases(caret: CaretInCode, { dialect }: CompletionRequest): readonly Proposal[] {
  const { clause, block } = caret.place
  if (clause !== 'order' && clause !== 'group' && clause !== 'having') return []
  const { code } = caret
  return block.items.flatMap(({ to }): Proposal[] => {
    if (code.word(to - 2) !== 'AS' || !code.isName(to - 1)) return []
    const name = code.text(to - 1).replace(/^[`"]|[`"]$/g, '')
    return [{ label: name, insert: nameText(name, dialect), kind: 'column', detail: 'select item', rank: 9 }]
  })
}

function targets(caret: CaretInCode, request: CompletionRequest, columns: SourceColumns): readonly Proposal[] {
  return caret.place.block.sources.flatMap((source) =>
    columns
      .of(source, caret.place.block)
      .map((column, at) => columnProposal(column, source, request, caret.quoted, at)),
  )
}

function common(caret: CaretInCode, request: CompletionRequest, columns: SourceColumns): readonly Proposal[] {
  const { block, listed } = caret.place
  const last = block.sources[block.sources.length - 1]
  if (last === undefined) return []
  const others = new Set(
    block.sources.slice(0, -1).flatMap((source) => columns.of(source, block).map(({ name }) => name.toLowerCase())),
  )
  return columns
    .of(last, block)
    .filter(({ name }) => others.has(name.toLowerCase()) && !listed.some((one) => same(one, name)))
    .map((column, at) => columnProposal(column, last, request, caret.quoted, at))
}

function unlisted(caret: CaretInCode, request: CompletionRequest, columns: SourceColumns): readonly Proposal[] {
  const { block, listed, source } = caret.place
  if (source === undefined) return []
  return columns
    .of(source, block)
    .filter(({ name }) => !listed.some((one) => same(one, name)))
    .map((column, at) => columnProposal(column, source, request, caret.quoted, at))
}

function columnProposal(
  { name, column, table }: OfferedColumn,
  source: ScopeSource,
  { dialect }: CompletionRequest,
  quoted: boolean,
  at: number,
): Proposal {
  const facts = [
    column?.type,
    column === undefined || column.nullable ? undefined : 'not null',
    table && indexWords(table, name),
  ]
  return {
    label: name,
    insert: nameText(name, dialect, quoted),
    kind: 'column',
    detail: `${source.name}${column === undefined ? '' : ` · ${facts.filter((fact) => fact !== undefined).join(', ')}`}`,
    rank: 10 + at / 1000,
  }
}

function indexWords(table: Table, column: string): string | undefined {
  const first = table.indexes.find(
    (index) => index.parts[0]?.column !== undefined && same(index.parts[0].column, column),
  )
  return first === undefined
    ? undefined
    : first.name === 'PRIMARY' || first.name.endsWith('_pkey')
      ? 'primary key'
      : `first in ${first.name}`
}

function isFirstInIndex({ column, table }: OfferedColumn): boolean {
  if (column === undefined || table === undefined) return false
  return table.indexes.some((index) => index.parts[0]?.column !== undefined && same(index.parts[0].column, column.name))
}
