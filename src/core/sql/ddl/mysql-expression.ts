import type { DdlCursor } from './cursor'
import type { SchemaDraft } from './draft'
import type { MysqlTarget } from './mysql-charsets'

export function mysqlExpressionText(cursor: DdlCursor, _draft: SchemaDraft, _target: MysqlTarget): string {
  return cursor.source(cursor.at, cursor.end)
}
