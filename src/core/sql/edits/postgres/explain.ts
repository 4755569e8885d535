import { atLeast } from '../../../engine'
import { TokenKind } from '../../tokens'
import { insertion, refuse } from '../editable'
import type { EditOutcome, PostgresEditContext } from '../model'
import { editingPostgres, type PostgresEditable } from './editable'

interface Option {
  readonly name: string
  readonly on: boolean
}

/** Options and the first version that has them (manual, "EXPLAIN", of each version). */
const since: Readonly<Record<string, number>> = {
  ANALYZE: 0,
  VERBOSE: 0,
  COSTS: 0,
  BUFFERS: 0,
  TIMING: 0,
  FORMAT: 0,
  SUMMARY: 10,
  SETTINGS: 12,
  WAL: 13,
  GENERIC_PLAN: 16,
  SERIALIZE: 17,
  MEMORY: 17,
}

/** Options that say something of a run. */
const measured: ReadonlySet<string> = new Set(['WAL', 'TIMING', 'SERIALIZE'])

/**
 * Puts `EXPLAIN`, `EXPLAIN ANALYZE VERBOSE` or `EXPLAIN (ANALYZE, FORMAT JSON)` before a PostgreSQL statement; one that
 * is there is replaced.
 */
export function wrapAsPostgresExplain(sql: string, context: PostgresEditContext, form: string): EditOutcome {
  return editingPostgres(sql, context, (statement) => {
    const options = optionsOf(form, context)
    const { outline } = statement
    if (!outline.explainable)
      throw refuse('PostgreSQL explains queries, DML, EXECUTE, DECLARE and CREATE TABLE AS only.')
    const { version } = context
    if (outline.kind === 'merge' && version !== undefined && !atLeast(version, 15)) {
      throw refuse('PostgreSQL before 15 has no MERGE.')
    }
    const place = explainPlace(statement)
    const edits = place === undefined ? [insertion(statement.code.start(0), `${form} `)] : [{ span: place, text: form }]
    return { edits, notes: notesOf(statement, options) }
  })
}

/** EXPLAIN with its options; hints before and behind it stay. */
function explainPlace({ code, outline }: PostgresEditable): { start: number; end: number } | undefined {
  if (code.word(0) !== 'EXPLAIN') return undefined
  let at = 1
  while (at < code.length && code.start(at) < outline.inner.start) at++
  return { start: code.start(0), end: code.end(at - 1) }
}

function notesOf({ code, outline }: PostgresEditable, options: readonly Option[]): string[] {
  const isOn = (name: string): boolean => options.some((option) => option.name === name && option.on)
  const notes: string[] = []
  if (isOn('ANALYZE') && !outline.readsOnly) notes.push('ANALYZE runs the statement, its changes too.')
  const hasPlaceholder = [...Array(code.length).keys()].some((at) => code.kind(at) === TokenKind.placeholder)
  if (hasPlaceholder && !isOn('GENERIC_PLAN')) {
    notes.push('The placeholders need values, or GENERIC_PLAN (PostgreSQL 16 and later).')
  }
  return notes
}

/** Reads and checks a prefix. Throws for what is none, and for what the server does not have. */
function optionsOf(form: string, { version }: PostgresEditContext): Option[] {
  const bare = /^EXPLAIN((?:\s+(?:ANALYZE|VERBOSE))*)$/i.exec(form)
  const listed = /^EXPLAIN\s*\(([\w\s,]+)\)$/i.exec(form)
  if (bare === null && listed === null) throw refuse(`This does not explain a statement: ${form}`)
  const words = bare === null ? (listed?.[1] ?? '').split(',') : (bare[1] ?? '').trim().split(/\s+/)
  const options = words.flatMap((text): Option[] => {
    const [name = '', value, ...more] = text.trim().toUpperCase().split(/\s+/)
    if (name === '' && bare !== null) return []
    const known = since[name === 'ANALYSE' ? 'ANALYZE' : name]
    if (known === undefined || more.length > 0) throw refuse(`EXPLAIN has no option ${text.trim()}.`)
    if (version !== undefined && !atLeast(version, known)) {
      throw refuse(`PostgreSQL before ${known} has no EXPLAIN (${name}).`)
    }
    if (name === 'FORMAT' && !['TEXT', 'JSON', 'XML', 'YAML'].includes(value ?? '')) {
      throw refuse(`EXPLAIN has no format ${value ?? 'of that name'}.`)
    }
    return [{ name, on: !['OFF', 'FALSE', '0', 'NONE'].includes(value ?? '') }]
  })
  const runs = options.some(({ name, on }) => name === 'ANALYZE' && on)
  const [idle] = options.filter(({ name, on }) => on && measured.has(name))
  if (!runs && idle !== undefined) throw refuse(`EXPLAIN option ${idle.name} needs ANALYZE.`)
  const old = version !== undefined && !atLeast(version, 13)
  if (!runs && old && options.some(({ name, on }) => name === 'BUFFERS' && on)) {
    throw refuse('EXPLAIN option BUFFERS needs ANALYZE before PostgreSQL 13.')
  }
  if (runs && options.some(({ name, on }) => name === 'GENERIC_PLAN' && on)) {
    throw refuse('EXPLAIN takes ANALYZE or GENERIC_PLAN, not both.')
  }
  return options
}
