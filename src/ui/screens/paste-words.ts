import type { Dialect } from '../../core/engine'
import type { PastePart } from '../../core/paste/model'
import type { PlanFormatId } from '../../core/plan/model'
import { formatCount, formatTime } from '../kit/format'

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
  return { head: [kindNames[part.kind], what].filter(Boolean).join(', '), facts: factWords(part.facts) }
}

function factWords(facts: PastePart['facts']): string {
  return Object.entries(facts)
    .map(([name, value]) => {
      const words = name
        .replace(/(Ms|Bytes)$/, '')
        .replace(/[_-]/g, ' ')
        .replace(/([a-z])([A-Z])/g, '$1 $2')
        .toLowerCase()
      if (typeof value !== 'number') return `${words} ${value}`
      return name.endsWith('Ms') ? `${words} ${formatTime(value)}` : `${words} ${formatCount(value)}`
    })
    .join(', ')
}

/** What pressing the button does with it. */
export function pasteAction(part: PastePart | undefined, connected: boolean): string {
  if (part?.kind === 'plan') return 'Draw the plan'
  if (part?.kind === 'sql' || part?.kind === 'slow-log-entry') return connected ? 'Explain' : 'Analyze'
  return part === undefined ? 'Analyze' : 'Open as text'
}
