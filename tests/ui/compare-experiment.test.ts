// Protects experiments in the built page: pasted rewrites to verdict, diff and dots on real servers and the embedded one, keys, history, refusals.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '../kit/axe'
import { type BrowserApp, browserProgram, openBrowserApp } from '../kit/browser-app'
import { witness } from '../kit/mysql'
import { fillDialog } from '../kit/page-steps'
import { dropPostgres, freshPostgres } from '../kit/postgres'
import { type Endpoint, mysqlServers, postgresServers } from '../kit/servers'

const program = browserProgram()
const screenshots = process.env['SARGABLE_SCREENSHOTS']
const database = 'compare_page'
const tableRows = 8000

/** A table whose column `k` has an index that an addition keeps from being used. */
async function makeTable(server: Endpoint): Promise<void> {
  if (server.kind === 'pg') {
    const client = await freshPostgres(server, database)
    await client.query('CREATE TABLE things (id int PRIMARY KEY, k int NOT NULL, v text)')
    await client.query(`INSERT INTO things SELECT n, n % 400, 'thing ' || n FROM generate_series(1, ${tableRows}) n`)
    await client.query('CREATE INDEX by_k ON things (k)')
    await client.query('ANALYZE things')
    await client.end()
    return
  }
  const connection = await witness(server)
  await connection.query(`DROP DATABASE IF EXISTS ${database}`)
  await connection.query(`CREATE DATABASE ${database}`)
  await connection.query(`USE ${database}`)
  await connection.query(
    'CREATE TABLE things (id INT PRIMARY KEY, k INT NOT NULL, v VARCHAR(40), KEY by_k (k)) ENGINE=InnoDB',
  )
  const rows = Array.from({ length: tableRows }, (_, at) => [at + 1, (at + 1) % 400, `thing ${at + 1}`])
  await connection.query('INSERT INTO things VALUES ?', [rows])
  await connection.query('ANALYZE TABLE things')
  await connection.query('CREATE TABLE forms (id INT PRIMARY KEY, n INT NOT NULL) ENGINE=InnoDB')
  await connection.query('INSERT INTO forms SELECT id, k FROM things WHERE id <= 400')
  await connection.query(
    'CREATE TRIGGER forms_bu BEFORE UPDATE ON forms FOR EACH ROW SET @seen = CONCAT(NEW.n, OLD.n), NEW.n = NEW.n + 1',
  )
  await connection.end()
}

async function dropTable(server: Endpoint): Promise<void> {
  if (server.kind === 'pg') return dropPostgres(server, database)
  const connection = await witness(server)
  await connection.query(`DROP DATABASE IF EXISTS ${database}`)
  await connection.end()
}

async function connect(page: Page, server: Endpoint): Promise<void> {
  await page.getByRole('heading', { name: 'What is slow?' }).waitFor()
  await fillDialog(page, { ...server, database })
  await page.getByRole('button', { name: /^Save and open/ }).click()
  await page.locator('.conn-name').waitFor()
}

async function paste(page: Page, letter: string, sql: string): Promise<void> {
  const field = page.getByLabel(`Statement of ${letter}`)
  await field.click()
  await page.evaluate((text) => navigator.clipboard.writeText(text), sql)
  await page.keyboard.press('Control+v')
  expect(await field.inputValue()).toBe(sql)
}

const verdict = (page: Page) => page.getByRole('status', { name: 'Verdict' }).getByRole('heading')

/** The protocol with few rounds: what is protected here is the page, not the statistics. */
async function fewRounds(page: Page): Promise<void> {
  const protocol = page.getByRole('region', { name: 'Protocol' })
  await protocol.getByRole('button', { name: 'Change' }).click()
  await protocol.getByLabel('Rounds, at most').fill('10')
  await protocol.getByLabel('Time budget, s').fill('120')
  await protocol.getByRole('button', { name: 'Done' }).click()
}

const slow = 'SELECT id, v FROM things WHERE k + 0 = 7 ORDER BY id'
const fast = 'SELECT id, v FROM things WHERE k = 7 ORDER BY id'

const shownServers = [
  ...mysqlServers.filter(({ id }) => id === 'mysql80' || id === 'mariadb1011'),
  ...postgresServers.slice(0, 1),
]

