import type mysql from 'mysql2/promise'
import type { EditContext } from '../../src/core/sql/edits/model'
import type { Endpoint } from '../kit/servers'

/** The dialect and version of a test server, as edits want to know them. */
export async function contextOf(connection: mysql.Connection, server: Endpoint): Promise<EditContext> {
  const [rows] = await connection.query<mysql.RowDataPacket[]>('SELECT VERSION() AS v')
  const [major = 0, minor = 0, patch = 0] = String(rows[0]?.['v']).split(/[.-]/).map(Number)
  return { dialect: server.id.startsWith('mariadb') ? 'mariadb' : 'mysql', version: { major, minor, patch } }
}
