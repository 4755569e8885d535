import { format } from 'sql-formatter'
import { fault } from '../../core/errors'
import { recognize } from '../../core/paste/recognize'
import { parsePlans } from '../../core/plan/parse'
import { readSql } from '../../core/sql/read'
import type { Area } from './area'

const formatterLanguages = { mysql: 'mysql', mariadb: 'mariadb', postgres: 'postgresql' } as const

/** What needs no connection: pasted plans, statements, anything. */
export function textMethods(): Area<'plan'> & Area<'paste'> & Area<'sql'> {
  return {
    'plan.parse': async ({ text, sql }) => parsePlans(text, { sql }),
    'paste.recognize': async ({ text, dialect }) => recognize(text, dialect),
    'sql.read': async ({ text, dialect }) => readSql(text, dialect),
    'sql.format': async ({ text, dialect }) => {
      try {
        return { text: format(text, { language: formatterLanguages[dialect], keywordCase: 'preserve' }) }
      } catch (thrown) {
        throw fault(
          'unreadable-text',
          `The statement cannot be formatted: ${thrown instanceof Error ? thrown.message : thrown}`,
          {
            hint: 'It was left as it is.',
          },
        )
      }
    },
  }
}
