import type { PlanFormat } from '../format'
import { mariadbJson } from './mariadb-json'
import { mariadbTable } from './mariadb-table'
import { mysqlJsonV1 } from './mysql-json-v1'
import { mysqlJsonV2 } from './mysql-json-v2'
import { mysqlTable } from './mysql-table'
import { mysqlTree } from './mysql-tree'
import { postgresJson } from './postgres-json'
import { postgresText } from './postgres-text'
import { postgresXml } from './postgres-xml'
import { postgresYaml } from './postgres-yaml'

/** Every format that can be read, sorted by name. One file of this folder each. */
export const planFormats: readonly PlanFormat[] = [
  mariadbJson,
  mariadbTable,
  mysqlJsonV1,
  mysqlJsonV2,
  mysqlTable,
  mysqlTree,
  postgresJson,
  postgresText,
  postgresXml,
  postgresYaml,
]
