import type { Dialect } from '../../engine'
import { type Caret, type CaretInCode, caretIn } from './caret'
import type { Completion, CompletionRequest, Proposal } from './model'
import { proposeHints } from './propose-hints'
import { proposeNames } from './propose-names'
import { proposeWords } from './propose-words'
import type { ScopeBlock, ScopeSource } from './scope-model'

/** More than this nobody scrolls through; a schema may hold 10,000 tables. */
const mostProposals = 500

/** What may be written at a caret, best first. Takes any text, whole or not; never throws. */
export function complete(request: CompletionRequest): Completion {
  const caret = caretIn(request.text, request.offset, request.dialect)
  if (caret.kind === 'none') return { replace: { start: request.offset, end: request.offset }, proposals: [] }
  const all = caret.kind === 'hint' ? proposeHints(caret, request) : inCode(caret, request)
  return { replace: caret.replace, proposals: fitting(all, caret.prefix) }
}

function inCode(caret: CaretInCode, request: CompletionRequest): readonly Proposal[] {
  const names = proposeNames(caret, request)
  if (caret.inString || caret.qualifier.length > 0 || caret.quoted) return names
  return [...names, ...proposeWords(caret, request)]
}

/** Those that begin with what is typed, then those that hold it; in each the best first. */
function fitting(proposals: readonly Proposal[], prefix: string): readonly Proposal[] {
  const typed = prefix.toLowerCase()
  const found: { readonly proposal: Proposal; readonly fit: number }[] = []
  const seen = new Set<string>()
  for (const proposal of proposals) {
    const key = `${proposal.kind === 'column' || proposal.kind === 'join' ? 'column' : proposal.kind} ${proposal.insert}`
    const fit = fitOf(proposal.label.toLowerCase(), typed)
    if (fit === undefined || seen.has(key)) continue
    seen.add(key)
    found.push({ proposal, fit })
  }
  found.sort(
    (a, b) => a.fit - b.fit || a.proposal.rank - b.proposal.rank || (a.proposal.label < b.proposal.label ? -1 : 1),
  )
  return found.slice(0, mostProposals).map(({ proposal }) => proposal)
}

function fitOf(label: string, typed: string): number | undefined {
  if (typed === '' || label.startsWith(typed)) return 0
  const at = label.indexOf(typed)
  if (at !== -1) return /[_. ]/.test(label[at - 1] ?? '') ? 1 : 2
  // Initials and letters in order: `cid` for customer_id.
  let next = 0
  for (const char of label) if (char === typed[next]) next++
  return next === typed.length && typed.length > 1 ? 3 : undefined
}

/** The stored tables that a completion or a hover at `offset` wants to know. */
export function neededTables(
  text: string,
  offset: number,
  dialect: Dialect,
): readonly { readonly schema?: string; readonly name: string }[] {
  const caret = caretIn(text, offset, dialect)
  return caret.kind === 'none' ? [] : tablesOf(caret)
}

function tablesOf(
  caret: Exclude<Caret, { kind: 'none' }>,
): readonly { readonly schema?: string; readonly name: string }[] {
  const found = new Map<string, { readonly schema?: string; readonly name: string }>()
  const add = ({ schema, table }: ScopeSource) => {
    if (table !== undefined)
      found.set(`${schema ?? ''}.${table}`, schema === undefined ? { name: table } : { schema, name: table })
  }
  const visit = (block: ScopeBlock, depth: number) => {
    if (depth > 12) return
    for (const source of block.sources) {
      add(source)
      if (source.query !== undefined) visit(source.query, depth + 1)
    }
    for (const { query } of block.ctes) if (query !== undefined) visit(query, depth + 1)
  }
  for (let block: ScopeBlock | undefined = caret.place.block; block !== undefined; block = block.outer) visit(block, 0)
  return [...found.values()]
}
