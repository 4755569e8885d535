import { dialectOf } from '../../core/engine'
import { fault } from '../../core/errors'
import { scratchPrefix } from '../../core/scratch/model'
import { readSql } from '../../core/sql/read'
import { SignificantTokens } from '../../core/sql/significant-tokens'
import { tokenize } from '../../core/sql/tokenizer'
import { TokenKind } from '../../core/sql/tokens'
import type { Admitted } from './admit'
import type { GuardedRun } from './guarded-run'
import type { ServerProfile } from './set-up'

/**
 * What a writing statement may touch: tables of one schema of ours, all of which take part in transactions.
 * @throws SargableError `not-allowed` for a schema that is not ours, or a table outside of it
 */
export function checkTablesInside(statement: Admitted, schema: string | undefined, profile: ServerProfile): string {
  if (!schema?.startsWith(scratchPrefix)) {
    throw fault('not-allowed', 'A writing statement is timed on copies of its tables only.', {
      hint: 'Run it in a scratch schema.',
    })
  }
  const { statements } = readSql(statement.sql, dialectOf(profile.identity.product))
  for (const { tables } of statements) {
    const outside = tables.find((table) => table.schema !== undefined && table.schema !== schema)
    if (outside) {
      throw fault('not-allowed', `It names ${outside.schema}.${outside.name}, which is outside of the scratch schema.`)
    }
  }
  return schema
}

/**
 * Looks at what a rollback would leave behind, and at what triggers and routines of the schema reach outside of it.
 * @throws SargableError `not-allowed`
 */
export async function checkRollsBack(run: GuardedRun, schema: string, profile: ServerProfile): Promise<void> {
  const named = `'${schema.replace(/[\\']/g, '$&$&')}'`
  const { rows: engines } = await run.send(
    `SELECT t.TABLE_NAME, t.ENGINE FROM information_schema.TABLES t LEFT JOIN information_schema.ENGINES e ON e.ENGINE = t.ENGINE WHERE t.TABLE_SCHEMA = ${named} AND t.TABLE_TYPE = 'BASE TABLE' AND COALESCE(e.TRANSACTIONS, 'NO') <> 'YES' LIMIT 1`,
  )
  const [stays] = engines
  if (stays) {
    throw fault('not-allowed', `${stays[0]} is a ${stays[1]} table: its changes would not be rolled back.`, {
      hint: 'Copy it as an InnoDB table.',
    })
  }
  const { rows: schemas } = await run.send('SHOW DATABASES')
  const others = new Set(schemas.flatMap(([name]) => (name == null || name === schema ? [] : [name.toLowerCase()])))
  const { rows: bodies } = await run.send(
    `SELECT TRIGGER_NAME, ACTION_STATEMENT FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = ${named} UNION ALL SELECT ROUTINE_NAME, ROUTINE_DEFINITION FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = ${named}`,
  )
  for (const [name, body] of bodies) {
    const outside = tableOutside(body ?? '', others, profile)
    if (outside === undefined) continue
    throw fault('not-allowed', `${name} uses ${outside}, which is outside of the scratch schema.`, {
      hint: 'Leave the schema out of the name: then it means the copy.',
    })
  }
}

/** A name behind another schema's, unless it is a call: `shop.orders`. */
function tableOutside(body: string, schemas: ReadonlySet<string>, { identity }: ServerProfile): string | undefined {
  const tokens = tokenize(body, dialectOf(identity.product))
  const code = new SignificantTokens(tokens, 0, tokens.count)
  for (let at = 0; at + 2 < code.length; at++) {
    if (code.kind(at + 1) !== TokenKind.dot || code.kind(at - 1) === TokenKind.dot || !code.isName(at)) continue
    const schema = bare(code.text(at)).toLowerCase()
    if (schemas.has(schema) && code.kind(at + 3) !== TokenKind.openParen) {
      return `${bare(code.text(at))}.${bare(code.text(at + 2))}`
    }
  }
  return undefined
}

function bare(name: string): string {
  return /^`.*`$/.test(name) ? name.slice(1, -1).replaceAll('``', '`') : name
}
