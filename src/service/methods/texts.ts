import { recognize } from '../../core/paste/recognize'
import { parsePlans } from '../../core/plan/parse'
import { readSql } from '../../core/sql/read'
import { formatSql } from '../format-sql'
import type { Area } from './area'

/** What needs no connection: pasted plans, statements, anything. */
export function textMethods(): Area<'plan'> & Area<'paste'> & Area<'sql'> {
  return {
    'plan.parse': async ({ text, sql, schema }) => parsePlans(text, { sql }, schema),
    'paste.recognize': async ({ text, dialect }) => recognize(text, dialect),
    'sql.read': async ({ text, dialect }) => readSql(text, dialect),
    'sql.format': async ({ text, dialect }) => ({ text: formatSql(text, dialect) }),
  }
}
