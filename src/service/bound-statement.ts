import type { Analysis } from '../core/analysis/model'
import { movedFinding, movedKeyUse, movedPlan, placeBefore } from '../core/analysis/sql-places/move-places'
import type { UsedValue } from '../core/analysis/values-model'
import { dialectOf, type EngineIdentity } from '../core/engine'
import { SargableError } from '../core/errors'
import { applyEdits } from '../core/sql/edits/apply'
import type { SqlEdit } from '../core/sql/edits/model'
import type { PlaceholderValues } from '../core/sql/edits/placeholder-values'
import { bindValues } from '../core/sql/edits/placeholders'
import { bindPostgresValues } from '../core/sql/edits/postgres/values'
import { literalOf } from '../core/sql/edits/typed-value'
import { tokenize } from '../core/sql/tokenizer'
import { TokenKind } from '../core/sql/tokens'
import { loadPostgresGrammar } from '../pg-syntax/index'

/** A statement with values in the places of its placeholders. */
export interface BoundStatement {
  readonly asked: string
  readonly sql: string
  readonly edits: readonly SqlEdit[]
  readonly notes: readonly string[]
}

/**
 * Puts values in the places of a statement's placeholders, and of user variables that have one.
 * @throws SargableError when a placeholder has no value, or one of a wrong kind
 */
export async function boundStatement(
  asked: string,
  { product, version }: EngineIdentity,
  values: PlaceholderValues,
): Promise<BoundStatement> {
  const dialect = dialectOf(product)
  if (dialect === 'postgres') {
    const outcome = bindPostgresValues(asked, { dialect, version, grammar: await loadPostgresGrammar() }, values)
    if (!outcome.done) throw new SargableError(outcome.fault)
    return { asked, sql: outcome.sql, edits: outcome.edits, notes: outcome.notes }
  }
  const variables = variableEdits(asked, dialect, values)
  const names = Object.entries(values.named ?? {}).filter(([name]) => !variables.names.has(name))
  const outcome = bindValues(asked, { dialect, version }, { ...values, named: Object.fromEntries(names) })
  if (!outcome.done) throw new SargableError(outcome.fault)
  const edits = [...outcome.edits, ...variables.edits].sort((a, b) => a.span.start - b.span.start)
  return { asked, sql: applyEdits(asked, edits), edits, notes: outcome.notes }
}

/** `@p` with a value becomes that value; without one it stays the session's variable. */
function variableEdits(sql: string, dialect: 'mysql' | 'mariadb', { named = {} }: PlaceholderValues) {
  const edits: SqlEdit[] = []
  const names = new Set<string>()
  const tokens = tokenize(sql, dialect)
  for (let at = 0; at < tokens.count; at++) {
    if (tokens.kind(at) !== TokenKind.userVariable) continue
    const name = tokens.textOf(at).slice(1)
    const value = Object.hasOwn(named, name) ? named[name] : undefined
    if (value === undefined) continue
    names.add(name)
    edits.push({ span: tokens.span(at), text: literalOf(value, undefined) })
  }
  return { edits, names }
}

/** The analysis of a bound statement, with its places in the statement that was asked, and the values that were used. */
export function asAsked(analysis: Analysis, { asked, edits, notes }: BoundStatement): Analysis {
  const move = (span: { readonly start: number; readonly end: number }) => placeBefore(span, edits)
  const values = edits.map(
    ({ span, text }): UsedValue => ({ placeholder: asked.slice(span.start, span.end), literal: text.trim() }),
  )
  return {
    ...analysis,
    sql: asked,
    plans: analysis.plans.map((plan) => movedPlan(plan, asked, move)),
    keyUse: analysis.keyUse.map((use) => movedKeyUse(use, move)),
    findings: analysis.findings.map((finding) => movedFinding(finding, move)),
    cautions: [...analysis.cautions, ...notes],
    values,
  }
}
