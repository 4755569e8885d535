/** A PostgreSQL plan in the keys of its JSON format, from which the other formats are written. */
export type Value = string | number | boolean | readonly Value[] | Members
export interface Members {
  readonly [key: string]: Value
}

/** `{ Plan: …, "Planning Time": 0.1, … }` */
export type PostgresDocument = Members

export const isMembers = (value: Value): value is Members => typeof value === 'object' && !Array.isArray(value)
export const isList = (value: Value): value is readonly Value[] => Array.isArray(value)

/** EXPLAIN (FORMAT JSON). */
export function postgresJson(document: PostgresDocument): string {
  return JSON.stringify([document], null, 2)
}

/**
 * EXPLAIN (FORMAT YAML), as explain.c writes it: a blank behind the colon of a group, JSON's quotes.
 */
export function postgresYaml(document: PostgresDocument): string {
  const lines: string[] = []
  const put = (value: Value, key: string, indent: string) => {
    if (isList(value)) {
      lines.push(`${indent}${key}: `)
      for (const each of value) item(each, `${indent}  `)
    } else if (isMembers(value)) {
      lines.push(`${indent}${key}: `)
      for (const [name, member] of Object.entries(value)) put(member, name, `${indent}  `)
    } else lines.push(`${indent}${key}: ${JSON.stringify(value)}`)
  }
  const item = (value: Value, indent: string) => {
    if (isMembers(value)) {
      const first = lines.length
      for (const [name, member] of Object.entries(value)) put(member, name, `${indent}  `)
      const line = lines[first]
      if (line !== undefined) lines[first] = `${indent}- ${line.slice(indent.length + 2)}`
    } else lines.push(`${indent}- ${JSON.stringify(value)}`)
  }
  item(document, '')
  return lines.join('\n')
}

const entities: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '\r': '&#x0d;' }
const escaped = (value: Value) => String(value).replace(/[<>&\r]/g, (sign) => entities[sign] ?? sign)
const elementName = (key: string) => key.replace(/[^\w.-]/g, '-')
/** The elements of the lists; all others are `<Item>`s. */
const elements: Readonly<Record<string, string>> = { Plans: 'Plan', Triggers: 'Trigger', Workers: 'Worker' }

/** EXPLAIN (FORMAT XML). */
export function postgresXml(document: PostgresDocument): string {
  const lines = ['<explain xmlns="http://www.postgresql.org/2009/explain">']
  const put = (name: string, value: Value, indent: string) => {
    if (isMembers(value)) {
      lines.push(`${indent}<${name}>`)
      for (const [key, member] of Object.entries(value)) put(elementName(key), member, `${indent}  `)
      lines.push(`${indent}</${name}>`)
    } else if (isList(value)) {
      lines.push(`${indent}<${name}>`)
      for (const each of value) put(elements[name] ?? 'Item', each, `${indent}  `)
      lines.push(`${indent}</${name}>`)
    } else lines.push(`${indent}<${name}>${escaped(value)}</${name}>`)
  }
  put('Query', document, '  ')
  lines.push('</explain>')
  return lines.join('\n')
}
