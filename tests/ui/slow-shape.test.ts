// Protects a shape's page and the way of a logged call to its plan: on three servers, with its database, values and figures.
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
const database = 'sargable_shape_page'
const tables = [
  'CREATE TABLE warehouse (w_id int PRIMARY KEY, w_ytd decimal(12,2) NOT NULL)',
  'CREATE TABLE orders (id int PRIMARY KEY, customer int NOT NULL, note varchar(40))',
  'INSERT INTO warehouse VALUES (25, 0), (26, 0)',
  "INSERT INTO orders VALUES (1, 7, 'a'), (2, 8, 'b'), (3, 7, 'c')",
]

interface Call {
  readonly at: string
  readonly seconds: number
  readonly lock: number
  readonly examined: number
  readonly sent: number
  readonly sql: string
}

const update = (amount: number) => `UPDATE warehouse SET w_ytd = w_ytd + ${amount} WHERE w_id = 25`
const calls: readonly Call[] = [
  ...[12, 13, 14, 15].map((hour) => ({
    at: `${hour}:00:07`,
    seconds: 0.0003,
    lock: 0.00001,
    examined: 1,
    sent: 0,
    sql: update(hour),
  })),
  { at: '14:03:11', seconds: 21, lock: 20.9, examined: 1, sent: 0, sql: update(2845.63) },
  { at: '14:10:00', seconds: 9, lock: 8.9, examined: 1, sent: 0, sql: update(3) },
  ...[1, 2, 3].map((minute) => ({
    at: `14:2${minute}:00`,
    seconds: 1.5,
    lock: 0.0001,
    examined: 20_000,
    sent: 10,
    sql: `SELECT id, note FROM orders WHERE customer = 7 AND note LIKE '%${minute}%'`,
  })),
]

function mysqlLog(of: readonly Call[], mariadb: boolean): string {
  return of
    .map(({ at, seconds, lock, examined, sent, sql }) =>
      [
        `# Time: 2026-11-20T${at}.000000Z`,
        '# User@Host: app[app] @  [10.0.3.17]  Id: 8',
        ...(mariadb ? [`# Thread_id: 8  Schema: ${database}  QC_hit: No`] : []),
        `# Query_time: ${seconds.toFixed(6)}  Lock_time: ${lock.toFixed(6)} Rows_sent: ${sent}  Rows_examined: ${examined}`,
        ...(mariadb && sql.startsWith('SELECT')
          ? [
              '#',
              '# explain: id\tselect_type\ttable\ttype\tpossible_keys\tkey\tkey_len\tref\trows\tr_rows\tfiltered\tr_filtered\tExtra',
              '# explain: 1\tSIMPLE\torders\tALL\tNULL\tNULL\tNULL\tNULL\t3\t3.00\t100.00\t0.00\tUsing where',
              '#',
            ]
          : []),
        `use ${database};`,
        `SET timestamp=${Date.parse(`2026-11-20T${at}Z`) / 1000};`,
        `${sql};`,
      ].join('\n'),
    )
    .join('\n')
}

const postgresPrefix = (at: string) => `2026-11-20 ${at}.000 UTC [271] app@${database}`

function postgresLog(of: readonly Call[]): string {
  return of
    .map(
      ({ at, seconds, sql }) =>
        `${postgresPrefix(at)} LOG:  duration: ${(seconds * 1000).toFixed(3)} ms  statement: ${sql}`,
    )
    .join('\n')
}

const servers = [
  ...mysqlServers.filter(({ id }) => id === 'mysql80' || id === 'mariadb114'),
  ...postgresServers.filter(({ id }) => id === 'pg18'),
]

async function prepare(server: Endpoint): Promise<void> {
  if (server.kind === 'pg') {
    const client = await freshPostgres(server, database)
    for (const sql of tables) await client.query(sql)
    await client.end()
    return
  }
  const client = await witness(server)
  await client.query(`DROP DATABASE IF EXISTS ${database}`)
  await client.query(`CREATE DATABASE ${database}`)
  await client.query(`USE ${database}`)
  for (const sql of tables) await client.query(sql)
  await client.end()
}

async function cleanUp(server: Endpoint): Promise<void> {
  if (server.kind === 'pg') return dropPostgres(server, database)
  const client = await witness(server)
  await client.query(`DROP DATABASE IF EXISTS ${database}`)
  await client.end()
}

async function paste(page: Page, text: string, recognized: string): Promise<void> {
  const box = page.locator('textarea.paste-text').first()
  await box.waitFor()
  await box.click()
  await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text)
  await page.keyboard.press('Control+v')
  await page.locator('.paste-foot b', { hasText: recognized }).waitFor()
  await page.keyboard.press('Control+Enter')
}

