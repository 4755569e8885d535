import { formatBytes } from '../../core/figures'
import { copyText } from '../kit/clipboard'
import { cardTreeAtom, flatMetricsAtom, flatPlanAtom } from '../plan/atoms'
import { outputsOf } from '../plan/outputs'
import { columnsOf, tableAsTsv, tableRows } from '../plan/table-columns'
import { foldedRows } from '../plan/table-stack'
import { tellFault } from '../state/actions/notices'
import { saveImage, saveText } from '../state/actions/save-file'
import { drawnTheme } from '../state/actions/theme'
import { resultAtom, selectionAtom, shownPlanAtom } from '../state/atoms'
import { activeBufferAtom } from '../state/buffers'
import { activityAtom, happenedAtom } from '../state/session'
import { store } from '../state/store'
import { canvasRuler } from './canvas-surface'
import { coloursOf } from './colours'
import { drawingPictureAtom, pictureThemeAtom } from './export-atoms'
import type { Picture } from './picture'
import { pngOf, pngScale } from './picture-png'
import { hugeSvgBytes, svgParts } from './picture-svg'
import { tableAsMarkdown } from './plan-markdown'
import { planAsText } from './plan-text'
import { type PictureScope, type PictureView, pictureView, planFacts, shownPicture } from './shown-picture'

/** Copying and saving of the shown plan. Each tells in the status bar what happened. */

/** Time that drawing may take at once; then the page breathes. */
const breathMs = 24
/** From so many nodes on drawing shows its progress and can be stopped. */
const longFromNodes = 2000

const told = (text: string, good = true) => store.set(happenedAtom, { text, good })

/** Saves the view in front as an SVG or PNG file. */
export async function savePicture(format: 'svg' | 'png', scope: PictureScope): Promise<void> {
  await drawn(scope, async (picture, view, breathe) => {
    const name = fileName(view, format)
    if (format === 'svg') {
      const parts = await svgOf(picture, breathe)
      const bytes = parts.reduce((sum, part) => sum + part.length, 0)
      if (!(await saveText(name, parts, 'image/svg+xml'))) return
      const huge = bytes > hugeSvgBytes ? '; few programs open an SVG so large' : ''
      return told(`Saved ${name}, ${formatBytes(bytes)}${huge}`)
    }
    const image = await imageOf(picture, breathe)
    if (image && (await saveImage(name, image.blob))) told(`Saved ${name}, ${image.words}`)
  })
}

/** Copies the view in front as a PNG, for chats and documents. */
export async function copyPicture(): Promise<void> {
  await drawn('seen', async (picture, _view, breathe) => {
    const image = await imageOf(picture, breathe)
    if (!image) return
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': image.blob })])
      told(`Copied the picture, ${image.words}`)
    } catch {
      told('The browser does not allow copying pictures; save it instead.', false)
    }
  })
}

/** Copies the whole plan in the view in front as SVG text. */
export async function copySvg(): Promise<void> {
  await drawn('whole', async (picture, _view, breathe) => {
    const text = (await svgOf(picture, breathe)).join('')
    await copied(text, `SVG of ${picture.nodes.toLocaleString('en-US')} nodes, ${formatBytes(text.length)}`)
  })
}

/** The plan as indented text. */
export async function copyOutline(): Promise<void> {
  const text = outlineText()
  if (text !== undefined) await copied(text, 'plan as text')
}

export async function saveOutline(): Promise<void> {
  const text = outlineText()
  if (text === undefined) return
  const name = fileName('plan', 'txt')
  if (await saveText(name, [text], 'text/plain')) told(`Saved ${name}`)
}

/** The tree table as it is folded, for tickets (Markdown) or spreadsheets (tabs). */
export async function copyTable(format: 'markdown' | 'tsv'): Promise<void> {
  const shown = store.get(shownPlanAtom)
  const flat = store.get(flatPlanAtom)
  const tree = store.get(cardTreeAtom)
  if (!shown || !flat || !tree) return
  const metrics = store.get(flatMetricsAtom)
  const all = tableRows(flat, metrics, shown.keyUse, store.get(selectionAtom).planIndex)
  const columns = columnsOf(all, 0)
  const rows = foldedRows(all, flat, metrics, tree)
  const text = format === 'tsv' ? tableAsTsv(flat, rows, columns) : tableAsMarkdown(flat, rows, columns)
  await copied(
    text,
    `${rows.length.toLocaleString('en-US')} rows as ${format === 'tsv' ? 'tab separated values' : 'Markdown'}`,
  )
}

