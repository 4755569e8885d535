import pg from 'pg'
import type { Page } from 'playwright-core'
import { witness } from './mysql'
import type { Endpoint } from './servers'

/** How many sessions of the server run a statement with this mark in it, as another session sees them. */
export async function running(server: Endpoint, mark: string): Promise<number> {
  if (server.kind === 'mysql') {
    const connection = await witness(server)
    const [rows] = await connection.query(
      'SELECT COUNT(*) AS n FROM information_schema.processlist WHERE info LIKE ? AND id <> CONNECTION_ID()',
      [`%${mark}%`],
    )
    await connection.end()
    return Number((rows as { n: number }[])[0]?.n)
  }
  const client = new pg.Client({ ...server })
  await client.connect()
  const { rows } = await client.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM pg_stat_activity WHERE query LIKE $1 AND state = 'active' AND pid <> pg_backend_pid()",
    [`%${mark}%`],
  )
  await client.end()
  return rows[0]?.n ?? -1
}

/** Fills the connection dialog as a person types. */
export async function fillDialog(page: Page, server: Endpoint): Promise<void> {
  await page.keyboard.press('Control+Shift+P')
  const dialog = page.getByRole('dialog')
  const kind = server.kind === 'pg' ? 'PostgreSQL' : server.id.startsWith('mariadb') ? 'MariaDB' : 'MySQL, Percona'
  await dialog.getByRole('radio', { name: kind }).click()
  await dialog.getByLabel('Host', { exact: true }).fill(server.host)
  await dialog.getByLabel('Port', { exact: true }).fill(String(server.port))
  await dialog.getByLabel('User', { exact: true }).fill(server.user)
  await dialog.getByLabel('Password', { exact: true }).fill(server.password)
  await dialog.getByLabel('Database', { exact: true }).fill(server.database)
}

/** Replaces the statement in the editor. */
export async function write(page: Page, sql: string): Promise<void> {
  await page.locator('.monaco-editor').first().click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(sql)
}
