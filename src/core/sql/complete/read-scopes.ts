import { unquoteName } from '../names'
import type { SignificantTokens } from '../significant-tokens'
import { TokenKind } from '../tokens'
import type { CaretPlace, ScopeBlock, ScopeClause, ScopeSource } from './scope-model'

/** Words that end a source: no alias. */
const noAlias: ReadonlySet<string> = new Set(
  `JOIN INNER LEFT RIGHT CROSS FULL OUTER NATURAL STRAIGHT_JOIN ON USING WHERE GROUP ORDER HAVING LIMIT OFFSET FETCH
  UNION EXCEPT INTERSECT SET USE FORCE IGNORE PARTITION FOR WINDOW RETURNING VALUES VALUE SELECT LATERAL TABLESAMPLE AS WITH
  DEFAULT LOCK AND OR NOT IN IS BETWEEN LIKE FROM INTO BY`.split(/\s+/),
)
const setOperators: ReadonlySet<string> = new Set(['UNION', 'EXCEPT', 'INTERSECT', 'MINUS'])

/** Reads the query blocks of a statement by its tokens, and what stands at the place `caretAt` of them. */
export function readScopes(code: SignificantTokens, caretAt: number): { root: ScopeBlock; caret: CaretPlace } {
  const reader = new ScopeReader(code, caretAt)
  const root = newBlock(undefined)
  reader.block(0, code.length, root)
  return {
    root,
    caret: reader.caret ?? { block: root, clause: 'start', expectsTable: false, source: undefined, listed: [] },
  }
}

function newBlock(outer: ScopeBlock | undefined): ScopeBlock {
  return { outer, verb: undefined, sources: [], ctes: [], items: [] }
}

interface State {
  block: ScopeBlock
  clause: ScopeClause
  expectsTable: boolean
  source: ScopeSource | undefined
}

class ScopeReader {
  caret: CaretPlace | undefined
  private readonly code: SignificantTokens
  private readonly caretAt: number

  constructor(code: SignificantTokens, caretAt: number) {
    this.code = code
    this.caretAt = caretAt
  }

  /** One query from `from` to before `to`; the members of a UNION are blocks of their own beside it. */
  block(from: number, to: number, first: ScopeBlock): void {
    const state: State = { block: first, clause: 'start', expectsTable: false, source: undefined }
    this.pieces(from, to, state)
    if (this.caretAt === to) this.see(state, [])
  }

  private see(state: State, listed: readonly string[]): void {
    const { block, clause, expectsTable, source } = state
    this.caret ??= { block, clause, expectsTable, source, listed }
  }

  private pieces(from: number, to: number, state: State): void {
    const { code } = this
    let itemFrom = -1
    const closeItem = (end: number) => {
      if (itemFrom !== -1 && end > itemFrom) state.block.items.push({ from: itemFrom, to: end })
      itemFrom = -1
    }
    for (let at = from; at < to; ) {
      if (at === this.caretAt) this.see(state, [])
      const word = code.word(at)
      const kind = code.kind(at)
      // What stands behind the caret is no part of the name that is being typed.
      const isNamed = code.kind(at - 1) === TokenKind.dot && at !== this.caretAt
      const isName = isNamed || code.kind(at + 1) === TokenKind.dot
      if (setOperators.has(word) && !isName) {
        closeItem(at)
        const { outer } = state.block
        const { ctes } = state.block
        state.block = { ...newBlock(outer), ctes }
        state.clause = 'start'
        state.expectsTable = false
        at++
        while (code.word(at) === 'ALL' || code.word(at) === 'DISTINCT') {
          if (at === this.caretAt) this.see(state, [])
          at++
        }
        continue
      }
      if (word === 'WITH' && state.clause === 'start') {
        at = this.ctes(at + 1, to, state)
        continue
      }
      const next = isName ? undefined : this.clauseWord(at, state)
      if (next !== undefined) {
        if (state.clause === 'select') closeItem(at)
        Object.assign(state, next.state)
        at++
        while (at < next.to) {
          if (at === this.caretAt) this.see(state, [])
          at++
        }
        if (state.clause === 'select') itemFrom = at
        continue
      }
      if (kind === TokenKind.openParen) {
        at = this.parens(at, to, state)
        continue
      }
      if (kind === TokenKind.comma) {
        if (state.clause === 'select') {
          closeItem(at)
          itemFrom = at + 1
        }
        if (state.clause === 'from' || state.clause === 'on') {
          state.clause = 'from'
          state.expectsTable = true
        }
        at++
        continue
      }
      if (state.expectsTable && code.isName(at)) {
        at = this.table(at, to, state)
        continue
      }
      at++
    }
    if (state.clause === 'select') closeItem(to)
  }

