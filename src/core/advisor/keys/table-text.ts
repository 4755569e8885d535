import type { Table } from '../../catalog/model'
import { quoteName as mysqlName } from '../../dialects/mysql-family'
import { quoteName as postgresName } from '../../dialects/postgres'
import type { Family } from '../../engine'

/** How the family writes a name. */
export function quoting(family: Family): (name: string) => string {
  return family === 'mysql' ? mysqlName : postgresName
}

/** The table as DDL names it; definitions that were pasted need not say in which schema it is. */
export function tableText({ schema, name }: Pick<Table, 'schema' | 'name'>, family: Family): string {
  const quote = quoting(family)
  return schema === '' ? quote(name) : `${quote(schema)}.${quote(name)}`
}
