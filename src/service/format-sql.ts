import { format } from 'sql-formatter'
import type { Dialect } from '../core/engine'
import { fault } from '../core/errors'

const languages = { mysql: 'mysql', mariadb: 'mariadb', postgres: 'postgresql' } as const

/**
 * The statements laid out over lines; only white space changes.
 * @throws SargableError `unreadable-text` when the formatter cannot read them.
 */
export function formatSql(text: string, dialect: Dialect): string {
  try {
    return format(text, { language: languages[dialect], keywordCase: 'preserve' })
  } catch (thrown) {
    throw fault(
      'unreadable-text',
      `The statement cannot be laid out: ${thrown instanceof Error ? thrown.message : thrown}`,
      {
        hint: 'It was left as it is.',
      },
    )
  }
}
