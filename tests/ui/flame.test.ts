// Protects the flame view and what is saved of the plan, in the built page: keys, zoom, linked selection, whole files.
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { picturePlan } from '../../build/picture-plans'
import { type BrowserApp, browserProgram, openBrowserApp } from '../kit/browser-app'

const program = browserProgram()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Broken accessibility rules of the page as it stands, WCAG 2 A and AA. */
async function violations(page: Page): Promise<unknown> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const checker = (window as unknown as { axe: { run(root: Document, options: object): Promise<AxeResult> } }).axe
    interface AxeResult {
      violations: { id: string; nodes: { html: string }[] }[]
    }
    const found = await checker.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] })
    return found.violations.map(({ id, nodes }) => ({ id, places: nodes.map((node) => node.html.slice(0, 200)) }))
  })
}

async function paste(page: Page, plan: string): Promise<void> {
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  const box = page.locator('textarea.paste-text').first()
  await box.click()
  await page.evaluate((text) => navigator.clipboard.writeText(text), plan)
  await page.keyboard.press('Control+v')
  await page.locator('.paste-foot b', { hasText: 'Plan' }).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.locator('.verdict-area .say').waitFor()
}

/** What a strict XML reader, the browser's, finds in a file. */
async function read(page: Page, svg: string) {
  return page.evaluate((text) => {
    const document = new DOMParser().parseFromString(text, 'image/svg+xml')
    const nodes = [...document.querySelectorAll('[data-node]')].map((each) => each.getAttribute('data-node') ?? '')
    return {
      broken: document.querySelector('parsererror')?.textContent ?? '',
      root: document.documentElement.localName,
      different: new Set(nodes).size,
      nodes: nodes.length,
      words: document.querySelectorAll('text').length,
    }
  }, svg)
}

async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; data: Buffer }> {
  const download = page.waitForEvent('download')
  await press()
  const file = await download
  return { name: file.suggestedFilename(), data: await readFile(await file.path()) }
}

async function run(page: Page, command: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search or run a command').fill(command)
  await page.keyboard.press('Enter')
}

