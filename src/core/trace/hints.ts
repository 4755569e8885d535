import type { TraceDraft } from './draft'
import { tracedName } from './table-name'

const hint = /(\w+|`(?:[^`]|``)+`) ((?:USE|FORCE|IGNORE) (?:INDEX|KEY)(?: FOR [A-Z ]+?)? ?\([^()]*\))/g

/**
 * MariaDB prints index hints only in the statement: `join orders o IGNORE INDEX (ix_cust) on(…)`. Kept by the name that
 * stands before them, which is the alias where there is one.
 */
export function noteHints(draft: TraceDraft, selectId: number, query: string): void {
  for (const [, name = '', text = ''] of query.matchAll(hint)) {
    const key = `${selectId} ${tracedName(name).shown}`
    const before = draft.hints.get(key)
    draft.hints.set(key, before === undefined ? text : `${before} ${text}`)
  }
}

/** Gives the tables the hints that the statement has for them, where their names did not come with any. */
export function settleHints(draft: TraceDraft): void {
  for (const [key, table] of draft.tables) {
    const hints = draft.hints.get(key)
    if (table.hints === undefined && hints !== undefined) table.hints = hints
  }
}
