import { atLeast, type EngineIdentity } from '../engine'
import type { SyntaxTree } from '../sql/syntax/model'
import type { IndexHintNode } from '../sql/syntax/table-model'
import { walk } from '../sql/syntax/walk'
import type { IndexHint } from './statement-scope'

/** The hints of a statement by the place where their table begins in the text; optimizer hints by the table's name. */
export interface StatementHints {
  readonly byPlace: ReadonlyMap<number, readonly IndexHint[]>
  readonly byName: ReadonlyMap<string, readonly IndexHint[]>
}

/**
 * All that a MySQL or MariaDB statement says about which indexes may be read: USE, FORCE and IGNORE INDEX, and in MySQL
 * the optimizer hints of indexes. `FOR ORDER BY` and `FOR GROUP BY` forbid no search and are left out. Optimizer hints
 * count where the server is known to take them: comments to all others.
 */
export function indexHintsOf(tree: SyntaxTree, engine: EngineIdentity | undefined): StatementHints {
  const byPlace = new Map<number, readonly IndexHint[]>()
  const byName = new Map<string, IndexHint[]>()
  walk(tree.statement, (node) => {
    if (node.type === 'table' && node.indexHints.length > 0) {
      const hints = node.indexHints.filter(({ scope }) => scope === undefined || scope === 'JOIN').map(tableHint)
      byPlace.set(node.span.start, hints)
    }
    if (node.type === 'optimizer-hint' && engine?.product === 'mysql') {
      for (const { table, hint } of optimizerHints(node.text, engine)) {
        const known = byName.get(table)
        if (known === undefined) byName.set(table, [hint])
        else known.push(hint)
      }
    }
    return undefined
  })
  return { byPlace, byName }
}

const kinds = { USE: 'use', FORCE: 'force', IGNORE: 'ignore' } as const

function tableHint({ action, indexes }: IndexHintNode): IndexHint {
  const names = indexes.map(({ name }) => name)
  return {
    kind: kinds[action],
    indexes: new Set(names.map((name) => name.toLowerCase())),
    text: `${action} INDEX (${names.join(', ')})`,
  }
}

/** `INDEX(t ix)` allows only these, `NO_INDEX(t)` forbids all; names after the table, `@block` parts left out. */
const optimizerHint = /\b(NO_INDEX|INDEX|NO_RANGE_OPTIMIZATION)\s*\(\s*(?:@\S+\s+)?([^\s(),]+)\s*([^()]*)\)/gi

function optimizerHints(text: string, { version }: EngineIdentity): readonly { table: string; hint: IndexHint }[] {
  return [...text.matchAll(optimizerHint)].flatMap((match) => {
    const name = (match[1] ?? '').toUpperCase()
    const rangesOnly = name === 'NO_RANGE_OPTIMIZATION'
    if (!(rangesOnly ? atLeast(version, 5, 7, 7) : atLeast(version, 8, 0, 20))) return []
    const unquoted = (part: string) => part.replaceAll('`', '').trim().toLowerCase()
    const indexes = (match[3] ?? '')
      .split(',')
      .map(unquoted)
      .filter((each) => each !== '')
    const hint: IndexHint = {
      kind: name === 'INDEX' ? 'use' : 'ignore',
      indexes: indexes.length === 0 ? undefined : new Set(indexes),
      ...(rangesOnly ? { rangesOnly } : {}),
      text: match[0].trim(),
    }
    return [{ table: unquoted((match[2] ?? '').split('@')[0] ?? ''), hint }]
  })
}

/** The hint that keeps the server from reading an index for a search; undefined when none does. */
export function forbiddenBy(
  hints: readonly IndexHint[],
  index: string,
  search: 'lookup' | 'range',
): IndexHint | undefined {
  const name = index.toLowerCase()
  const names = ({ indexes }: IndexHint) => indexes === undefined || indexes.has(name)
  const ignoring = hints.find(
    (hint) => hint.kind === 'ignore' && names(hint) && (hint.rangesOnly !== true || search === 'range'),
  )
  if (ignoring !== undefined) return ignoring
  const allowing = hints.filter((hint) => hint.kind !== 'ignore')
  const [first] = allowing
  return first !== undefined && !allowing.some(names) ? first : undefined
}
