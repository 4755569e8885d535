import { quoteName as quoteMysql } from '../../dialects/mysql-family'
import { quoteName as quotePostgres } from '../../dialects/postgres'
import type { Dialect } from '../../engine'
import { applyEdits } from '../../sql/edits/apply'
import { sameName } from '../../sql/edits/quote'
import { callsIn } from '../../sql/routines/calls'
import { withoutDeadBranches } from '../../sql/routines/dead-branches'
import { functionHead } from '../../sql/routines/heads'
import type { RoutineFact } from './facts'
import type { ProposedVariant } from './model'

/** A function of our own in a scratch schema, beside the one that it stands for. */
export interface FunctionCopy {
  readonly of: RoutineFact
  readonly name: string
  readonly body: string
  readonly ddl: ProposedVariant['ddl'][number]
}

/** Longest name of a function: 64 characters on MySQL and MariaDB, 63 bytes on PostgreSQL. */
const longestName = 63

function named(routine: RoutineFact, suffix: string): string {
  return `${routine.name.slice(0, longestName - suffix.length)}${suffix}`
}

/** A name as the dialect quotes it. */
export function quotedName(name: string, dialect: Dialect): string {
  return dialect === 'postgres' ? quotePostgres(name) : quoteMysql(name)
}

/** The function without branches that are never taken; with their conditions. Undefined where it has none. */
export function liveCopy(
  routine: RoutineFact,
  dialect: Dialect,
): (FunctionCopy & { readonly removed: readonly string[] }) | undefined {
  if (dialect === 'postgres' && routine.language !== 'plpgsql') return undefined
  const live = withoutDeadBranches(routine.body, dialect)
  if (live === undefined) return undefined
  const name = named(routine, '_live')
  const apply = createWith(routine, name, live.body, dialect)
  if (apply === undefined) return undefined
  return {
    of: routine,
    name,
    body: live.body,
    removed: live.removed,
    ddl: { apply, undo: dropping(routine, name, dialect) },
  }
}

/** A function of the same signature that does nothing: what is left is the cost of calling. */
export function emptyCopy(routine: RoutineFact, dialect: Dialect): FunctionCopy {
  const name = named(routine, '_empty')
  const quoted = quotedName(name, dialect)
  const parameters =
    dialect === 'postgres'
      ? routine.parameters.map(({ type }) => type).join(', ')
      : routine.parameters.map((one) => `${quoteMysql(one.name)} ${one.type}`).join(', ')
  const head = `CREATE FUNCTION ${quoted}(${parameters}) RETURNS ${routine.returns}`
  const body = dialect === 'postgres' ? 'BEGIN RETURN NULL; END' : 'RETURN NULL'
  const apply =
    dialect === 'postgres' ? `${head} LANGUAGE plpgsql AS '${body}'` : `${head} DETERMINISTIC NO SQL ${body}`
  return { of: routine, name, body, ddl: { apply, undo: dropping(routine, name, dialect) } }
}

function dropping({ parameters }: RoutineFact, name: string, dialect: Dialect): string {
  const quoted = quotedName(name, dialect)
  return dialect === 'postgres'
    ? `DROP FUNCTION ${quoted}(${parameters.map(({ type }) => type).join(', ')})`
    : `DROP FUNCTION ${quoted}`
}

function createWith(routine: RoutineFact, name: string, body: string, dialect: Dialect): string | undefined {
  const { definition } = routine
  if (dialect === 'postgres') {
    const open = definition.indexOf('(')
    const at = definition.lastIndexOf(routine.body)
    if (open === -1 || at < open) return undefined
    const end = at + routine.body.length
    return `CREATE FUNCTION ${quotePostgres(name)}${definition.slice(open, at)}${body}${definition.slice(end)}`
  }
  const head = functionHead(definition, dialect)
  return head && `CREATE FUNCTION ${quoteMysql(name)}${definition.slice(head.name.end, head.body.start)}${body}`
}

/** A text that calls the copy where it called the function. Undefined where it does not. */
export function calling(text: string, copy: FunctionCopy, dialect: Dialect): string | undefined {
  const calls = callsOf(text, copy.of, dialect)
  if (calls.length === 0) return undefined
  const name = quotedName(copy.name, dialect)
  return applyEdits(
    text,
    calls.map(({ nameSpan }) => ({ span: nameSpan, text: name })),
  )
}

/** The places where a text calls a stored function. */
export function callsOf(text: string, { name, schema }: RoutineFact, dialect: Dialect) {
  return callsIn(text, dialect).filter(
    (call) => sameName(call.name, name) && (call.schema === undefined || sameName(call.schema, schema)),
  )
}
