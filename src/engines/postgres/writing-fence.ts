import type { ExplainOutput } from '../../core/analysis/model'
import { fault } from '../../core/errors'
import { scratchPrefix } from '../../core/scratch/model'
import type { FencedRun } from './fenced-run'

/** @throws SargableError `not-allowed` for a schema that is not ours */
export function checkOurs(schema: string | undefined): string {
  if (schema?.startsWith(scratchPrefix)) return schema
  throw fault('not-allowed', 'A writing statement is timed on copies of its tables only.', {
    hint: 'Run it in a scratch schema.',
  })
}

/**
 * Looks through a plan in JSON for tables that it writes, which must be of the schema.
 * @throws SargableError `not-allowed`
 */
export function checkTargets(outputs: readonly ExplainOutput[], schema: string): void {
  const json = outputs.find(({ format }) => format === 'postgres-json')?.text
  if (json === undefined) throw fault('internal', 'The plan of a writing statement does not tell what it writes.')
  const waiting: unknown[] = [JSON.parse(json)]
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (Array.isArray(one)) waiting.push(...one)
    else if (isFields(one)) {
      const written = one['Node Type'] === 'ModifyTable' || one['Node Type'] === 'LockRows'
      if (written && typeof one['Schema'] === 'string' && one['Schema'] !== schema) outside(one)
      waiting.push(...Object.values(one).filter((value) => typeof value === 'object' && value !== null))
    }
  }
}

/** Rows written so far by this transaction, and by earlier ones of the session that are not reported yet, by table. */
export type WrittenRows = ReadonlyMap<string, number>

export async function writtenRows(run: FencedRun): Promise<WrittenRows> {
  const { rows } = await run.send(
    `SELECT schemaname, relname, n_tup_ins + n_tup_upd + n_tup_del FROM pg_stat_xact_user_tables
      WHERE n_tup_ins + n_tup_upd + n_tup_del > 0`,
  )
  return new Map(rows.map(([schema, table, count]) => [JSON.stringify([schema, table]), Number(count)]))
}

/**
 * After one run inside the transaction: what triggers and functions wrote outside of the schema ends it here, before
 * it is run again and again.
 * @throws SargableError `not-allowed`
 */
export async function checkWritten(run: FencedRun, schema: string, before: WrittenRows): Promise<void> {
  for (const [key, count] of await writtenRows(run)) {
    if (count === (before.get(key) ?? 0)) continue
    const [own, table]: unknown[] = JSON.parse(key)
    if (own === schema) continue
    throw fault('not-allowed', `It wrote to ${own}.${table}, which is outside of the scratch schema.`, {
      hint: 'That one run was rolled back. A trigger or function does it: make it name the copy.',
    })
  }
}

function outside(node: Readonly<Record<string, unknown>>): never {
  throw fault(
    'not-allowed',
    `It writes to ${String(node['Schema'])}.${String(node['Relation Name'])}, which is outside of the scratch schema.`,
  )
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
