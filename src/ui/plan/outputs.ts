import type { ExplainFormat, ExplainOutput } from '../../core/analysis/model'
import type { Plan, PlanFormatId } from '../../core/plan/model'
import { alignedTable } from './text-table'

/** One thing that the server printed, ready to be shown as lines. */
export interface Output {
  readonly title: string
  readonly format: ExplainFormat | PlanFormatId
  /** What is drawn. */
  readonly text: string
  /** What is copied: as `text`, but nothing cut. */
  full(): string
  /** Offsets of the shown plan's spans are offsets of this text. */
  readonly isSource: boolean
  /** The statement that was sent, where the server answered one. */
  readonly statement?: string
  readonly warnings: readonly string[]
}

const titles: Record<ExplainFormat | PlanFormatId, string> = {
  'mysql-table': 'EXPLAIN',
  'mysql-json-v1': 'JSON',
  'mysql-json-v2': 'JSON, version 2',
  'mysql-tree': 'TREE',
  'mysql-partitions': 'EXPLAIN PARTITIONS',
  'mariadb-table': 'EXPLAIN',
  'mariadb-partitions': 'EXPLAIN PARTITIONS',
  'mariadb-json': 'JSON',
  'postgres-text': 'Text',
  'postgres-json': 'JSON',
  'postgres-yaml': 'YAML',
  'postgres-xml': 'XML',
}

/** Formats whose text is JSON. */
export function isJson(format: ExplainFormat | PlanFormatId): boolean {
  return format.includes('json')
}

/**
 * Everything that the server printed about the statement, the classical output first, JSON last. A plan that was pasted
 * has only its own text.
 */
export function outputsOf(plan: Plan, explain: readonly ExplainOutput[]): readonly Output[] {
  const outputs = explain.flatMap((one): Output[] => {
    const text = one.rows && one.columns ? alignedTable(one.columns, one.rows) : one.text
    if (text === undefined) return []
    const { columns, rows } = one
    return [
      {
        title: one.measured ? `${titles[one.format]}, measured` : titles[one.format],
        format: one.format,
        text: one.text === plan.source.text ? one.text : text,
        full: () => (columns && rows ? alignedTable(columns, rows, true) : text),
        isSource: one.text === plan.source.text,
        statement: one.statement,
        warnings: one.warnings.map((warning) => `${warning.level} ${warning.code}: ${warning.message}`),
      },
    ]
  })
  if (!outputs.some((one) => one.isSource)) {
    const { text, format } = plan.source
    outputs.push({
      title: explain.length === 0 ? titles[format] : `${titles[format]}, as read`,
      format,
      text,
      full: () => text,
      isSource: true,
      warnings: [],
    })
  }
  return outputs.sort((a, b) => rank(a) - rank(b))
}

function rank(output: Output): number {
  if (isJson(output.format)) return 2
  return output.statement === undefined ? 1 : 0
}
