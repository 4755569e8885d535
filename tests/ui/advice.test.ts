// Protects advice in the built page on real servers: its card, trying it, the index drawn as proposed, the proof, and that nothing stays on the server.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '../kit/axe'
import { type BrowserApp, browserProgram, openBrowserApp } from '../kit/browser-app'
import { witness } from '../kit/mysql'
import { fillDialog, write } from '../kit/page-steps'
import { connectPostgres, dropPostgres, freshPostgres } from '../kit/postgres'
import { type Endpoint, mysqlServers, postgresServers } from '../kit/servers'

const program = browserProgram()
const screenshots = process.env['SARGABLE_SCREENSHOTS']
const database = 'advice_page'
const rows = 20_000

/** Jobs in 20 states, each due at another time; the only index is on the time. */
async function makeTable(server: Endpoint): Promise<void> {
  if (server.kind === 'pg') {
    const client = await freshPostgres(server, database)
    await client.query('CREATE TABLE jobs (id int PRIMARY KEY, state int NOT NULL, due int NOT NULL, body text)')
    await client.query(
      `INSERT INTO jobs SELECT n, n % 20, n * 7 % ${rows}, repeat('job ', 20) FROM generate_series(1, ${rows}) n`,
    )
    await client.query('CREATE INDEX due ON jobs (due)')
    await client.query('ANALYZE jobs')
    await client.end()
    return
  }
  const connection = await witness(server)
  await connection.query(`DROP DATABASE IF EXISTS ${database}`)
  await connection.query(`CREATE DATABASE ${database}`)
  await connection.query(`USE ${database}`)
  await connection.query(
    'CREATE TABLE jobs (id INT PRIMARY KEY, state INT NOT NULL, due INT NOT NULL, body VARCHAR(200), KEY due (due)) ENGINE=InnoDB',
  )
  const all = Array.from({ length: rows }, (_, at) => [at + 1, (at + 1) % 20, ((at + 1) * 7) % rows, 'job '.repeat(20)])
  await connection.query('INSERT INTO jobs VALUES ?', [all])
  await connection.query('ANALYZE TABLE jobs')
  await connection.end()
}

/** Names of the table's indexes and of schemas of ours, as another session sees them. */
async function seen(server: Endpoint): Promise<readonly string[]> {
  if (server.kind === 'pg') {
    const client = await connectPostgres({ ...server, database })
    const found = await client.query<{ name: string }>(
      "SELECT indexname AS name FROM pg_indexes WHERE tablename = 'jobs' UNION SELECT nspname FROM pg_namespace WHERE nspname LIKE 'sargable\\_scratch%' ORDER BY 1",
    )
    await client.end()
    return found.rows.map(({ name }) => name)
  }
  const connection = await witness(server)
  const [found] = await connection.query(
    `SELECT DISTINCT index_name AS name FROM information_schema.statistics WHERE table_schema = '${database}'
     UNION SELECT table_schema FROM information_schema.tables WHERE table_schema LIKE 'sargable\\_scratch%' AND table_name = 'jobs' ORDER BY 1`,
  )
  await connection.end()
  return (found as { name: string }[]).map(({ name }) => name)
}

async function dropTable(server: Endpoint): Promise<void> {
  if (server.kind === 'pg') return dropPostgres(server, database)
  const connection = await witness(server)
  await connection.query(`DROP DATABASE IF EXISTS ${database}`)
  await connection.end()
}

/** Sends what the card asks about, where there is one, and waits for the answer. */
async function agreeAndWait(page: Page, answer: string): Promise<void> {
  const card = page.getByRole('alertdialog')
  const region = page.getByRole('region', { name: answer, exact: true })
  await card.or(region).first().waitFor()
  if (await card.isVisible()) await card.getByRole('button', { name: /^Send/ }).click()
  await region.waitFor({ timeout: 120_000 })
}

const shownServers = [
  ...mysqlServers.filter(({ id }) => id === 'mysql80' || id === 'mariadb1011'),
  ...postgresServers.slice(0, 1),
]
if (shownServers.length === 0) test.skip('no server to advise on')

/** A proof builds and runs until it is sure. */
const proofMs = 180_000