describe.skipIf(program === undefined).each(shownServers)('two rewrites on $id', (server) => {
  let app: BrowserApp
  let page: Page
  const theme = server.kind === 'pg' ? 'light' : 'dark'
  beforeAll(async () => {
    await makeTable(server)
    app = await openBrowserApp(program ?? '', { width: 1440, height: 900, theme })
    page = app.page
    page.setDefaultTimeout(60_000)
    await connect(page, server)
  }, 180_000)
  afterAll(async () => {
    await app?.close()
    await dropTable(server)
  })
  const picture = async (name: string) => {
    if (screenshots !== undefined)
      await page.screenshot({ path: `${screenshots}/compare-${name}-${server.id}-${theme}.png` })
  }

  test('the screen says what it is for, and what is missing', async () => {
    await page.keyboard.press('Control+2')
    await page.getByRole('heading', { name: /Which way is faster/ }).waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByText('A has no statement yet.').waitFor()
    expect(await violations(page)).toEqual([])
    await picture('empty')
  })

  test('two pasted statements become a verdict with the same rows', { timeout: 180_000 }, async () => {
    await paste(page, 'A', slow)
    await paste(page, 'B', fast)
    await page.getByLabel('Name of B').fill('column alone')
    await fewRounds(page)
    await picture('draft')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => verdict(page).textContent(), { timeout: 150_000 }).toMatch(/\bB\b.*Same rows\./)
    const grid = page.getByRole('region', { name: 'Variants' })
    const read = grid.getByRole('row').filter({ hasText: /^(Rows examined|Pages touched)/ })
    expect(await read.first().textContent()).toMatch(/÷[\d.]+/)
    expect(await violations(page)).toEqual([])
    await picture('verdict')
  })

  test('what the variant does not have is struck in its column', async () => {
    const struck = await page.locator('.sql-diff del').allTextContents()
    expect(struck.join('').replace(/\s/g, '')).toBe('+0')
    expect(await page.locator('.sql-diff').nth(1).textContent()).toContain('WHERE k')
  })

  test('every run is a dot, a number in the table, and a line in the copy', async () => {
    const runs = page.getByRole('region', { name: 'Every run' }).first()
    const dots = await runs
      .locator('path.plot-dots')
      .evaluateAll((paths) => paths.map((path) => path.getAttribute('d')?.match(/M/g)?.length ?? 0))
    expect(dots).toHaveLength(2)
    expect(dots[0]).toBe(dots[1])
    expect(dots[0]).toBeGreaterThanOrEqual(10)
    await runs.getByRole('radio', { name: 'Over time' }).click()
    await runs.locator('.plot-line').first().waitFor()
    await picture('over-time')
    await runs.getByRole('radio', { name: 'Table' }).click()
    const table = page.getByRole('region', { name: 'Every run as a table' })
    expect(await table.getByRole('row').count()).toBe((dots[0] ?? 0) + 1)
    await runs.getByRole('button', { name: 'Copy every run as a table' }).click()
    await runs.getByText('Copied').waitFor({ state: 'attached' })
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied.split('\n')).toHaveLength((dots[0] ?? 0) + 1)
    await runs.getByRole('radio', { name: 'Every run' }).click()
  })

  test('both plans stand side by side, and every clock can be shown', async () => {
    const pair = page.getByRole('region', { name: 'Plans of A and B' })
    await pair.getByRole('treegrid').waitFor()
    expect(await pair.getByRole('treegrid').textContent()).toMatch(/by_k/)
    const clocks = page.getByRole('radiogroup', { name: 'Clock' }).getByRole('radio')
    for (const clock of await clocks.all()) {
      await clock.click()
      expect(await page.locator('path.plot-dots').count()).toBe(2)
    }
  })

  test('the experiment is saved as a file and copied as Markdown', async () => {
    await page.getByRole('button', { name: 'Report' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Save report as HTML' }).click()
    expect((await download).suggestedFilename()).toMatch(/\.html$/)
    await page.getByRole('button', { name: 'Report' }).click()
    await page.getByRole('menuitem', { name: 'Copy as Markdown' }).click()
    await page.getByText('Copied the report as Markdown').waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain('column alone')
    expect(copied).toContain(fast.slice(0, 20))
  })

  test('a variant is duplicated, moved and taken out by keys, and comes back', async () => {
    const letters = () => page.locator('.variant-head .variant-label, .variant-head b.ell').count()
    await page.getByRole('button', { name: /^B.*tell it in detail/ }).focus()
    await page.keyboard.press(']')
    await page.keyboard.press('d')
    await expect.poll(letters).toBe(3)
    await page.getByText('The variants were changed since this run').waitFor()
    await page.locator('.variant-head').first().getByRole('button').first().focus()
    await page.keyboard.press('{')
    await page.keyboard.press('Delete')
    await expect.poll(letters).toBe(2)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(letters).toBe(3)
    await page.locator('.variant-head').first().getByRole('button').first().focus()
    await page.keyboard.press('Delete')
    await expect.poll(letters).toBe(2)
  })

  test('a wrong statement is told with the server’s words, and nothing is lost', { timeout: 120_000 }, async () => {
    await page.getByRole('button', { name: 'New experiment' }).click()
    await paste(page, 'A', slow)
    await paste(page, 'B', 'SELECT nothing_here FROM things')
    await page.keyboard.press('Control+Enter')
    await page
      .getByRole('alert')
      .getByText(/nothing_here/)
      .first()
      .waitFor()
    expect(await page.getByLabel('Statement of B').inputValue()).toContain('nothing_here')
    expect(await page.getByLabel('Statement of B').getAttribute('aria-invalid')).toBe('true')
    expect(await violations(page)).toEqual([])
    await picture('refused')
  })

  test('History opens the experiment with all that came of it', async () => {
    await page.keyboard.press('Control+6')
    await page.getByRole('button', { name: 'Experiment: 2 variants' }).first().click()
    expect(await verdict(page).textContent()).toMatch(/\bB\b.*Same rows\./)
    expect(await page.locator('path.plot-dots').count()).toBe(2)
    expect(await page.getByText('column alone').count()).toBeGreaterThan(0)
  })

  test.skipIf(server.id !== 'mysql80')(
    'a preset makes its variants; on copies, after a card, it tells what each adds to a row',
    { timeout: 180_000 },
    async () => {
      await page.getByRole('button', { name: 'New experiment' }).click()
      await paste(page, 'A', 'UPDATE forms SET n = n + 1 WHERE id <= 400')
      await page.getByRole('button', { name: 'Presets' }).click()
      const offer = page.locator('.preset', { hasText: 'Cost of triggers' })
      await offer.waitFor()
      expect(await violations(page)).toEqual([])
      await offer.getByRole('button', { name: 'Use' }).click()
      await fewRounds(page)
      await page.keyboard.press('Control+Enter')
      const card = page.getByRole('alertdialog')
      await card.getByRole('button', { name: /^Send/ }).click()
      await expect.poll(() => verdict(page).textContent(), { timeout: 150_000 }).toMatch(/\bA\b/)
      const steps = page.getByRole('region', { name: 'What each step adds' })
      const names = await steps.getByRole('button').allTextContents()
      expect(names[0]).toContain('No trigger')
      expect(names.join()).toContain('forms_bu')
      await steps.getByText('Time for 400 rows').waitFor()
      await page.getByText('copies removed').waitFor()
      expect(await violations(page)).toEqual([])
      await picture('steps')
    },
  )

  test('nothing stands out of a narrow window', async () => {
    await page.setViewportSize({ width: 1000, height: 800 })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(wide).toBe(0)
    await picture('narrow')
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(await violations(page)).toEqual([])
    await picture('1280')
  })

  test('nothing unexpected was printed to the console', () => expect(app.complaints).toEqual([]))
})