  /** What a word changes, and the place after it. */
  private clauseWord(
    at: number,
    { block, clause }: State,
  ): { readonly state: Partial<State>; readonly to: number } | undefined {
    const { code } = this
    const word = code.word(at)
    const by = code.word(at + 1) === 'BY' ? at + 2 : at + 1
    const set = (next: ScopeClause, expectsTable = false, to = at + 1) => ({
      state: { clause: next, expectsTable },
      to,
    })
    switch (word) {
      case 'SELECT': {
        block.verb ??= 'select'
        let to = at + 1
        while (/^(?:DISTINCT|ALL|DISTINCTROW|HIGH_PRIORITY|STRAIGHT_JOIN|SQL_\w+)$/.test(code.word(to))) to++
        return set('select', false, to)
      }
      case 'FROM':
        // EXTRACT(YEAR FROM x), IS DISTINCT FROM
        return block.verb === undefined || code.word(at - 1) === 'DISTINCT' ? undefined : set('from', true)
      case 'JOIN':
      case 'STRAIGHT_JOIN':
        return clause === 'from' || clause === 'on' || clause === 'using' || block.verb === 'update'
          ? set('from', true)
          : undefined
      case 'ON':
        if (code.word(at + 1) === 'DUPLICATE') return set('set', false, at + 4)
        return clause === 'from' || clause === 'using' ? set('on') : undefined
      case 'USE':
      case 'FORCE':
      case 'IGNORE':
        if (clause !== 'from' || !/^(?:INDEX|KEY)$/.test(code.word(at + 1))) return undefined
        if (code.word(at + 2) !== 'FOR') return set('from', false, at + 2)
        return set('from', false, code.word(at + 3) === 'JOIN' ? at + 4 : at + 5)
      case 'WHERE':
        return set('where')
      case 'GROUP':
        return clause === 'select' ? undefined : set('group', false, by)
      case 'HAVING':
        return set('having')
      case 'ORDER':
        return set('order', false, by)
      case 'LIMIT':
      case 'OFFSET':
      case 'FETCH':
        return set('limit')
      case 'WINDOW':
        return clause === 'select' ? undefined : set('window')
      case 'RETURNING':
        return set('returning')
      case 'UPDATE':
        if (clause !== 'start') return code.word(at - 1) === 'FOR' ? set('limit') : undefined
        block.verb = 'update'
        return set('from', true)
      case 'DELETE':
        if (clause !== 'start') return undefined
        block.verb = 'delete'
        return set('start')
      case 'INSERT':
      case 'REPLACE':
        if (clause !== 'start' || code.kind(at + 1) === TokenKind.openParen) return undefined
        block.verb = 'insert'
        return set('start')
      case 'INTO':
        return block.verb === 'insert' ? set('from', true) : undefined
      case 'SET':
        return clause === 'from' || clause === 'on' || clause === 'using' || clause === 'insert-columns'
          ? set('set')
          : undefined
      case 'VALUES':
      case 'VALUE':
        return block.verb === 'insert' && code.kind(at + 1) !== TokenKind.dot ? set('values') : undefined
      default:
        return undefined
    }
  }

  private ctes(from: number, to: number, state: State): number {
    const { code } = this
    let at = code.word(from) === 'RECURSIVE' ? from + 1 : from
    while (at < to && code.isName(at)) {
      const name = unquoteName(code.text(at))
      at++
      let columns: string[] | undefined
      if (code.kind(at) === TokenKind.openParen) {
        const end = Math.min(code.closing(at), to)
        columns = this.names(at + 1, end)
        at = end + 1
      }
      while (/^(?:AS|NOT|MATERIALIZED)$/.test(code.word(at))) at++
      if (code.kind(at) !== TokenKind.openParen) {
        state.block.ctes.push({ name, columns, query: undefined })
        break
      }
      const end = Math.min(code.closing(at), to)
      const query = newBlock(state.block)
      // A recursive one may name itself.
      const cte = { name, columns, query }
      state.block.ctes.push(cte)
      this.block(at + 1, end, query)
      at = Math.min(end + 1, to)
      if (code.kind(at) !== TokenKind.comma) break
      at++
    }
    return at
  }