describe.skipIf(program === undefined || shownServers.length === 0).each(shownServers)('advice on $id', (server) => {
  let app: BrowserApp
  let page: Page
  let before: readonly string[]
  const theme = server.kind === 'pg' ? 'light' : 'dark'
  beforeAll(async () => {
    await makeTable(server)
    before = await seen(server)
    app = await openBrowserApp(program ?? '', { width: 1440, height: 900, theme })
    page = app.page
    page.setDefaultTimeout(60_000)
    await page.getByRole('heading', { name: 'What is slow?' }).waitFor()
    await fillDialog(page, { ...server, database })
    await page.getByRole('button', { name: /^Save and open/ }).click()
    await page.locator('.conn-name').waitFor()
  }, 180_000)
  afterAll(async () => {
    await app?.close()
    await dropTable(server)
  })
  const picture = async (name: string) => {
    if (screenshots !== undefined)
      await page.screenshot({ path: `${screenshots}/advice-${name}-${server.id}-${theme}.png` })
  }
  const card = () => page.locator('.advice-card').first()

  test('stands beside what it rests on, with its change and how sure it is', async () => {
    await write(page, 'SELECT body FROM jobs WHERE state = 3 AND due >= 18000')
    await page.keyboard.press('Control+Enter')
    await card().waitFor()
    await picture('card')
    expect(await card().locator('.ddl').textContent()).toMatch(/\(?[`"]?state[`"]?, [`"]?due[`"]?\)/)
    expect(await card().locator('.badge').first().textContent()).toMatch(/estimates|guess|counts/)
    expect(await page.getByRole('button', { name: /Try the fix/ }).isEnabled()).toBe(true)
  })

  test('says when not, what it costs and what it rests on', async () => {
    await card().getByRole('button', { name: 'Why, and when not' }).click()
    await card().getByText('Not when').waitFor()
    await card().getByRole('button', { name: 'Why, and when not' }).click()
    expect(await card().locator('.advice-rests').textContent()).toMatch(/^Rests on node \d/)
  })

  test(
    'is tried by a key without being built on the table, and drawn as proposed',
    async () => {
      await page.locator('.plan-area').click({ position: { x: 300, y: 200 } })
      await page.keyboard.press('t')
      await agreeAndWait(page, 'As the server would plan it')
      await page.getByText('proposed', { exact: true }).waitFor()
      await picture('tried')
      expect(await card().locator('.badge').first().textContent()).toMatch(/^planned ÷/)
      expect(await seen(server)).toEqual(before)
    },
    proofMs,
  )

  test(
    'is proved, and what was built is gone',
    async () => {
      await card().getByRole('button', { name: 'Prove' }).click()
      await agreeAndWait(page, 'Proof')
      await picture('proved')
      expect(await card().getByRole('region', { name: 'Proof', exact: true }).textContent()).toMatch(/^Confirmed\./)
      expect(await card().locator('.badge').first().textContent()).toMatch(/^measured ÷/)
      expect(await seen(server)).toEqual(before)
    },
    proofMs,
  )

  test('can be read by everybody', async () => expect(await violations(page)).toEqual([]))

  test('the runs of the proof open in Compare', async () => {
    await card().getByRole('button', { name: 'The runs' }).click()
    await page.locator('.cmp-grid').waitFor()
    expect(await page.getByRole('status', { name: 'Verdict' }).getByRole('heading').textContent()).toMatch(/\bB\b/)
    await page.keyboard.press('Control+1')
    await card().waitFor()
  })

  test('where nothing helps, it says why', async () => {
    await write(page, 'SELECT body FROM jobs WHERE id = 7')
    await page.keyboard.press('Control+Enter')
    await page
      .locator('.advice-panel')
      .getByText(/too few|already reads only/)
      .waitFor()
  })

  test('plans with several values stand side by side', async () => {
    await write(
      page,
      server.kind === 'pg' ? 'SELECT body FROM jobs WHERE due >= $1' : 'SELECT body FROM jobs WHERE due >= ?',
    )
    await page.locator('.values input').first().fill('19000')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('tab', { name: 'Values' }).click()
    await page.getByRole('button', { name: 'Plan it with several values' }).click()
    await page.locator('.value-sets tbody tr').first().waitFor()
    await picture('values')
    expect(await page.locator('.value-sets tbody tr').count()).toBeGreaterThan(1)
  })

  test('says nothing in the console', () => expect(app.complaints).toEqual([]))
})
