import type { EngineIdentity } from '../../core/engine'
import type { PlaceholderValues } from '../../core/sql/edits/placeholder-values'
import { boundStatement } from '../bound-statement'

/**
 * A statement with the values in its placeholders. Advice that was made for a bound statement has them in its text
 * already: there is nothing to put in, and it stays as it is.
 */
export async function boundIn(
  sql: string,
  engine: EngineIdentity,
  values: PlaceholderValues | undefined,
): Promise<string> {
  return values === undefined ? sql : (await boundStatement(sql, engine, values)).sql
}
