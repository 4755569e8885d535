import type { KeyPartRole, KeyPartUse, KeyUse } from '../keyparts/model'
import type { Plan, PlanNode } from './model'

/** How each key part is marked: what it did, in one sign behind its name. */
const partMarks: Readonly<Record<KeyPartRole, string>> = {
  equality: '=',
  'in-list': '[]',
  range: '..',
  skipped: '~',
  'index-filter': '?',
  order: '^',
  cover: '+',
  unused: '-',
}

/**
 * The plan as indented text: the language of tests, the command line and bug reports.
 *
 *     sort  120→118 rows  4.2 ms
 *       nested-loop  120→118 rows
 *         orders range  idx_status_created(status= created_at..)  covering  120→118 rows  1.1 ms
 *         customers unique-lookup  PRIMARY(id=)  1→1 rows  ×118  0.01 ms
 *
 * One node per line, two blanks between words, `estimated→actual rows` per loop, `×loops`, milliseconds per loop.
 * Relations that the place does not tell stand in front (`subquery:`). With `keyUse`, the chosen indexes show their
 * parts: `=` equality, `[]` list, `..` range, `~` skipped, `?` index filter, `^` order, `+` covering, `-` unused.
 */
export function outline(plan: Plan, keyUse: readonly KeyUse[] = []): string {
  const chosen = new Map<string, KeyUse>()
  for (const use of keyUse) if (use.chosen) chosen.set(`${use.nodeId} ${use.index}`, use)
  const lines: string[] = []
  const waiting: { node: PlanNode; depth: number }[] = [{ node: plan.root, depth: 0 }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next
    lines.push('  '.repeat(depth) + line(node, chosen))
    for (let index = node.children.length - 1; index >= 0; index--) {
      const child = node.children[index]
      if (child) waiting.push({ node: child, depth: depth + 1 })
    }
  }
  return lines.join('\n')
}

const toldByPlace = new Set(['input', 'outer', 'inner'])

function line(node: PlanNode, chosen: ReadonlyMap<string, KeyUse>): string {
  const { access, estimate, actual } = node
  const words: string[] = []
  if (access && node.operator === 'access') {
    words.push(`${access.alias ?? access.table} ${access.method}`)
    for (const index of access.indexes) {
      const use = chosen.get(`${node.id} ${index.name}`)
      const parts = use
        ? use.parts.filter((part) => !part.appended || part.role !== 'unused').map(part)
        : index.usedKeyParts
      const name = index.use === 'rowid-filter' ? `filter ${index.name}` : index.name
      words.push(parts && parts.length > 0 ? `${name}(${parts.join(' ')})` : name)
    }
    if (access.covering) words.push('covering')
    if (access.direction === 'backward') words.push('backward')
    if (access.multiRangeRead) words.push('mrr')
  } else words.push(node.operator)
  const rows = rowsOf(estimate.rowsPerLoop ?? estimate.rowsExaminedPerLoop, actual?.rowsPerLoop)
  if (rows) words.push(rows)
  if (actual?.neverExecuted) words.push('never executed')
  else {
    if (actual && actual.loops !== 1) words.push(`×${short(actual.loops)}`)
    if (actual?.lastRowMsPerLoop !== undefined) words.push(`${short(actual.lastRowMsPerLoop)} ms`)
  }
  const text = words.join('  ')
  return toldByPlace.has(node.relation) ? text : `${node.relation}: ${text}`
}

function part(use: KeyPartUse): string {
  const name = use.column ?? `(${use.expression ?? '?'})`
  const prefix = use.prefixChars === undefined ? '' : `(${use.prefixChars})`
  return `${name}${prefix}${partMarks[use.role]}`
}

function rowsOf(estimated: number | undefined, actual: number | undefined): string | undefined {
  if (estimated === undefined) return actual === undefined ? undefined : `→${short(actual)} rows`
  return actual === undefined ? `${short(estimated)} rows` : `${short(estimated)}→${short(actual)} rows`
}

/** At most three decimals, none that say nothing. */
function short(value: number): string {
  return String(value >= 100 ? Math.round(value) : Math.round(value * 1000) / 1000)
}
