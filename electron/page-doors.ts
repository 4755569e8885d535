import { open, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { BrowserWindow, dialog, type IpcMainInvokeEvent, ipcMain } from 'electron'
import { pageUrl } from './page-protocol'
import type { Secrets } from './secrets'

/** The same limit as for pasted text; larger files are logs and have their own readers. */
const maxFileBytes = 64 * 1024 * 1024

/** What the page may ask of the shell, checked here: only our page, only these calls, only texts of a sane length. */
export function openPageDoors(secrets: Secrets): void {
  door('secrets-backend', [], () => secrets.backend)
  door('secrets-get', [200], (_window, id) => secrets.get(id))
  door('secrets-set', [200, 10_000], (_window, id, password) => secrets.set(id, password))
  door('secrets-remove', [200], (_window, id) => secrets.remove(id))
  door('file-open', [], openFile)
  door('logs-open', [], openLogs)
  door('file-save', [200, maxFileBytes], saveFile)
  door('image-save', [200, maxFileBytes], saveImage)
}

/** @param limits how many texts the call takes, and the most characters of each. */
function door(
  channel: string,
  limits: readonly number[],
  answer: (window: BrowserWindow, first: string, second: string) => unknown,
): void {
  ipcMain.handle(channel, async (event: IpcMainInvokeEvent, ...given: readonly unknown[]) => {
    const window = BrowserWindow.fromWebContents(event.sender)
    if (!window || event.senderFrame?.url.startsWith(pageUrl) !== true) throw new Error('Not for this page.')
    const texts = limits.map((limit, at) => {
      const text = given[at]
      if (typeof text !== 'string' || text.length > limit) throw new Error(`${channel}: text ${at + 1} is not valid.`)
      return text
    })
    return answer(window, texts[0] ?? '', texts[1] ?? '')
  })
}

async function openFile(window: BrowserWindow): Promise<{ name: string; text: string } | undefined> {
  const { filePaths } = await dialog.showOpenDialog(window, { properties: ['openFile'] })
  const [path] = filePaths
  if (path === undefined) return undefined
  const file = await open(path)
  try {
    if ((await file.stat()).size > maxFileBytes) throw new Error(`${basename(path)} is larger than 64 MB.`)
    return { name: basename(path), text: await file.readFile('utf8') }
  } finally {
    await file.close()
  }
}

/** Logs are only named here: the service reads them, however large they are. */
async function openLogs(window: BrowserWindow): Promise<readonly string[]> {
  const { filePaths } = await dialog.showOpenDialog(window, { properties: ['openFile', 'multiSelections'] })
  return filePaths
}

/** How every PNG starts. */
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

async function saveImage(window: BrowserWindow, name: string, base64: string): Promise<boolean> {
  const data = Buffer.from(base64, 'base64')
  if (!data.subarray(0, pngSignature.length).equals(pngSignature)) throw new Error('image-save: this is not a PNG.')
  return saveFile(window, name.endsWith('.png') ? name : `${name}.png`, data)
}

async function saveFile(window: BrowserWindow, name: string, data: string | Buffer): Promise<boolean> {
  const { filePath } = await dialog.showSaveDialog(window, { defaultPath: basename(name) })
  if (!filePath) return false
  await writeFile(filePath, data)
  return true
}