/** The server's own words: the text that the plan was read from. */
export async function saveSource(): Promise<void> {
  const shown = store.get(shownPlanAtom)
  const result = store.get(resultAtom)
  if (!shown) return
  const outputs = outputsOf(shown.plan, result.state === 'analysis' ? result.analysis.explain : [])
  const source = outputs.find((one) => one.isSource) ?? outputs[0]
  if (!source) return
  const json = source.format.includes('json')
  const name = fileName('plan', json ? 'json' : 'txt')
  if (await saveText(name, [source.full()], json ? 'application/json' : 'text/plain')) told(`Saved ${name}`)
}

/** Why pictures cannot be made now. */
export function pictureBlocked(): string | undefined {
  if (!store.get(shownPlanAtom)) return 'There is no plan yet.'
  if (store.get(drawingPictureAtom)) return 'A picture is being drawn.'
  return pictureView() ? undefined : 'Pictures are made of the diagram and of the flame.'
}

export function textBlocked(): string | undefined {
  return store.get(shownPlanAtom) ? undefined : 'There is no plan yet.'
}

function outlineText(): string | undefined {
  const shown = store.get(shownPlanAtom)
  if (!shown) return undefined
  const { planIndex } = store.get(selectionAtom)
  const keyUse = shown.keyUse.filter((use) => use.planIndex === planIndex)
  return planAsText(shown.plan, keyUse, planFacts(new Date()))
}

async function copied(text: string, what: string): Promise<void> {
  const done = await copyText(text)
  told(done ? `Copied the ${what}` : 'The browser does not allow copying.', done)
}

/** Pictures that are kept have two pixels for a point, or are vectors. */
const pictureRatio = 2

class Stopped extends Error {}

/** Makes the picture and hands it on; long ones show that they are drawn, and can be stopped. */
async function drawn(
  scope: PictureScope,
  work: (picture: Picture, view: PictureView, breathe: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const view = pictureView()
  const picture = view && pictureBlocked() === undefined ? shownPicture(view, scope, new Date()) : undefined
  if (!view || !picture) return told(pictureBlocked() ?? 'This plan has nothing to draw.', false)
  let stopped = false
  let breathedAt = performance.now()
  const breathe = async () => {
    if (performance.now() - breathedAt < breathMs) return
    await new Promise((resolve) => setTimeout(resolve))
    breathedAt = performance.now()
    if (stopped) throw new Stopped()
  }
  const tellsProgress = picture.nodes >= longFromNodes && !store.get(activityAtom)
  store.set(drawingPictureAtom, true)
  if (tellsProgress) {
    store.set(activityAtom, {
      text: `Drawing ${picture.nodes.toLocaleString('en-US')} nodes`,
      startedAt: Date.now(),
      stop: () => {
        stopped = true
      },
    })
  }
  try {
    await work(picture, view, breathe)
  } catch (error) {
    if (!(error instanceof Stopped)) {
      tellFault({ code: 'internal', message: error instanceof Error ? error.message : String(error) })
    }
  } finally {
    store.set(drawingPictureAtom, false)
    if (tellsProgress) store.set(activityAtom, undefined)
  }
}

function colours() {
  const chosen = store.get(pictureThemeAtom)
  return coloursOf(chosen === 'shown' ? drawnTheme() : chosen)
}

async function svgOf(picture: Picture, breathe: () => Promise<void>): Promise<string[]> {
  const parts: string[] = []
  for (const part of svgParts(picture, colours(), canvasRuler(pictureRatio))) {
    parts.push(part)
    await breathe()
  }
  return parts
}

async function imageOf(picture: Picture, breathe: () => Promise<void>) {
  const scale = pngScale(picture)
  const pixels = `${Math.round(picture.width).toLocaleString('en-US')} × ${Math.round(picture.height).toLocaleString('en-US')}`
  if (scale === undefined) {
    told(`${pixels} points are too many for a PNG that can be read. Save it as SVG, or what is in view.`, false)
    return undefined
  }
  const blob = await pngOf(picture, scale, colours(), canvasRuler(pictureRatio), breathe)
  if (!blob) {
    told('The browser could not draw a picture so large. Save it as SVG, or what is in view.', false)
    return undefined
  }
  return { blob, words: `${pixels} points at ${scale.toFixed(scale === 2 ? 0 : 2)}×` }
}

/** `top-states-flame.svg`: after the tab, without anything that a file system dislikes. */
function fileName(view: PictureView | 'plan', ending: string): string {
  const tab = store.get(activeBufferAtom).name.replace(/\.\w{1,5}$/, '')
  const slug = tab
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  return `${slug === '' ? 'plan' : slug}-${view}.${ending}`
}