describe.skipIf(program === undefined)('two rewrites on the embedded database', () => {
  let app: BrowserApp
  let page: Page
  beforeAll(async () => {
    app = await openBrowserApp(program ?? '', { width: 1280, height: 800, theme: 'light' })
    page = app.page
    page.setDefaultTimeout(60_000)
  }, 60_000)
  afterAll(() => app?.close())

  test('are decided by work; their times give no verdict', { timeout: 240_000 }, async () => {
    await page.getByRole('heading', { name: 'What is slow?' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('open the embedded')
    await page.getByRole('menuitem', { name: /Open the embedded PostgreSQL/ }).click()
    await page.locator('.conn-name', { hasText: 'Embedded PostgreSQL' }).waitFor({ timeout: 120_000 })
    await page.keyboard.press('Control+2')
    await paste(page, 'A', 'SELECT proname FROM pg_proc WHERE oid::bigint = 1242')
    await paste(page, 'B', 'SELECT proname FROM pg_proc WHERE oid = 1242')
    await fewRounds(page)
    await page.keyboard.press('Control+Enter')
    await expect
      .poll(() => verdict(page).textContent(), { timeout: 150_000 })
      .toMatch(/B does [\d.]+× less work than A/)
    await page.getByText('embedded: times give no verdict').waitFor()
    await page.getByText('decided by counted work, not by time').waitFor()
    expect(await violations(page)).toEqual([])
    if (screenshots !== undefined) await page.screenshot({ path: `${screenshots}/compare-embedded-light.png` })
  })

  test('nothing unexpected was printed to the console', () => expect(app.complaints).toEqual([]))
})
