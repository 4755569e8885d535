import type { PlanFormatId } from '../model'

/** Formats that are recognized, so that the person learns what it is, and that have no reader yet. */
export const unreadFormats: readonly {
  readonly id: PlanFormatId
  readonly title: string
  /** What to paste instead. */
  readonly instead: string
  recognizes(head: string): boolean
}[] = [
  {
    id: 'postgres-xml',
    title: 'PostgreSQL EXPLAIN (FORMAT XML)',
    instead: 'Paste EXPLAIN (FORMAT JSON).',
    recognizes: (head) => /<explain\b/.test(head),
  },
  {
    id: 'postgres-yaml',
    title: 'PostgreSQL EXPLAIN (FORMAT YAML)',
    instead: 'Paste EXPLAIN (FORMAT JSON).',
    recognizes: (head) => /^\s*- Plan:/m.test(head),
  },
  {
    id: 'postgres-text',
    title: 'PostgreSQL EXPLAIN as text',
    instead: 'Paste EXPLAIN (FORMAT JSON).',
    recognizes: (head) => /\(cost=[\d.]+\.\.[\d.]+ rows=\d+ width=\d+\)|\(actual (?:time|rows)=/.test(head),
  },
]