/** Pastes into the editor of a new tab. */
async function pasteInEditor(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'New tab' }).click()
  await page.locator('.monaco-editor').first().click()
  await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text)
  await page.keyboard.press('Control+v')
}

async function connect(page: Page, server: Endpoint): Promise<void> {
  await fillDialog(page, server)
  await page.getByRole('button', { name: /^Test/ }).click()
  await page.getByText('what this login may do').waitFor()
  await page.getByRole('button', { name: /^Save and open/ }).click()
  await page.locator('.conn-name').waitFor()
}

const slow = (page: Page) => page.keyboard.press('Control+3')

async function openShape(page: Page, words: RegExp): Promise<void> {
  await slow(page)
  const logs = page.getByRole('navigation', { name: 'Open logs' })
  await logs.getByRole('button', { name: 'pasted excerpt', exact: true }).click()
  const row = page.getByRole('row').filter({ hasText: words }).first()
  await row.waitFor()
  await row.click()
  await page.keyboard.press('Enter')
  await page.locator('.shape-page h1').waitFor()
}

const log = (page: Page) => page.locator('.from-log')
const editor = (page: Page) =>
  page.evaluate(() => document.querySelector('.monaco-editor .view-lines')?.textContent?.replace(/\u00a0/g, ' ') ?? '')

describe.skipIf(program === undefined).each(['dark', 'light'] as const)('without a connection, %s', (theme) => {
  let app: BrowserApp
  let page: Page
  beforeAll(async () => {
    app = await openBrowserApp(program ?? '', { width: 1440, height: 900, theme })
    page = app.page
    page.setDefaultTimeout(20_000)
  })
  afterAll(() => app.close())
  const picture = async (name: string) => {
    if (screenshots !== undefined) await page.screenshot({ path: `${screenshots}/shape-${name}-${theme}.png` })
  }

  test('a pasted excerpt is opened as a log, and a shape of it says first that it waits', async () => {
    await paste(page, mysqlLog(calls, false), 'Slow log')
    await openShape(page, /update warehouse/i)
    expect(await page.locator('.shape-page h1').textContent()).toMatch(
      /^Not a plan problem: 99 % of the time waits for locks\. Half of its calls take \d+ µs at most\.$/,
    )
    expect(await page.locator('.shape-page .sub').textContent()).toContain('waited 20.9 s at 14:03:11')
    await page.getByText('The SELECT that finds the same rows').first().waitFor()
    expect(await page.getByLabel('The SELECT', { exact: true }).textContent()).toMatch(/warehouse\.\*[\s\S]*w_id = 25/)
    expect(await page.getByText(`USE ${database} applied`).count()).toBe(1)
    expect(await page.locator('footer').textContent()).toMatch(/Shape 1 of 2digest [0-9a-f]{4}…[0-9a-f]{4}/)
    expect(await violations(page)).toEqual([])
    await picture('waits')
  })

  test('the history is walked by keys, with its values in words', async () => {
    const chart = page.getByRole('slider', { name: 'Time of each bucket' })
    await chart.focus()
    await page.keyboard.press('Home')
    expect(await chart.getAttribute('aria-valuetext')).toMatch(/^2026-11-20 12:00: 300 µs in 1 call/)
    const words = new Set<string>()
    for (let at = 0; at < 6; at++) {
      words.add((await chart.getAttribute('aria-valuetext')) ?? '')
      await page.keyboard.press('ArrowRight')
    }
    expect([...words].join('\n')).toMatch(/14:03.*21\.0 s in 1 call, 20\.9 s of it waiting/)
  })

  test('what a person says of it is kept', async () => {
    await page.locator('.shape-page').focus()
    await page.keyboard.press('r')
    await expect.poll(() => page.getByRole('button', { name: /^Reviewed/ }).getAttribute('aria-pressed')).toBe('true')
    await page.getByLabel('Note on this shape').fill('the batch of 13:58')
    await page.keyboard.press('Control+Enter')
    await page.getByLabel('Note on this shape').blur()
    await page.reload()
    await paste(page, mysqlLog(calls, false), 'Slow log')
    await openShape(page, /update warehouse/i)
    await expect.poll(() => page.getByLabel('Note on this shape').inputValue()).toBe('the batch of 13:58')
    expect(await page.getByRole('button', { name: /^Reviewed/ }).getAttribute('aria-pressed')).toBe('true')
  })

  test('Analyze opens the statement as text and says that nothing is connected', async () => {
    await page
      .getByRole('row', { name: /Slowest/ })
      .getByRole('button', { name: 'Analyze' })
      .click()
    await log(page).waitFor()
    expect(await log(page).textContent()).toContain(
      '21.0 s, 1 row examined, 0 sent, 20.9 s waiting (14:03:11, app@10.0.3.17)',
    )
    expect(await log(page).textContent()).toContain('Not sent: nothing is connected.')
    await expect.poll(() => editor(page)).toContain('2845.63')
    expect(await violations(page)).toEqual([])
    await picture('handed-over')
    expect(app.complaints).toEqual([])
  })
})

