import type { PasteDocument } from '../../../core/paste/model'
import { desktopBridge } from '../../desktop-bridge'
import { openGiven } from '../../slow/open-logs'
import { givenFiles } from '../../slow/take-files'
import { activeBufferAtom } from '../buffers'
import { happenedAtom } from '../session'
import { store } from '../store'
import { likelyDialect, openExcerpt, recognize, takePasted } from './paste'
import { saveText } from './save-file'
import { openTab } from './tabs'

/** Texts above this are logs. */
const largestTextBytes = 16 * 1024 * 1024

/** Asks for a file and takes it as if its text had been pasted. */
export async function openFile(): Promise<void> {
  const bridge = desktopBridge()
  const file = bridge ? await bridge.openFile() : await pickInBrowser()
  if (file) await takeFile(file.name, file.text)
}

/** Files that were dropped on the window: logs are opened together as one, all others are taken one by one. */
export async function takeDropped(files: FileList): Promise<void> {
  const logs: File[] = []
  for (const file of [...files]) {
    if (file.size > largestTextBytes) {
      logs.push(file)
      continue
    }
    const text = await file.text()
    const found = await recognize(text, likelyDialect())
    if (found?.parts.some(({ kind }) => kind === 'slow-log')) logs.push(file)
    else await takeRecognized(file.name, text, found)
  }
  await openGiven(givenFiles(logs))
}

async function takeFile(name: string, text: string): Promise<void> {
  const found = await recognize(text, likelyDialect())
  await takeRecognized(name, text, found)
}

async function takeRecognized(name: string, text: string, found: PasteDocument | undefined): Promise<void> {
  if (found?.parts.some((part) => part.kind === 'plan' || part.kind === 'trace'))
    return takePasted(text, found.parts, undefined)
  const log = found?.parts.find(({ kind }) => kind === 'slow-log' || kind === 'slow-log-entry')
  if (found && log?.kind === 'slow-log') return openExcerpt(text, name)
  if (found && log) return takePasted(text, found.parts, undefined)
  openTab(text, name)
}

function pickInBrowser(): Promise<{ name: string; text: string } | undefined> {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = '.sql,.json,.txt,.log,.plan'
  return new Promise((resolve) => {
    input.addEventListener('cancel', () => resolve(undefined))
    input.addEventListener('change', () => {
      const file = input.files?.[0]
      if (!file) return resolve(undefined)
      void file.text().then((text) => resolve({ name: file.name, text }))
    })
    input.click()
  })
}

/** Writes the tab in front as a .sql file. */
export async function saveStatement(): Promise<void> {
  const { name, text } = store.get(activeBufferAtom)
  const fileName = /\.\w{1,5}$/.test(name) ? name : `${name.replace(/[^\w.-]+/g, '-')}.sql`
  if (await saveText(fileName, [text], 'text/plain')) store.set(happenedAtom, { text: `Saved ${fileName}`, good: true })
}