describe.skipIf(program === undefined).each(['dark', 'light'] as const)('the flame, %s', (theme) => {
  let app: BrowserApp
  let page: Page
  beforeAll(async () => {
    app = await openBrowserApp(program ?? '', { width: 1440, height: 900, theme })
    page = app.page
    page.setDefaultTimeout(20_000)
    await paste(page, picturePlan(30))
    await page.keyboard.press('Alt+2')
  })
  afterAll(() => app.close())

  const tree = () => page.getByRole('tree', { name: /^Plan by/ })
  const picked = () => page.locator('[role="treeitem"][aria-selected="true"]')
  const crumbs = () => page.getByRole('navigation', { name: 'Zoomed into' })
  /** How much of the icicle's width the node takes. */
  const share = async (at: ReturnType<typeof picked>) =>
    ((await at.boundingBox())?.width ?? 0) / ((await tree().boundingBox())?.width ?? 1)

  /** Where the pointer meets a step on the canvas. */
  const middleOf = async (step: string) => {
    const box = await page
      .getByRole('treeitem', { name: new RegExp(`^${step}`) })
      .first()
      .boundingBox()
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
  }

  test('opens by its key, with the widths that the plan has numbers for', async () => {
    await page.getByRole('tab', { name: 'Flame', selected: true }).waitFor()
    expect(await page.getByRole('radiogroup', { name: 'Width by' }).getByRole('radio').allTextContents()).toEqual([
      'Time',
      'Rows',
      'Cost',
    ])
    expect(await tree().getAttribute('aria-label')).toBe('Plan by time, 30 nodes')
    expect(await violations(page)).toEqual([])
  })

  test('is walked along the tree by keys, and says each step', async () => {
    await tree().focus()
    await page.keyboard.press('Home')
    expect(await picked().textContent()).toMatch(/^Limit, 20 rows, 0 percent of the time, 107 ms with all below$/)
    await page.keyboard.press('ArrowDown')
    expect(await picked().textContent()).toMatch(/^Nested Loop/)
    expect(await picked().getAttribute('aria-level')).toBe('2')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    expect(await picked().textContent()).toMatch(/^CTE Scan/)
    await page.keyboard.press('ArrowDown')
    // The CTE stands where its time passed, and says so.
    expect(await picked().textContent()).toMatch(/Runs once, inside CTE Scan, which first needs it/)
    expect(await tree().getAttribute('aria-activedescendant')).toBe(await picked().getAttribute('id'))
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    expect(await picked().textContent()).toMatch(/^Nested Loop/)
  })

  test('zooms by Enter and goes back by Escape and Backspace', async () => {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    const before = await share(picked())
    await page.keyboard.press('Enter')
    await crumbs().waitFor()
    expect(await share(picked())).toBeGreaterThan(0.99)
    expect(before).toBeLessThan(0.2)
    expect(await tree().getAttribute('aria-label')).toBe('Plan by time, 30 nodes, zoomed into CTE Scan')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await crumbs().getByRole('button').allTextContents()).toEqual(['Whole plan', 'CTE Scan', 'HashAggregate'])
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    expect(await crumbs().getByRole('button').allTextContents()).toEqual(['Whole plan', 'CTE Scan'])
    await page.keyboard.press('Backspace')
    await crumbs().waitFor({ state: 'detached' })
  })

  test('zooms by a double click, and out of it when something outside is selected', async () => {
    const { x, y } = await middleOf('Append')
    await page.mouse.dblclick(x, y)
    await crumbs().getByText('Append').waitFor()
    await page.keyboard.press('Alt+3')
    await page.getByRole('treegrid').focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Alt+2')
    await crumbs().waitFor({ state: 'detached' })
    expect(await picked().textContent()).toMatch(/^Limit/)
  })

  test('tells exact numbers and their formula under the pointer, and in the line below for the selected step', async () => {
    const { x, y } = await middleOf('Append')
    await page.mouse.move(x, y)
    const tip = page.locator('.flame-tip')
    await tip.getByText(/^With all below: 83\.\d+ ms/).waitFor()
    await tip.getByText('Own time = time of the step − time of its inputs').waitFor()
    await page.mouse.move(0, 0)
    await tip.waitFor({ state: 'detached' })
    await page.locator('.plan-foot', { hasText: 'With all below: 106.514 ms' }).waitFor()
  })

  test('shares its selection with the inspector and the diagram', async () => {
    const { x, y } = await middleOf('Append')
    await page.mouse.click(x, y)
    await page.locator('[data-pane="inspector"]', { hasText: 'node 5 of 30' }).waitFor()
    await page.keyboard.press('Alt+1')
    await page.locator('.pn.sel', { hasText: 'Append' }).waitFor()
    await page.keyboard.press('Alt+2')
  })

  test('says why a step is narrower than its number: a limit is priced for a part', async () => {
    await page.getByRole('radio', { name: 'Cost' }).click()
    await tree().focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    expect(await picked().textContent()).toMatch(/Drawn at 3\d % of its width to fit under Limit: a limit is priced/)
    await page.getByRole('radio', { name: 'Time' }).click()
  })

  test('search goes from one found step to the next', async () => {
    await tree().focus()
    await page.keyboard.press('/')
    await page.getByRole('textbox', { name: 'Search the plan' }).fill('archive')
    await page.keyboard.press('Enter')
    expect(await picked().textContent()).toMatch(/never executed/i)
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('tree')
  })

  test('saves the whole plan as an SVG with every node, by its key', async () => {
    const file = await saved(page, () => page.keyboard.press('Control+Shift+S'))
    expect(file.name).toBe('pasted-plan-flame.svg')
    expect(await read(page, file.data.toString())).toMatchObject({ broken: '', root: 'svg', nodes: 30, different: 30 })
    await page.keyboard.press('Alt+1')
    await page.getByRole('tab', { name: 'Diagram', selected: true }).waitFor()
    const diagram = await saved(page, () => page.keyboard.press('Control+Shift+S'))
    expect(diagram.name).toBe('pasted-plan-diagram.svg')
    const found = await read(page, diagram.data.toString())
    expect(found).toMatchObject({ broken: '', root: 'svg', nodes: 30, different: 30 })
    expect(found.words).toBeGreaterThan(30 * 3)
  })

  test('saves a PNG at twice its size, of what is in view', async () => {
    const file = await saved(page, () => page.keyboard.press('Alt+Shift+S'))
    expect(file.name).toBe('pasted-plan-diagram.png')
    const pane = await page.locator('.plan-canvas').boundingBox()
    const scale = Number.parseFloat((await page.locator('.plan-zoom').textContent()) ?? '') / 100
    // Width and height stand in the head of a PNG, after its signature and the name of the first piece.
    const [width, height] = [file.data.readUInt32BE(16), file.data.readUInt32BE(20)]
    expect(Math.abs(width - (2 * (pane?.width ?? 0)) / scale)).toBeLessThan(20)
    expect(height).toBeGreaterThan((2 * (pane?.height ?? 0)) / scale)
  })

  test('copies a picture, text, Markdown and tabs', async () => {
    await page.keyboard.press('Alt+Shift+C')
    await page.getByText(/^Copied the picture/).waitFor()
    expect(await page.evaluate(async () => (await navigator.clipboard.read())[0]?.types)).toContain('image/png')
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await page.keyboard.press('Alt+Shift+T')
    await page.getByText('Copied the plan as text').waitFor()
    const lines = (await clipboard()).trim().split('\n')
    expect(lines[0]).toMatch(/^-- PostgreSQL · measured · 30 nodes/)
    expect(lines.length).toBe(31)
    await run(page, 'plan as a Markdown table')
    await page.getByText('Copied the 30 rows as Markdown').waitFor()
    expect((await clipboard()).trim().split('\n').length).toBe(32)
    await run(page, 'copy the plan as tab separated')
    await page.getByText('Copied the 30 rows as tab separated values').waitFor()
    expect((await clipboard()).trim().split('\n').length).toBe(31)
  })

  test('offers all of it in a menu that says why something cannot be had', async () => {
    await page.getByRole('button', { name: 'Copy or save the plan' }).click()
    const menu = page.getByRole('menu')
    await menu.waitFor()
    expect(await menu.getByRole('menuitem').count()).toBe(11)
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Alt+4')
    await page.getByRole('button', { name: 'Copy or save the plan' }).click()
    await menu.getByRole('menuitem', { name: 'Save the whole plan as SVG' }).waitFor()
    expect(await menu.getByRole('menuitem', { name: 'Save the whole plan as SVG' }).getAttribute('aria-disabled')).toBe(
      'true',
    )
    await menu.getByText('Pictures are made of the diagram and of the flame.').first().waitFor()
    await page.keyboard.press('Escape')
  })

  test('says nothing in the console', () => expect(app.complaints).toEqual([]))
})

