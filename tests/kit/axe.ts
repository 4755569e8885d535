import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What the page as it stands breaks of WCAG 2.1 A and AA, with the places. */
export async function violations(page: Page): Promise<unknown> {
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
