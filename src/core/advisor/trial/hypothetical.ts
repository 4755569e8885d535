import type { PlannerQuestion } from '../../alternatives/model'
import type { ExplainOutput } from '../../analysis/model'
import type { Catalog, Index } from '../../catalog/model'
import { quoteName } from '../../dialects/postgres'
import type { AddedIndex } from './index-changes'
import { addedBy, droppedBy, methodOf, type TrialOrder } from './ways'

/** The question whose answer is the plan with an advice: indexes made up and hidden by hypopg. */
export function hypotheticalQuestion(order: TrialOrder, place: number, homeSchema: string): PlannerQuestion {
  const { title } = order.advice
  return {
    id: `advice ${place}`,
    taken: title,
    phrase: title,
    settings: [],
    hidden: droppedBy(order).map(({ schema, name }) => ({ schema: schema ?? homeSchema, name })),
    added: addedBy(order).map(hypotheticalText),
  }
}

/** CREATE INDEX as hypopg takes it: without a name, which it chooses itself. */
function hypotheticalText({ schema, table, special, definition }: AddedIndex): string {
  const on = schema === undefined ? quoteName(table) : `${quoteName(schema)}.${quoteName(table)}`
  return `CREATE ${special === 'UNIQUE' ? 'UNIQUE ' : ''}INDEX ON ${on} ${definition}`
}

/** `"<13543>btree_orders_customer_id"` in a plan in JSON: hypopg's own name of an index. */
const made = /"<\d+>([a-z]+)_((?:[^"\\]|\\.)*)"/g

/** The plan with the names that the advice gives to its indexes, so that they can be found in the catalog. */
export function withAdvisedNames(output: ExplainOutput, order: TrialOrder): ExplainOutput {
  if (output.text === undefined) return output
  const added = addedBy(order)
  const text = output.text.replace(made, (whole, method: string, rest: string) => {
    const fits = added.filter((one) => methodOf(one.definition) === method && isOn(rest, one))
    const [best] = [...fits].sort((one, other) => likeness(rest, other) - likeness(rest, one))
    return best?.name === undefined ? whole : JSON.stringify(best.name)
  })
  return { ...output, text }
}

/** hypopg cuts its names off at 63 bytes. */
function isOn(rest: string, { table }: AddedIndex): boolean {
  return rest.startsWith(table) || table.startsWith(rest)
}

function likeness(rest: string, { table, parts }: AddedIndex): number {
  const named = [table, ...parts.map((part) => /^\w+/.exec(part)?.[0] ?? '')].join('_')
  let at = 0
  while (at < named.length && named[at] === rest[at]) at++
  // Of two that begin alike, the one that has no more parts than the name.
  return at - Math.max(0, named.length - rest.length)
}

/** The catalog as if the indexes of the advice were there, and those that it drops were not. */
export function withAdvisedIndexes(catalog: Catalog, order: TrialOrder): Catalog {
  const added = addedBy(order)
  const gone = new Set(droppedBy(order).map(({ name }) => name))
  return {
    tables: catalog.tables.map((table) => ({
      ...table,
      indexes: [
        ...table.indexes.filter(({ name }) => !gone.has(name)),
        ...added
          .filter((one) => one.table === table.name && (one.schema ?? table.schema) === table.schema)
          .flatMap((one) => (one.name === undefined ? [] : [indexOf(one, one.name, table.columns)])),
      ],
    })),
  }
}

function indexOf(
  { special, definition, parts }: AddedIndex,
  name: string,
  columns: Catalog['tables'][number]['columns'],
): Index {
  const include = /\bINCLUDE\s*\(([^)]*)\)/i.exec(definition)?.[1]
  const where = /\bWHERE\s+(.+)$/is.exec(definition)?.[1]
  return {
    name,
    unique: special === 'UNIQUE',
    visible: true,
    method: methodOf(definition),
    parts: parts.map((part) => {
      const [word = '', opclass] = part.replace(/\s+(ASC|DESC|NULLS\s+\w+)\b/gi, '').split(/\s+/)
      const [, bare = word, chars] = /^([^()]+)\((\d+)\)$/.exec(word) ?? []
      const column = columns.find((one) => one.name.toLowerCase() === bare.toLowerCase())?.name
      const descending = /\sDESC\b/i.test(part)
      if (column === undefined) return { expression: part, descending }
      return {
        column,
        descending,
        ...(chars !== undefined && { prefixChars: Number(chars) }),
        ...(opclass !== undefined && { opclass }),
      }
    }),
    ...(include !== undefined && { include: include.split(',').map((one) => one.trim().replace(/"/g, '')) }),
    ...(where !== undefined && { where }),
  }
}