describe.skipIf(program === undefined).each(servers.map((server) => [server.id, server] as const))(
  'on %s',
  (_id, server) => {
    const isPostgres = server.kind === 'pg'
    const isMariadb = server.id.startsWith('mariadb')
    const text = (of: readonly Call[]) => (isPostgres ? postgresLog(of) : mysqlLog(of, isMariadb))
    let app: BrowserApp
    let page: Page
    beforeAll(async () => {
      await prepare(server)
      app = await openBrowserApp(program ?? '', { width: 1440, height: 900, theme: 'dark' })
      page = app.page
      page.setDefaultTimeout(20_000)
      await paste(page, text(calls), 'Slow log')
      await slow(page)
      await connect(page, server)
    })
    afterAll(async () => {
      await app.close()
      await cleanUp(server)
    })

    test('Analyze of a sample shows its plan in its database, beside what the log says', async () => {
      await openShape(page, /select id/i)
      await page
        .getByRole('row', { name: /Slowest/ })
        .getByRole('button', { name: 'Analyze' })
        .click()
      await log(page).waitFor()
      if (isPostgres) {
        // In PostgreSQL another database is another connection: it is offered.
        expect(await log(page).textContent()).toContain(`Not sent: the call was in the database ${database}`)
        await page.getByRole('button', { name: `Connect to ${database}` }).click()
      }
      await page.locator('.verdict-area h1').waitFor()
      expect(await log(page).textContent()).toContain('1.50 s')
      expect(await log(page).textContent()).not.toContain('Not sent')
      await expect.poll(() => editor(page)).toContain('customer = 7')
      if (!isPostgres) expect(await page.locator('.database').textContent()).toContain(database)
      expect(await violations(page)).toEqual([])
    })

    test('an UPDATE is explained as it is, and as the SELECT that finds its rows', async () => {
      await openShape(page, /update warehouse/i)
      await page
        .getByRole('row', { name: /Slowest/ })
        .getByRole('button', { name: 'Analyze' })
        .click()
      await page.locator('.verdict-area h1').waitFor()
      await expect.poll(() => editor(page)).toMatch(/^UPDATE warehouse/)
      expect(await log(page).textContent()).toContain('21.0 s')
      if (!isPostgres)
        expect(await log(page).textContent()).toContain('That was waiting for locks, which no plan shows')
      await slow(page)
      await page.getByRole('button', { name: 'Analyze as SELECT' }).click()
      await log(page).getByText('this is the SELECT that finds its rows').waitFor()
      await page.locator('.verdict-area h1').waitFor()
      await expect.poll(() => editor(page)).toMatch(/^SELECT .*w_id = 25/)
      expect(await page.locator('.verdict-area h1').textContent()).toMatch(/PRIMARY|warehouse_pkey/)
    })

    test.runIf(isMariadb)('the plan in the log is drawn', async () => {
      await openShape(page, /select id/i)
      await page.getByRole('button', { name: 'Draw the plan' }).click()
      await page.locator('.verdict-area h1').waitFor()
      expect(await page.locator('.pn').first().textContent()).toContain('orders')
      // All of it was understood.
      expect(await page.locator('.status').textContent()).toContain('0 notes')
    })

    test('one entry that is pasted into the editor becomes its statement and is explained', async () => {
      const entry = isPostgres
        ? `${postgresPrefix('15:00:00')} LOG:  duration: 1500.000 ms  execute <unnamed>: SELECT id FROM orders WHERE customer = $1 AND note = $2\n${postgresPrefix('15:00:00')} DETAIL:  Parameters: $1 = '7', $2 = 'it''s'`
        : text(calls.slice(-1))
      await page.keyboard.press('Control+1')
      await pasteInEditor(page, entry)
      await log(page).getByText('1.50 s').waitFor()
      await page.locator('.verdict-area h1').waitFor()
      await expect.poll(() => editor(page)).toMatch(/^SELECT id/)
      if (isPostgres) expect(await page.locator('.verdict-area').textContent()).toMatch(/\$1 = '?7'?, \$2 = 'it''s'/)
      expect(app.complaints).toEqual([])
    })

    test('an entry of another family is opened as text, and says so', async () => {
      await pasteInEditor(page, isPostgres ? mysqlLog(calls.slice(-1), false) : postgresLog(calls.slice(-1)))
      await log(page)
        .getByText(/^Not sent: the log is of/)
        .waitFor()
      await expect.poll(() => editor(page)).toMatch(/^SELECT id/)
    })
  },
)
