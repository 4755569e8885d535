import type { PlannerQuestion } from '../../core/alternatives/model'
import { dialectOf } from '../../core/engine'
import { resultAtom } from '../state/atoms'
import { happenedAtom } from '../state/session'
import { nameOf } from '../state/statement-name'
import { store } from '../state/store'
import { compareVariants } from './open-from'

/** Opens an experiment of the statement in front and the same one that must, or must not, use an index of a table. */
export async function compareWithHint(
  { table, index }: { readonly table: string; readonly index: string },
  hint: 'force' | 'ignore',
): Promise<void> {
  const result = store.get(resultAtom)
  if (result.state !== 'analysis') return
  const { sql, engine, catalog } = result.analysis
  const dialect = dialectOf(engine.product)
  if (dialect === 'postgres') return
  // The grammar of statements is loaded when somebody wants a statement changed.
  const { setIndexHints } = await import('../../core/sql/edits/index-hints')
  const action = hint === 'force' ? 'FORCE' : 'IGNORE'
  const edited = setIndexHints(sql, { dialect, version: engine.version, catalog }, [
    { table, hints: [{ action, indexes: [index] }] },
  ])
  if (!edited.done) {
    store.set(happenedAtom, { text: edited.fault.message, good: false })
    return
  }
  compareVariants(nameOf(sql), [
    { label: 'As it is', sql },
    { label: `${action} INDEX (${index})`, sql: edited.sql },
  ])
}

/** Opens an experiment of the statement in front and the same one under the settings of a question to the planner. */
export function compareWithSettings({ phrase, settings }: Pick<PlannerQuestion, 'phrase' | 'settings'>): void {
  const result = store.get(resultAtom)
  if (result.state !== 'analysis') return
  const { sql } = result.analysis
  compareVariants(nameOf(sql), [
    { label: 'As it is', sql },
    { label: `${phrase.charAt(0).toLowerCase()}${phrase.slice(1)}`.replace(/`/g, ''), sql, session: settings },
  ])
}
