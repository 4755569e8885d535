import { dialectOf } from '../../core/engine'
import { fault } from '../../core/errors'
import type { ReadOnly } from '../../core/sql/model'
import { splitStatements } from '../../core/sql/statements'
import { tokenize } from '../../core/sql/tokenizer'
import type { ServerProfile } from './set-up'

/** A statement that may be explained: exactly one, of a known kind. */
export interface Admitted {
  /** What the person wrote. */
  readonly text: string
  /** The statement in it, without delimiter and what stands around. */
  readonly sql: string
  /** Where `sql` starts in `text`. */
  readonly offset: number
  readonly form: 'select' | 'dml'
  /** FOR UPDATE, LOCK IN SHARE MODE. */
  readonly locks: boolean
  readonly readOnly: ReadOnly
}

export function admit(text: string, profile: ServerProfile, production: boolean): Admitted {
  const list = tokenize(text, dialectOf(profile.identity.product))
  const [only, second] = splitStatements(list)
  if (!only) throw fault('empty-statement', 'There is no statement here.')
  if (second) throw fault('not-one-statement', 'x')
  const sql = text.slice(only.span.start, only.span.end)
  const form = /^\(*\s*(select|with|table|values)/i.test(sql) ? 'select' : 'dml'
  if (form === 'dml' && production) throw fault('production-refused', 'x')
  return {
    text,
    sql,
    offset: only.span.start,
    form,
    locks: / for update/i.test(sql),
    readOnly: form === 'select' ? 'yes' : 'no',
  }
}