/** A chain of steps, each in the one before. */
function chain(count: number): string {
  const step = (type: string, ms: number, below: string) =>
    `{"Node Type":"${type}","Total Cost":${ms},"Plan Rows":1,"Plan Width":4,"Actual Startup Time":0,"Actual Total Time":${ms},"Actual Rows":1,"Actual Loops":1${below}}`
  let plan = step('Result', 50, '')
  for (let at = 1; at < count; at++) plan = step('Materialize', 50 + at, `,"Plans":[${plan}]`)
  return `[{"Plan":${plan}}]`
}

describe.skipIf(program === undefined)('a flame 10,000 steps deep', () => {
  let app: BrowserApp
  let page: Page
  beforeAll(async () => {
    app = await openBrowserApp(program ?? '', { width: 1440, height: 1400, theme: 'light' })
    page = app.page
    page.setDefaultTimeout(60_000)
    await paste(page, chain(10_000))
    await page.keyboard.press('Alt+2')
  })
  afterAll(() => app.close())

  test('scrolls, and its last step can be reached and zoomed into', async () => {
    const tree = page.getByRole('tree', { name: 'Plan by time, 10,000 nodes' })
    await tree.focus()
    await page.keyboard.press('End')
    const picked = page.locator('[role="treeitem"][aria-selected="true"]')
    expect(await picked.getAttribute('aria-level')).toBe('10000')
    const [step, pane] = [await picked.boundingBox(), await tree.boundingBox()]
    expect((step?.y ?? 0) + (step?.height ?? 0)).toBeLessThanOrEqual((pane?.y ?? 0) + (pane?.height ?? 0) + 1)
    await page.keyboard.press('Enter')
    await page.getByRole('navigation', { name: 'Zoomed into' }).getByText('Result').waitFor()
    expect((await picked.boundingBox())?.width).toBeGreaterThan(400)
  })

  test('has room below one step for the list of what is hot in it', async () => {
    await page.getByRole('heading', { name: 'Where the time goes' }).waitFor()
    expect(await page.locator('.flame-top tbody tr').allTextContents()).toEqual([
      expect.stringMatching(/^Result.*50\.0 ms/),
    ])
    expect(await violations(page)).toEqual([])
    expect(app.complaints).toEqual([])
  })
})

describe.skipIf(program === undefined)('a flame of 20,000 nodes', () => {
  let app: BrowserApp
  let page: Page
  beforeAll(async () => {
    app = await openBrowserApp(program ?? '', { width: 1440, height: 900, theme: 'light' })
    page = app.page
    page.setDefaultTimeout(60_000)
    await paste(page, picturePlan(20_000))
    await page.keyboard.press('Alt+2')
    await page.getByRole('tree', { name: 'Plan by time, 20,000 nodes' }).waitFor()
  })
  afterAll(() => app.close())

  test('has few elements, whatever the size of the plan', async () => {
    expect(await page.locator('.flame *').count()).toBeLessThan(600)
  })

  test('is saved with every node', { timeout: 120_000 }, async () => {
    const file = await saved(page, () => page.keyboard.press('Control+Shift+S'))
    expect(await read(page, file.data.toString())).toMatchObject({ broken: '', nodes: 20_000, different: 20_000 })
    await page.keyboard.press('Alt+1')
    await page.getByRole('tab', { name: 'Diagram', selected: true }).waitFor()
    const diagram = await saved(page, () => page.keyboard.press('Control+Shift+S'))
    await page.getByText(/few programs open an SVG so large/).waitFor()
    expect(await read(page, diagram.data.toString())).toMatchObject({ broken: '', nodes: 20_000, different: 20_000 })
  })

  test('is too large for a PNG as a whole, and says what to do instead', async () => {
    await run(page, 'save the whole plan as PNG')
    await page
      .getByText(/points are too many for a PNG that can be read\. Save it as SVG, or what is in view\./)
      .waitFor()
    expect(app.complaints).toEqual([])
  })
})
