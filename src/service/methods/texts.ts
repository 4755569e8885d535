import { besidePlan } from '../../core/paste/beside-plan'
import { recognize } from '../../core/paste/recognize'
import { parsePlans } from '../../core/plan/parse'
import { formatSql } from '../format-sql'
import { readStatements } from '../read-statements'
import type { Area } from './area'

/** What needs no connection: pasted plans, statements, anything. */
export function textMethods(): Area<'plan'> & Area<'paste'> & Area<'sql'> {
  return {
    'plan.parse': async ({ text, dialect, sql, schema }) => {
      const beside = besidePlan(text, dialect)
      return parsePlans(text, { sql: sql ?? beside.sql }, schema ?? beside.schema)
    },
    'paste.recognize': async ({ text, dialect }) => recognize(text, dialect),
    'sql.read': ({ text, dialect }) => readStatements(text, dialect),
    'sql.format': async ({ text, dialect }) => ({ text: formatSql(text, dialect) }),
  }
}
