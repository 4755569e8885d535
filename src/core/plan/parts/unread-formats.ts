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
    id: 'mysql-json-v2',
    title: 'MySQL EXPLAIN FORMAT=JSON, version 2',
    instead: 'Run SET SESSION explain_json_format_version=1 and paste EXPLAIN FORMAT=JSON again.',
    recognizes: (head) =>
      /^\s*\{/.test(head) && /"(?:query_plan|operation)"\s*:/.test(head) && !/"query_block"/.test(head),
  },
  {
    id: 'mysql-tree',
    title: 'MySQL EXPLAIN FORMAT=TREE',
    instead: 'Paste EXPLAIN FORMAT=TRADITIONAL, or FORMAT=JSON with explain_json_format_version=1.',
    recognizes: (head) =>
      /^\s*<not executable by iterator executor>/.test(head) ||
      (/^\s*-> /m.test(head) && !/->\s{2}\S/.test(head.split('\n', 1)[0] ?? '') && !/ width=\d+\)/.test(head)),
  },
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
