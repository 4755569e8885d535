// Protects "Why this plan" in the built page: linked selection, why not, the choice taken away, raw lines, pasted traces, both themes.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Connection } from 'mysql2/promise'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generatedTrace } from '../../build/bench/generated-trace'
import { type BrowserApp, browserProgram, openBrowserApp } from '../kit/browser-app'
import { witness } from '../kit/mysql'
import { fillDialog, write } from '../kit/page-steps'
import { mysqlServers } from '../kit/servers'

const program = browserProgram()
const root = join(import.meta.dirname, '../..')
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const screenshots = process.env['SARGABLE_SCREENSHOTS']

async function violations(page: Page): Promise<unknown> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    interface Found {
      violations: { id: string; nodes: { html: string }[] }[]
    }
    const { axe: checker } = window as unknown as { axe: { run(root: Document, options: object): Promise<Found> } }
    const found = await checker.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] })
    return found.violations.map(({ id, nodes }) => ({ id, places: nodes.map((node) => node.html.slice(0, 200)) }))
  })
}

const recordedTrace = readFileSync(join(root, 'fixtures/mysql97/join-three/trace.json'), 'utf8')

async function pasteAndRead(page: Page, text: string): Promise<void> {
  const box = page.locator('textarea.paste-text').first()
  await box.waitFor()
  await box.click()
  await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text)
  await page.keyboard.press('Control+v')
  await page.locator('.paste-foot b', { hasText: 'Optimizer trace' }).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.locator('.why-headline').waitFor()
}

