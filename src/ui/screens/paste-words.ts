import type { Dialect } from '../../core/engine'
import { formatCount, formatTime } from '../../core/figures'
import type { PastePart } from '../../core/paste/model'
import type { PlanFormatId } from '../../core/plan/model'

const dialectNames: Record<Dialect, string> = { mysql: 'MySQL', mariadb: 'MariaDB', postgres: 'PostgreSQL' }

/** Formats as people call them. */
export const formatNames: Record<PlanFormatId, string> = {
  'mysql-table': 'MySQL, table',
  'mysql-json-v1': 'MySQL, JSON',
  'mysql-json-v2': 'MySQL, JSON 2',
  'mysql-tree': 'MySQL, tree',
  'mariadb-table': 'MariaDB, table',
  'mariadb-json': 'MariaDB, JSON',
  'postgres-text': 'PostgreSQL, text',
  'postgres-json': 'PostgreSQL, JSON',
  'postgres-yaml': 'PostgreSQL, YAML',
  'postgres-xml': 'PostgreSQL, XML',
}

const kindNames: Record<PastePart['kind'], string> = {
  sql: 'Statement',
  'slow-log-entry': 'Slow-log entry',
  'slow-log': 'Slow log',
  plan: 'Plan',
  trace: 'Optimizer trace',
  ddl: 'Table definition',
  unknown: 'Not recognized',
}

/** What was recognized: a head ("Slow-log entry, MySQL"), and its facts in words. */
export function partWords(part: PastePart): { readonly head: string; readonly facts: string } {
  const what = part.format ? formatNames[part.format] : part.dialect && dialectNames[part.dialect]
  const { statement, ...facts } = part.facts
  // Of an entry it is the statement itself.
  const prompts = part.kind === 'sql' && statement !== undefined ? 'prompts taken out' : ''
  return {
    head: [kindNames[part.kind], what].filter(Boolean).join(', '),
    facts: [factWords(facts), prompts].filter((words) => words !== '').join(', '),
  }
}

/** Facts in the words of the product; one that is not here is told by its name. */
const told: Readonly<Record<string, (value: string | number | boolean) => string>> = {
  statementKind: (kind) => (kind === 'other' ? '' : String(kind).toUpperCase()),
  readOnly: (value) => (value === 'yes' ? 'reads only' : value === 'no' ? 'changes something' : 'may change something'),
  tables: (count) => counted(count, 'table'),
  nodes: (count) => counted(count, 'node'),
  plans: (count) => counted(count, 'plan'),
  entries: (count) => counted(count, 'entry', 'entries'),
  queries: (count) => counted(count, 'query block'),
  joinOrders: (count) => counted(count, 'step of join orders', 'steps of join orders'),
  lines: (count) => counted(count, 'line'),
  characters: (count) => counted(count, 'character'),
  measured: (value) => (value === true ? 'measured' : 'estimated'),
  readable: () => 'cannot be read whole',
  notUnderstood: (count) => `${counted(count, 'place')} not understood`,
  bytesCutOff: (count) => `${formatCount(Number(count))} bytes cut off by the server`,
  explain: () => 'with EXPLAIN before it',
  parameters: () => 'with values',
  shapes: (count) => counted(count, 'shape'),
}

function counted(value: string | number | boolean, one: string, many = `${one}s`): string {
  return `${formatCount(Number(value))} ${Number(value) === 1 ? one : many}`
}

function factWords(facts: PastePart['facts']): string {
  return Object.entries(facts)
    .map(([name, value]) => {
      const words = told[name]
      if (words !== undefined) return words(value)
      const plain = name
        .replace(/(Ms|Bytes)$/, '')
        .replace(/[_-]/g, ' ')
        .replace(/([a-z])([A-Z])/g, '$1 $2')
        .toLowerCase()
      if (typeof value !== 'number') return `${plain} ${value}`
      return name.endsWith('Ms') ? `${plain} ${formatTime(value)}` : `${plain} ${formatCount(value)}`
    })
    .filter((words) => words !== '')
    .join(', ')
}

/** The parts beside the main one, counted: `2 statements, 1 table definition`. */
export function otherParts(parts: readonly PastePart[], main: PastePart): string {
  const counts = new Map<PastePart['kind'], number>()
  for (const part of parts) if (part !== main) counts.set(part.kind, (counts.get(part.kind) ?? 0) + 1)
  return [...counts].map(([kind, count]) => `${count} ${kindWords(kind, count)}`).join(', ')
}

function kindWords(kind: PastePart['kind'], count: number): string {
  if (kind === 'unknown') return count === 1 ? 'piece not recognized' : 'pieces not recognized'
  const name = kindNames[kind].toLowerCase()
  return count === 1 ? name : name.endsWith('y') ? `${name.slice(0, -1)}ies` : `${name}s`
}

/** What pressing the button does with it. */
export function pasteAction(part: PastePart | undefined, connected: boolean): string {
  if (part?.kind === 'plan') return 'Draw the plan'
  if (part?.kind === 'trace') return 'Read the trace'
  if (part?.kind === 'slow-log') return 'Open as a log'
  if (part?.kind === 'sql' || part?.kind === 'slow-log-entry') return connected ? 'Explain' : 'Analyze'
  return part === undefined ? 'Analyze' : 'Open as text'
}
