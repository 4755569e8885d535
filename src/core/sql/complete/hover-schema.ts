import type { Column, Index, Table } from '../../catalog/model'
import type { TextSpan } from '../../text-span'
import type { Hover, HoverFact, HoverLine } from './hover-model'
import { same } from './source-columns'

export function tableHover(table: Table, span: TextSpan, alias: string | undefined): Hover {
  const facts: HoverFact[] = []
  if (table.rows !== undefined) facts.push({ name: 'rows, about', value: table.rows, unit: 'rows' })
  if (table.bytes !== undefined) facts.push({ name: 'size', value: table.bytes, unit: 'bytes' })
  if (table.engine !== undefined) facts.push({ name: 'engine', text: table.engine })
  if (table.analyzedAt !== undefined)
    facts.push({ name: 'statistics of', text: table.analyzedAt.slice(0, 16).replace('T', ' ') })
  facts.push({ name: 'columns', value: table.columns.length, unit: 'values' })
  const type = table.type ?? 'table'
  return {
    span,
    kind: 'table',
    title: `${table.schema === '' ? '' : `${table.schema}.`}${table.name}`,
    about:
      alias === undefined
        ? type === 'table'
          ? undefined
          : `A ${type}.`
        : `${alias} is ${table.name}${type === 'table' ? '' : `, a ${type}`}.`,
    facts,
    lines: table.indexes.map((index) => ({ name: index.name, text: indexText(index), look: 'plain' })),
  }
}

export function columnHover(column: Column, table: Table, span: TextSpan): Hover {
  const facts: HoverFact[] = [
    { name: 'type', text: column.type },
    { name: 'NULL', text: column.nullable ? 'allowed' : 'never' },
  ]
  if (column.charset !== undefined) facts.push({ name: 'character set', text: column.charset })
  if (column.collation !== undefined) facts.push({ name: 'collation', text: column.collation })
  if (column.generated !== undefined) facts.push({ name: 'generated', text: column.generated })
  const distinct = distinctValues(table, column.name)
  if (distinct !== undefined) facts.push({ name: 'distinct values, about', value: distinct, unit: 'values' })
  const lines = table.indexes.flatMap((index): HoverLine[] => {
    const at = index.parts.findIndex((part) => part.column !== undefined && same(part.column, column.name))
    if (at === -1) return []
    const place = index.parts.length === 1 ? 'alone' : `part ${at + 1} of ${index.parts.length}`
    return [{ name: index.name, text: `${place}: ${indexText(index)}`, look: at === 0 ? 'good' : 'plain' }]
  })
  return {
    span,
    kind: 'column',
    title: `${table.name}.${column.name}`,
    about: lines.length === 0 ? 'In no index.' : undefined,
    facts,
    lines,
  }
}

/** Of the index that begins with the column: MySQL counts distinct values up to each part. */
export function distinctValues(table: Table, column: string): number | undefined {
  const counts = table.indexes.flatMap((index) => {
    const [first] = index.parts
    return first?.column !== undefined && same(first.column, column) && first.cardinality !== undefined
      ? [first.cardinality]
      : []
  })
  return counts.length === 0 ? undefined : Math.max(...counts)
}

/** `unique (status, placed DESC, title(20))` */
export function indexText({ unique, parts, method, visible, include, where }: Index): string {
  const list = parts.map(({ column, expression, prefixChars, descending }) => {
    const name = column ?? `(${expression ?? ''})`
    return `${name}${prefixChars === undefined ? '' : `(${prefixChars})`}${descending ? ' DESC' : ''}`
  })
  return [
    unique ? 'unique ' : '',
    method === undefined || method === 'btree' ? '' : `${method} `,
    `(${list.join(', ')})`,
    include === undefined || include.length === 0 ? '' : ` including ${include.join(', ')}`,
    where === undefined ? '' : ` where ${where}`,
    visible ? '' : ', invisible',
  ].join('')
}
