import type { Catalog, Column, Index, IndexPart, Table } from '../../../src/core/catalog/model'

/**
 * A catalog from CREATE TABLE texts of the plain shape that the fixtures have. Columns: `name type [CHARACTER SET x]
 * [NULL | NOT NULL] …`; keys: PRIMARY, UNIQUE, SPATIAL, FULLTEXT, KEY, INDEX.
 */
export function catalogOf(...ddl: readonly string[]): Catalog {
  return { tables: ddl.flatMap((text) => text.split(/;\s*(?=CREATE)/)).map((text) => tableOf(text)) }
}

export function tableOf(ddl: string): Table {
  const name = /CREATE TABLE (\w+)/i.exec(ddl)?.[1] ?? ''
  const open = ddl.indexOf('(')
  const close = ddl.lastIndexOf(')')
  const options = ddl.slice(close + 1)
  const defaultCharset = /CHARSET=(\w+)/i.exec(options)?.[1] ?? 'latin1'
  const engine = /ENGINE=(\w+)/i.exec(options)?.[1] ?? 'InnoDB'
  const columns: Column[] = []
  const indexes: Index[] = []
  for (const item of commaList(ddl.slice(open + 1, close))) {
    const key = /^(PRIMARY KEY|UNIQUE INDEX|UNIQUE KEY|SPATIAL INDEX|FULLTEXT INDEX|INDEX|KEY)\s*(\w*)\s*\(/i.exec(item)
    if (key) {
      const kind = (key[1] ?? '').toUpperCase()
      const parts = commaList(item.slice(item.indexOf('(') + 1, item.lastIndexOf(')'))).map(partOf)
      indexes.push({
        name: kind === 'PRIMARY KEY' ? 'PRIMARY' : key[2] || (parts[0]?.column ?? ''),
        unique: kind === 'PRIMARY KEY' || kind.startsWith('UNIQUE'),
        visible: true,
        method: kind.startsWith('SPATIAL') ? 'spatial' : kind.startsWith('FULLTEXT') ? 'fulltext' : 'btree',
        parts,
      })
      continue
    }
    const match = /^(\w+)\s+(\w+(?: precision)?(?:\s*\((?:'[^']*'|[^')])*\))?(?:\s+unsigned)?)(.*)$/is.exec(item)
    if (!match) throw new Error(`no column: ${item}`)
    const [, column = '', type = '', rest = ''] = match
    columns.push({
      name: column,
      type: type.toLowerCase(),
      nullable: !/NOT NULL|PRIMARY KEY/i.test(rest),
      charset: /CHARACTER SET (\w+)/i.exec(rest)?.[1] ?? (/^json$/i.test(type) ? 'utf8mb4' : defaultCharset),
    })
    if (/PRIMARY KEY/i.test(rest))
      indexes.unshift({ name: 'PRIMARY', unique: true, visible: true, method: 'btree', parts: [partOf(column)] })
  }
  const primary = indexes.find((index) => index.name === 'PRIMARY')?.parts.map((part) => part.column ?? '')
  return { schema: 'test', name, engine, columns, indexes, primaryKey: primary, foreignKeys: [] }
}

function partOf(text: string): IndexPart {
  const trimmed = text.trim()
  if (trimmed.startsWith('(')) return { expression: trimmed.slice(1, trimmed.lastIndexOf(')')), descending: false }
  const match = /^(\w+)(?:\s*\((\d+)\))?(?:\s+(ASC|DESC))?$/i.exec(trimmed)
  if (!match) throw new Error(`no key part: ${text}`)
  return {
    column: match[1] ?? '',
    prefixChars: match[2] === undefined ? undefined : Number(match[2]),
    descending: match[3]?.toUpperCase() === 'DESC',
  }
}

function commaList(text: string): readonly string[] {
  const items: string[] = []
  let nesting = 0
  let quoted = false
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === "'") quoted = !quoted
    if (quoted) continue
    if (char === '(') nesting++
    if (char === ')') nesting--
    if (char === ',' && nesting === 0) {
      items.push(text.slice(start, at).trim())
      start = at + 1
    }
  }
  return [...items, text.slice(start).trim()].filter((item) => item !== '')
}
