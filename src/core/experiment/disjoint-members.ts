import type { Catalog, Table } from '../catalog/model'
import type { Condition, Meaning, QueryBlock } from '../sql/meaning/model'
import { keysOfTable, tableOf } from './table-keys'

/**
 * A set operation whose members read one table each for another value of a column, such as the best of each kind put
 * together by UNION ALL: no row comes from two of them, so a unique key of the table decides the order of all.
 * @param sql the text that the meaning was read from
 */
export function membersAreDecided(block: QueryBlock, meaning: Meaning, catalog: Catalog, sql: string): boolean {
  const members = block.members.map((number) => meaning.blocks.find((one) => one.block === number))
  const tables = members.map((member) => member && onlyTable(member, catalog))
  const [table] = tables
  if (!table || members.length < 2 || tables.some((one) => one !== table)) return false
  const known = members.filter((member): member is QueryBlock => member !== undefined)
  const sortedColumns = block.orderBy.flatMap(({ item }) => {
    const names = known.map(({ output }) => (item === undefined ? undefined : output?.[item]?.column?.column))
    const [name] = names
    return name !== undefined && names.every((one) => one === name) ? [name] : []
  })
  if (!keysOfTable(table).some((key) => key.every((column) => sortedColumns.includes(column)))) return false
  return table.columns.some(({ name }) => {
    const values = known.map((member) => demandedValue(member, name, sql))
    return values.every((value) => value !== undefined) && new Set(values).size === values.length
  })
}

function onlyTable(member: QueryBlock, catalog: Catalog): Table | undefined {
  const [source, second] = member.sources
  if (!source || second || source.kind !== 'table' || member.kind !== 'select') return undefined
  return member.groupBy.length > 0 || member.aggregates ? undefined : tableOf(source, catalog)
}

/** What the column must be in all rows of the member, in a form in which equal values are equal texts. */
function demandedValue(member: QueryBlock, column: string, sql: string): string | undefined {
  const demanded = member.conditions
    .filter(({ clause }) => clause === 'where')
    .flatMap(({ conjuncts }) => conjuncts)
    .filter((node): node is Condition => node.type === 'condition' && node.operator === '=' && !node.negated)
  for (const { left, right } of demanded) {
    const [value, second] = right
    const [reference] = left.columns
    if (left.form !== 'column' || reference?.name.toLowerCase() !== column.toLowerCase()) continue
    if (!value || second || value.form !== 'literal') continue
    const canonical = canonicalLiteral(sql.slice(value.span.start, value.span.end), reference.type)
    if (canonical !== undefined) return canonical
  }
  return undefined
}

/**
 * A literal that a column of this type is compared with, in a form in which equal values are equal texts under every
 * collation and conversion: "a" may be "A" and "a ", and as a number "1" is "01". Undefined where there is none.
 */
export function canonicalLiteral(written: string, type: string | undefined): string | undefined {
  if (/^\d{1,9}$/.test(written) && isNumber(type)) return String(Number(written))
  if (/^'[A-Za-z0-9]+ *'$/.test(written) && isText(type)) return alike(written.slice(1, -1))
  return undefined
}

/** Some collations hold i, j and y, or u, v and w, for one letter. */
function alike(text: string): string {
  return text.trimEnd().toLowerCase().replace(/[jy]/g, 'i').replace(/[vw]/g, 'u')
}

function isNumber(type: string | undefined): boolean {
  return /^(?:tiny|small|medium|big)?int/i.test(type ?? '')
}

function isText(type: string | undefined): boolean {
  return /^(?:var)?char|text$|^enum|^character/i.test(type ?? '')
}
