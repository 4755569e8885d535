import type { Engine } from '../engine'
import { connectMysql } from '../mysql'

/** MariaDB: the same wire and session as MySQL; what differs stands in core/dialects/mariadb.ts. */
export const mariadbEngine: Engine = {
  products: ['mariadb'],
  title: 'MariaDB',
  connect: connectMysql,
}