describe.skipIf(program === undefined).each(['dark', 'light'] as const)('a pasted trace, %s', (theme) => {
  let app: BrowserApp
  let page: Page
  beforeAll(async () => {
    app = await openBrowserApp(program ?? '', { width: 1440, height: 900, theme })
    page = app.page
    page.setDefaultTimeout(20_000)
  })
  afterAll(() => app.close())
  const picture = async (name: string) => {
    if (screenshots !== undefined) await page.screenshot({ path: `${screenshots}/why-${name}-${theme}.png` })
  }
  const grid = () => page.getByRole('treegrid', { name: 'Ways to read each table' })

  test('opens without a connection, and says the decision first', async () => {
    await pasteAndRead(page, recordedTrace)
    expect(await page.locator('.why-headline').textContent()).toMatch(
      /o → c → i wins at cost [\d,]+; the next whole order/,
    )
    expect(await violations(page)).toEqual([])
    await picture('pasted')
  })

  test('each table has its ways, in the order of the joins, with rows, cost and outcome', async () => {
    const tables = await grid().locator('[aria-level="1"]').allTextContents()
    expect(tables.map((words) => words.replace(/^▾/, '').slice(0, 1))).toEqual(['o', 'c', 'i'])
    const taken = grid().getByRole('row').filter({ hasText: 'eq_ref' }).first()
    expect(await taken.textContent()).toMatch(/PRIMARY≈ 1.*700.*a lookup by the whole primary key is always taken/)
  })

  test('only chosen ways, only rejected ones', async () => {
    const ways = () => grid().locator('.why-row.way').count()
    const all = await ways()
    await page.getByRole('radio', { name: 'Chosen' }).click()
    const chosen = await ways()
    await page.getByRole('radio', { name: 'Rejected' }).click()
    const rejected = await ways()
    await page.getByRole('radio', { name: 'All', exact: true }).click()
    expect(chosen).toBeGreaterThan(0)
    expect(chosen + rejected).toBe(all)
  })

  test('the tree of join orders is walked by keys, and a beginning leads to its lines', async () => {
    const tree = page.getByRole('tree', { name: /^Beginnings of join orders/ })
    await tree.focus()
    await page.keyboard.press('Home')
    const active = () =>
      page.evaluate(() => {
        const id = document.activeElement?.getAttribute('aria-activedescendant')
        return id ? document.getElementById(id)?.querySelector('.unseen')?.textContent : undefined
      })
    await expect.poll(active).toMatch(/^o, cost/)
    await page.keyboard.press('ArrowDown')
    await expect.poll(active).toMatch(/^o → c, cost/)
    await page.keyboard.press('ArrowRight')
    await expect.poll(active).toMatch(/^o → c → i, cost .*, taken$/)
    await page.getByRole('radio', { name: 'Raw trace' }).click()
    const lit = page.locator('.why-many .lit-first')
    await lit.waitFor()
    expect(
      await page.getByRole('tree', { name: 'Optimizer trace' }).getByText('"plan_prefix"').count(),
    ).toBeGreaterThan(0)
  })

  test('a line of the raw trace leads back to its way', async () => {
    const raw = page.getByRole('tree', { name: 'Optimizer trace' })
    await page.getByLabel('Find in the trace').fill('clustered_pk_chosen_by_heuristics')
    await page.keyboard.press('Enter')
    await raw.getByText('clustered_pk_chosen_by_heuristics').click()
    await expect.poll(() => grid().locator('[aria-selected="true"]').count()).toBe(1)
    expect(await grid().locator('[aria-selected="true"]').textContent()).toContain('eq_ref')
    expect(await violations(page)).toEqual([])
    await picture('raw')
  })

  test('w asks why not; a typed index has one answer', async () => {
    await grid().focus()
    await page.keyboard.press('w')
    // The field is there a moment later.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
    await page.keyboard.type('ix_placed')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const answer = page.getByRole('region', { name: 'Why not this index' })
    await answer.getByText('ix_placed could not be used: no condition restricts its first column.').waitFor()
    await answer.getByRole('button', { name: 'Copy the answer as text' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Why not index ix_placed on o\?\n/)
    expect(await violations(page)).toEqual([])
    await picture('why-not')
  })

  test('a rewriting opens to its words before and after', async () => {
    await page.getByRole('button', { name: /Equal columns joined/ }).click()
    expect(await page.locator('.why-diff ins').first().textContent()).toContain('multiple')
    expect(await page.locator('.why-diff del').count()).toBeGreaterThan(0)
  })

  test('a cut trace says what is missing, and shows the rest', async () => {
    await page.keyboard.press('Alt+n')
    await pasteAndRead(page, recordedTrace.slice(0, recordedTrace.length * 0.7))
    await page.getByText('The trace is cut.').waitFor()
    expect(await grid().locator('.why-row.way').count()).toBeGreaterThan(3)
    await picture('cut')
  })

  test('five megabytes stay few elements, and every beginning can be unfolded', { timeout: 60_000 }, async () => {
    await page.keyboard.press('Alt+n')
    await pasteAndRead(page, generatedTrace(5_000_000))
    expect(await page.locator('*').count()).toBeLessThan(2_500)
    const tree = page.getByRole('tree', { name: /^Beginnings of join orders/ })
    await tree.evaluate((element) => element.scrollTo(1200, 0))
    await page.locator('.why-unfold').first().waitFor()
    const height = () => tree.evaluate((element) => element.scrollHeight)
    const before = await height()
    await page.locator('.why-unfold').first().click()
    await expect.poll(height).toBeGreaterThan(before)
    await grid()
      .getByText(/weighed again after/)
      .first()
      .click()
    await grid().getByText('an order that was not taken').first().waitFor()
    expect(await page.locator('*').count()).toBeLessThan(3_000)
  })

  test('says nothing in the console', () => expect(app.complaints).toEqual([]))
})

const server = mysqlServers.find(({ id }) => id === 'mysql97')
if (server === undefined) test.skip('no MySQL 9.7 to take a choice away on')

describe.skipIf(program === undefined || server === undefined)('why this plan on MySQL 9.7', () => {
  const database = `why_page_${process.pid}`
  let app: BrowserApp
  let page: Page
  let connection: Connection
  beforeAll(async () => {
    if (!server) return
    connection = await witness(server)
    await connection.query(`CREATE DATABASE ${database}`)
    await connection.query(`USE ${database}`)
    await connection.query(
      `CREATE TABLE items (id INT PRIMARY KEY AUTO_INCREMENT, col1 ENUM('A','B','C') NOT NULL, num INT NOT NULL,
       pad CHAR(200) NOT NULL, KEY col1 (col1), KEY num (num, col1))`,
    )
    const digits =
      'SELECT 0 d UNION SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5 UNION SELECT 6 UNION SELECT 7 UNION SELECT 8 UNION SELECT 9'
    await connection.query(
      `INSERT INTO items (col1, num, pad) SELECT ELT(1 + MOD(a.d + b.d, 3), 'A', 'B', 'C'), a.d * 1000 + b.d * 100 + c.d * 10 + e.d, 'x'
       FROM (${digits}) a, (${digits}) b, (${digits}) c, (${digits}) e`,
    )
    await connection.query('ANALYZE TABLE items')
    app = await openBrowserApp(program ?? '', { width: 1440, height: 900, theme: 'dark' })
    page = app.page
    page.setDefaultTimeout(30_000)
    await page.getByRole('heading', { name: 'What is slow?' }).waitFor()
    await fillDialog(page, { ...server, database })
    await page.getByRole('button', { name: /^Test/ }).click()
    await page.getByText('what this login may do').waitFor()
    await page.getByRole('button', { name: /^Save and open/ }).click()
    await page.locator('.conn-name').waitFor()
  }, 120_000)
  afterAll(async () => {
    await app?.close()
    await connection?.query(`DROP DATABASE ${database}`)
    await connection?.end()
  })

  test('the tab says the decision of this statement', async () => {
    const box = page.locator('textarea.paste-text').first()
    const sql = "SELECT * FROM items FORCE INDEX (col1) WHERE col1 = 'A' ORDER BY id DESC LIMIT 5"
    if ((await box.count()) > 0) await box.fill(sql)
    else await write(page, sql)
    await page.keyboard.press('Control+Enter')
    await page.locator('.verdict-area .say').waitFor()
    await page.getByRole('tab', { name: 'Why this plan' }).click()
    await page.locator('.why-headline').waitFor()
    expect(await page.locator('.why-headline').textContent()).toContain('items')
  })

  test('picking a way lights its step, its index in the ruler and its condition', async () => {
    await page.locator('.why-row.way', { hasText: 'col1' }).first().click()
    await page.locator('.ins-place', { hasText: 'items · col1' }).waitFor()
    await page.getByRole('tab', { name: 'Index use' }).click()
    await page.locator('.ks.lit').first().waitFor()
    expect(
      await page
        .locator('.kr-row', { has: page.locator('.ks.lit') })
        .first()
        .textContent(),
    ).toContain('col1')
  })

  /** What is lit in the statement, in the order of its text. */
  const litInStatement = () =>
    page
      .locator('.mark-lit')
      .allTextContents()
      .then((pieces) => pieces.join('').replace(/\u00a0/g, ' '))
  const explain = async (sql: string) => {
    await write(page, sql)
    await page.keyboard.press('Control+Enter')
    await page.locator('.verdict-area .say').waitFor()
    await page.locator('.why-wait').waitFor({ state: 'detached' })
  }

  test('a key part leads to the step of the trace that its reason rests on, and lights its condition', async () => {
    await explain("SELECT * FROM items WHERE num BETWEEN 10 AND 12 AND col1 = 'A'")
    await page.getByRole('tab', { name: 'Index use' }).click()
    await page.locator('.kr-row', { hasText: 'num' }).first().waitFor()
    const bar = page.locator('.kr-bars > .kr-row').filter({ has: page.locator('.kr-name', { hasText: 'col1' }) })
    await bar.locator('.ks').first().click()
    await expect.poll(litInStatement).toBe("col1 = 'A'")
    expect(await page.locator('.ins-place').textContent()).toContain('items')
    await page.getByRole('tab', { name: 'Why this plan' }).click()
    const picked = page.getByRole('treegrid', { name: 'Ways to read each table' }).locator('[aria-selected="true"]')
    await expect.poll(() => picked.count()).toBe(1)
    expect(await picked.textContent()).toMatch(/col1/)
    await page.getByRole('radio', { name: 'Raw trace' }).click()
    await page.locator('.why-many .lit-first').waitFor()
    expect((await page.locator('.why-many .lit').allTextContents()).join(' ')).toContain('"col1"')
  })

  test('a step of the plan leads to the way that the trace took', async () => {
    await page.getByRole('tab', { name: 'Index use' }).click()
    const bar = page.locator('.kr-bars > .kr-row').filter({ has: page.locator('.kr-name', { hasText: 'num' }) })
    await bar.locator('.ks').first().click()
    await page.getByRole('tab', { name: 'Why this plan' }).click()
    const picked = page.getByRole('treegrid', { name: 'Ways to read each table' }).locator('[aria-selected="true"]')
    await expect.poll(() => picked.textContent()).toMatch(/range.*num/)
  })

  test('a line inside a range analysis lights key part, step of the plan and condition', async () => {
    await page.getByLabel('Find in the trace').fill('<= num')
    await page.keyboard.press('Enter')
    await page.locator('.why-many .plan-line.hit').click()
    await expect.poll(litInStatement).toContain('num BETWEEN 10 AND 12')
    expect(await page.locator('.ins-place').textContent()).toContain('items · num')
    await page.getByRole('tab', { name: 'Index use' }).click()
    const row = page.locator('.kr-row', { has: page.locator('.ks.lit') }).first()
    expect(await row.locator('.kr-name').textContent()).toBe('num')
    expect(await violations(page)).toEqual([])
    await page.getByRole('tab', { name: 'Why this plan' }).click()
    await page.getByRole('radio', { name: 'Decisions' }).click()
  })

  test('a condition that no index could serve is said above the bars and marked in the statement', async () => {
    await explain('SELECT * FROM items WHERE num = 5 AND pad = 5')
    await page.getByRole('tab', { name: 'Index use' }).click()
    const note = page.locator('.kr-note')
    await note.waitFor()
    expect(await note.textContent()).toMatch(
      /^pad = 5 compares a char\(200\) with a number: .*No index on pad could serve it/,
    )
    await note.getByRole('button').click()
    await expect.poll(litInStatement).toBe('pad = 5')
    expect(await page.locator('.verdict-area .say').textContent()).toContain('no index on')
    expect(await violations(page)).toEqual([])
    await explain("SELECT * FROM items WHERE num = 5 AND pad = '5'")
    await expect.poll(() => note.count()).toBe(0)
    await explain("SELECT * FROM items FORCE INDEX (col1) WHERE col1 = 'A' ORDER BY id DESC LIMIT 5")
  })

  test('an index of the ruler asks why not, and the hint is named', async () => {
    await page.locator('.kr-name', { hasText: 'PRIMARY' }).click()
    await page
      .getByText('PRIMARY could not be used: the statement says FORCE INDEX (col1), which leaves it out.')
      .waitFor()
  })

  test('the choice is taken away and both are measured; the words are those of two runs', async () => {
    await page.getByRole('button', { name: 'Take the choice away and measure' }).click()
    const measured = page.locator('.why-measured')
    await measured.waitFor()
    const words = await measured.textContent()
    expect(words).toMatch(/with PRIMARY it (was|took)/)
    expect(words).toContain('Each ran twice, in turns.')
    expect(words).toMatch(/Rows examined: [\d,]+ instead of [\d,]+/)
    expect(await violations(page)).toEqual([])
  })

  test('Compare tells where the traces part first, with its lines', async () => {
    await page.getByRole('button', { name: 'Compare the plans' }).click()
    const partings = page.getByRole('region', { name: 'Where the traces part' })
    await partings.getByText('The optimizer parts here first:').waitFor()
    await partings
      .getByRole('button', { name: /^trace of/ })
      .first()
      .click()
    await page.getByRole('dialog').locator('.lit-first').waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  test('says nothing in the console', () => expect(app.complaints).toEqual([]))
})
