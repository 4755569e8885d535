import type { Table } from '../../catalog/model'
import { formatBytes } from '../../figures'
import type { AdviceFacts } from '../facts'
import type { Advice, Finding } from '../model'
import { dropIndexDdl } from './index-ddl'
import type { Redundancy } from './redundancy'

/** The finding for an index that another one makes superfluous. */
export function dropFinding(rule: string, { index, by, kind }: Redundancy, table: Table, facts: AdviceFacts): Finding {
  const parts = index.parts.map(partWords)
  const size = index.bytes === undefined ? '' : ` It takes ${formatBytes(index.bytes)}.`
  const words = kind === 'duplicate' ? `has the same parts as \`${by.name}\`` : `is a left part of \`${by.name}\``
  const advice: Advice = {
    kind: 'drop-index',
    title: `Drop \`${index.name}\` of ${table.name}`,
    variant: { sql: facts.sql, session: [], ddl: [dropIndexDdl(table, index, facts.family)] },
    index: { table: table.name, name: index.name, parts },
    equivalence: 'identical',
    preconditions: [
      {
        text: `No statement names \`${index.name}\` in an index hint.`,
        status: 'unknown',
        how: 'Search the source for it.',
      },
    ],
    tradeOffs: ['Reads that it covered go through a somewhat wider index.'],
    notWhen: [
      `It is much smaller than \`${by.name}\` and is scanned from end to end often.`,
      'A foreign key of another table refers to its columns and needs exactly this index.',
    ],
  }
  return {
    rule,
    severity: kind === 'duplicate' ? 'warning' : 'hint',
    title: `\`${index.name}\` of ${table.name} ${words}`,
    explanation: `Whatever \`${index.name}\` (${parts.join(', ')}) serves, \`${by.name}\` (${by.parts.map(partWords).join(', ')}) serves too. Every write keeps both.${size}`,
    nodes: [],
    evidence: [
      { kind: 'index', text: `${index.name} (${parts.join(', ')})` },
      { kind: 'index', text: `${by.name} (${by.parts.map(partWords).join(', ')})` },
    ],
    confidence: 'proven',
    savableFraction: 0,
    advice: [advice],
  }
}

function partWords({ column, expression, prefixChars, descending }: Table['indexes'][number]['parts'][number]): string {
  return `${column ?? `(${expression})`}${prefixChars === undefined ? '' : `(${prefixChars})`}${descending ? ' DESC' : ''}`
}
