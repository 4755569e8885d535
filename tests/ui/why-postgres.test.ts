// Protects "Why this plan" of PostgreSQL in the built page: asking, the table, Compare, why not this index, measuring, keys, both themes.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BrowserApp, browserProgram, openBrowserApp } from '../kit/browser-app'
import { fillDialog, write } from '../kit/page-steps'
import { dropPostgres, freshPostgres } from '../kit/postgres'
import { postgresServers } from '../kit/servers'

const program = browserProgram()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const server = postgresServers.find(({ id }) => id === 'pg18')
const screenshots = process.env['SARGABLE_SCREENSHOTS']

const schema: readonly string[] = [
  `CREATE TABLE author (id int PRIMARY KEY, name text NOT NULL, country varchar(2) NOT NULL)`,
  `CREATE TABLE post (id int PRIMARY KEY, author_id int NOT NULL, title text NOT NULL, score int NOT NULL,
    created date NOT NULL, body text NOT NULL)`,
  `INSERT INTO author SELECT i, 'author ' || i, CASE WHEN i % 10 = 0 THEN 'CZ' ELSE 'US' END FROM generate_series(1, 2000) i`,
  `INSERT INTO post SELECT i, i % 2000 + 1, 'title ' || i, i % 7, date '2020-01-01' + i % 1000, repeat('x', 100)
    FROM generate_series(1, 40000) i`,
  'CREATE INDEX post_author ON post (author_id)',
  'CREATE INDEX post_created ON post (created)',
  'CREATE EXTENSION hypopg',
  'ANALYZE author',
  'ANALYZE post',
]

/** The index on `created` gives the order, so that the limit can stop early; everything else has to sort. */
const statement = `SELECT p.title, a.name
FROM post p JOIN author a ON a.id = p.author_id
WHERE a.country = 'CZ'
ORDER BY p.created
LIMIT 10`

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

if (server === undefined) test.skip('no PostgreSQL 18 to ask')

describe.skipIf(program === undefined || server === undefined).each(['dark', 'light'] as const)(
  'choices taken away, %s',
  (theme) => {
    const database = `alternatives_page_${theme}`
    let app: BrowserApp
    let page: Page
    beforeAll(async () => {
      if (!server) return
      const client = await freshPostgres(server, database)
      for (const each of schema) await client.query(each)
      await client.end()
      app = await openBrowserApp(program ?? '', { width: 1440, height: 900, theme })
      page = app.page
      page.setDefaultTimeout(20_000)
      await page.getByRole('heading', { name: 'What is slow?' }).waitFor()
      await fillDialog(page, { ...server, database })
      await page.getByRole('button', { name: /^Save and open/ }).click()
      await page.locator('.conn-name', { hasText: database }).waitFor()
    })
    afterAll(async () => {
      await app?.close()
      if (server) await dropPostgres(server, database)
    })

    const picture = async (name: string) => {
      if (screenshots === undefined) return
      await page.mouse.move(0, 0)
      await page.waitForTimeout(600)
      await page.screenshot({ path: `${screenshots}/why-postgres-${name}-${theme}.png` })
    }
    const table = () => page.getByRole('region', { name: 'Choices taken away' })
    const card = () => page.locator('.why-card')

    test('the panel says what would be asked before anything is', async () => {
      await write(page, statement)
      await page.keyboard.press('Control+Enter')
      await page.locator('.verdict-area .say').waitFor()
      await page.getByRole('tab', { name: 'Why this plan' }).click()
      await page.getByText('keeps no record of the plans that it dropped').waitFor()
      await picture('before')
    })

    test('asked, it shows the chosen plan first and the others by cost, with what differs', async () => {
      await page.getByRole('button', { name: 'Ask what else it could do' }).click()
      await page.getByText(/^The planner chose its plan at cost 14\.\d; the next best of/).waitFor()
      const rows = table().getByRole('row')
      expect(await rows.nth(1).textContent()).toContain('nothing: the chosen plan')
      expect(await rows.nth(1).textContent()).toContain('post_created')
      const taken = await table().locator('tbody tr td:first-child').allTextContents()
      expect(taken.join()).toContain('index author_pkey')
      const factors = await table().locator('tbody tr td:nth-child(4) .est').allTextContents()
      expect(factors.length).toBe(taken.length - 1)
      expect(await violations(page)).toEqual([])
      await picture('table')
    })

    test('a line opens by keyboard, and is measured against the chosen plan', async () => {
      const line = table().getByRole('button', { name: 'index scans', exact: true })
      await line.focus()
      await page.keyboard.press('Enter')
      expect(await line.getAttribute('aria-expanded')).toBe('true')
      await table().getByRole('button', { name: 'Take the choice away and measure' }).click()
      await table()
        .getByText(/The planner was right: without index scans it takes [\d.]+ µ?m?s against/)
        .waitFor()
      expect(await violations(page)).toEqual([])
      await picture('measured')
    })

    test('a line opens and closes by mouse, on its words and beside them', async () => {
      const line = table().getByRole('button', { name: 'memoized lookups', exact: true })
      await line.click()
      expect(await line.getAttribute('aria-expanded')).toBe('true')
      await table().getByText('enable_memoize = off').waitFor()
      await table()
        .getByRole('row', { name: /memoized lookups/ })
        .locator('td')
        .nth(4)
        .click()
      expect(await line.getAttribute('aria-expanded')).toBe('false')
      await table().getByRole('button', { name: 'index scans', exact: true }).click()
    })

    test('an index is asked about, and the answer names its cost and what won', async () => {
      await card().getByRole('combobox').click()
      await page.getByRole('option', { name: 'post_author on p' }).click()
      await card()
        .getByText(/lost to 14\.\d \(×\d+\) for Index Scan of/)
        .waitFor()
      await card().getByText('Found by hypopg: the other indexes hidden').waitFor()
      expect(await violations(page)).toEqual([])
      await picture('why-not')
    })

    test('an index that is not there is typed as CREATE INDEX', async () => {
      const field = card().getByRole('combobox')
      await field.fill('CREATE INDEX ON author (country)')
      await field.press('Enter')
      await card()
        .getByText(/The planner (would read it|was shown this index and does not read it)/)
        .waitFor()
    })

    test('Compare shows the chosen plan beside the other one', async () => {
      await table().getByRole('button', { name: 'Compare side by side' }).click()
      await page.getByRole('treegrid', { name: 'Both plans side by side' }).waitFor()
      await page.getByText('without index scans').first().waitFor()
      await picture('compare')
      await page.keyboard.press('Control+1')
      await page.getByText(/^The planner chose its plan/).waitFor()
    })

    test('at 1000 pixels everything is still there', async () => {
      await page.setViewportSize({ width: 1000, height: 760 })
      await page.getByRole('tab', { name: 'Why this plan' }).click()
      await page.getByText(/^The planner chose its plan/).waitFor()
      await picture('narrow')
      await page.setViewportSize({ width: 1440, height: 900 })
    })

    test('says nothing in the console', () => expect(app.complaints).toEqual([]))
  },
)