  private parens(open: number, to: number, state: State): number {
    const { code } = this
    const end = Math.min(code.closing(open), to)
    const inside = code.word(open + 1)
    const isQuery =
      inside === 'SELECT' ||
      inside === 'WITH' ||
      (code.kind(open + 1) === TokenKind.openParen && /^(?:SELECT|WITH)$/.test(code.word(open + 2))) // prettier-ignore
    const before = code.word(open - 1)
    if (isQuery) {
      const isSource = state.clause === 'from' && state.expectsTable
      const query = newBlock(state.block)
      this.block(open + 1, end, query)
      const after = Math.min(end + 1, to)
      return isSource ? this.derived(open, after, to, query, state) : after
    }
    const inner: State = { ...state }
    if (state.clause === 'from' && state.expectsTable) {
      // FROM (a JOIN b …): the same list goes on.
      if (this.caretAt === open + 1 && end === open + 1) this.see(inner, [])
      this.pieces(open + 1, end, inner)
      state.source = inner.source
      state.expectsTable = false
      if (this.caretAt === end) this.see(inner, [])
      return Math.min(end + 1, to)
    }
    if (state.clause === 'from' && /^(?:INDEX|KEY|BY|JOIN)$/.test(before)) inner.clause = 'index-hint'
    else if ((state.clause === 'from' || state.clause === 'on') && before === 'USING') inner.clause = 'using'
    else if (state.clause === 'from' && state.block.verb === 'insert') inner.clause = 'insert-columns'
    const isList = inner.clause !== state.clause
    if (isList) {
      if (this.caretAt > open && this.caretAt <= end) this.see(inner, this.names(open + 1, end))
    } else {
      const items = state.block.items.length
      this.pieces(open + 1, end, inner)
      // Commas in a call end no item.
      state.block.items.length = items
      if (this.caretAt === end) this.see(inner, [])
    }
    if (inner.clause === 'using') state.clause = 'using'
    return Math.min(end + 1, to)
  }

  private names(from: number, to: number): string[] {
    const found: string[] = []
    for (let at = from; at < to; at++) if (this.code.isName(at)) found.push(unquoteName(this.code.text(at)))
    return found
  }

  private derived(open: number, after: number, to: number, query: ScopeBlock, state: State): number {
    const { alias, end } = this.alias(after, to, state)
    const span = { start: this.code.start(open), end: this.code.end(Math.max(end - 1, open)) }
    this.add(state, { name: alias ?? '', alias, schema: undefined, table: undefined, query, span })
    return this.skipColumns(end, to)
  }

  private table(at: number, to: number, state: State): number {
    const { code } = this
    if (/^(?:ONLY|LATERAL|IGNORE|LOW_PRIORITY|QUICK|INTO)$/.test(code.word(at))) return at + 1
    const parts = [unquoteName(code.text(at))]
    let end = at + 1
    while (code.kind(end) === TokenKind.dot) {
      // The caret may stand behind the dot.
      if (end + 1 === this.caretAt || !code.isName(end + 1)) return end + 1
      parts.push(unquoteName(code.text(end + 1)))
      end += 2
    }
    if (code.kind(end) === TokenKind.openParen && state.block.verb !== 'insert') {
      end = Math.min(code.closing(end) + 1, to)
    }
    const named = this.alias(end, to, state)
    const table = parts[parts.length - 1] ?? ''
    const span = { start: code.start(at), end: code.end(named.end - 1) }
    this.add(state, {
      name: named.alias ?? table,
      alias: named.alias,
      schema: parts[parts.length - 2],
      table,
      query: undefined,
      span,
    })
    return named.end
  }

  private alias(at: number, to: number, state: State): { readonly alias: string | undefined; readonly end: number } {
    const { code } = this
    let name = at
    if (at === this.caretAt || at >= to) return { alias: undefined, end: at }
    if (code.word(at) === 'AS') name++
    if (name >= to || !code.isName(name) || noAlias.has(code.word(name)) || name === this.caretAt) {
      if (name === this.caretAt && name > at) this.see({ ...state, expectsTable: false, clause: 'alias' }, [])
      return { alias: undefined, end: name }
    }
    return { alias: unquoteName(code.text(name)), end: name + 1 }
  }

  private skipColumns(at: number, to: number): number {
    return this.code.kind(at) === TokenKind.openParen ? Math.min(this.code.closing(at) + 1, to) : at
  }

  private add(state: State, source: ScopeSource): void {
    state.block.sources.push(source)
    state.source = source
    state.expectsTable = false
  }
}
