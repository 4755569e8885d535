import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openBrowserApp } from '../tests/kit/browser-app'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs/images')

/** A story of Compare: a sample, and what is compared. */
interface Story {
  readonly sample: string
  readonly picture: string
  /** Statements beside or instead of the sample's own, by files of its folder `variants`. */
  readonly files?: readonly { readonly file: string; readonly label: string }[]
  /** Changes of tables for the variant at this place. */
  readonly changes?: Readonly<Record<number, string>>
  readonly preset?: string
}

const stories: readonly Story[] = [
  {
    sample: 'equality-like-prefix',
    picture: 'equality-prefix',
    changes: { 1: 'ALTER TABLE infamous_table ADD KEY better (msg_type(5), t2send);' },
  },
  {
    sample: 'enum-or-order-limit',
    picture: 'enum-or',
    files: [
      { file: '0-force-col1.sql', label: 'FORCE INDEX (col1)' },
      { file: 'c-force-primary.sql', label: 'FORCE INDEX (PRIMARY)' },
      { file: 'b-derived-join.sql', label: 'ids first, then rows' },
      { file: 'd-union-topn.sql', label: 'top 20 of each value' },
    ],
  },
  {
    sample: 'mrr-tpch-q10',
    picture: 'mrr',
    files: [{ file: 'd-mrr-off-range.sql', label: 'one range' }],
    preset: 'Multi-range read',
  },
]

/** Draws Compare with three samples on the best server that is here, in both themes. */
export async function drawComparePictures(browser: string): Promise<void> {
  const flag = process.argv.indexOf('--compare')
  const only = flag === -1 ? undefined : process.argv[flag + 1]
  const wanted = stories.filter(({ picture }) => only === undefined || only === picture)
  for (const theme of ['dark', 'light'] as const) {
    const app = await openBrowserApp(browser, { width: 1440, height: 900, theme })
    app.page.setDefaultTimeout(180_000)
    try {
      for (const story of wanted) await drawStory(app.page, story, theme)
    } finally {
      await app.close()
    }
  }
}

async function drawStory(page: Page, story: Story, theme: string): Promise<void> {
  await page.keyboard.press('Control+5')
  await page.locator('.sample', { hasText: story.sample }).getByRole('button', { name: 'Open', exact: true }).click()
  await page.locator('.conn-name', { hasText: /sandbox/i }).waitFor()
  await page.locator('.verdict-area .say').waitFor()
  await page.getByRole('button', { name: 'Compare this statement with a copy of it' }).click()
  for (const [place, { file, label }] of (story.files ?? []).entries()) {
    const letter = String.fromCharCode('A'.charCodeAt(0) + place)
    if (place > 1) {
      await page.getByRole('button', { name: 'Add variant' }).click()
      await page.getByRole('menuitem', { name: 'An empty one' }).click()
    }
    await page.getByLabel(`Statement of ${letter}`).fill(statementOf(story.sample, file))
    await page.getByLabel(`Name of ${letter}`).fill(label)
  }
  for (const [place, text] of Object.entries(story.changes ?? {})) {
    const letter = String.fromCharCode('A'.charCodeAt(0) + Number(place))
    await page.locator('.variant-more summary').nth(Number(place)).click()
    await page.getByLabel(`Changes of tables of ${letter}`).fill(text)
    await page.getByLabel(`Name of ${letter}`).fill('reordered index')
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await page.getByRole('radio', { name: 'On copies' }).click()
    await page.getByRole('button', { name: 'Done', exact: true }).click()
  }
  if (story.preset !== undefined) {
    await page.getByRole('button', { name: 'Presets' }).click()
    await page.locator('.preset', { hasText: story.preset }).getByRole('button', { name: 'Use' }).click()
  }
  await page.keyboard.press('Control+Enter')
  const verdict = page.getByRole('status', { name: 'Verdict', exact: true })
  const card = page.getByRole('alertdialog')
  await verdict.or(card).waitFor()
  if (await card.isVisible()) {
    await card.getByRole('button', { name: /^Send/ }).click()
    await verdict.waitFor()
  }
  await page.mouse.move(0, 0)
  await page.waitForTimeout(800) // tooltips
  await page.screenshot({ path: join(folder, `compare-${story.picture}-${theme}.png`) })
}

/** The statement of a variant's file, without the remarks above it. */
function statementOf(sample: string, file: string): string {
  const text = readFileSync(join(root, 'samples', sample, 'variants', file), 'utf8')
  return text
    .split('\n')
    .filter((line) => !line.startsWith('--'))
    .join('\n')
    .trim()
}
