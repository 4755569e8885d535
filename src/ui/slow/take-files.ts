import { desktopBridge, pathOf } from '../desktop-bridge'
import { type Given, openGiven } from './open-logs'

/** Asks for logs and opens them as one. */
export async function chooseLogs(): Promise<readonly Given[]> {
  const bridge = desktopBridge()
  if (bridge) return (await bridge.openLogs()).map((path) => ({ kind: 'path', path }))
  return (await pickFiles()).map((file) => ({ kind: 'file', file }))
}

export async function openLogs(): Promise<void> {
  await openGiven(await chooseLogs())
}

/** Files as sources: by their path in the desktop, else as what the page sends. */
export function givenFiles(files: Iterable<File>): readonly Given[] {
  return [...files].map((file): Given => {
    const path = pathOf(file)
    return path === undefined ? { kind: 'file', file } : { kind: 'path', path }
  })
}

/** What was dropped on the Slow screen: every file is a log, and a folder stands for its files. */
export async function takeLogs(dropped: DataTransfer): Promise<void> {
  // Both lists are empty after the first wait.
  const files = [...dropped.files]
  const entries = [...dropped.items].map((item) => item.webkitGetAsEntry())
  if (desktopBridge() || !entries.some((entry) => entry?.isDirectory)) {
    await openGiven(givenFiles(files))
    return
  }
  const found: File[] = []
  for (const entry of entries) if (entry) await gather(entry, found)
  await openGiven(givenFiles(found))
}

async function gather(entry: FileSystemEntry, found: File[]): Promise<void> {
  if (isFile(entry)) found.push(await new Promise<File>((resolve, reject) => entry.file(resolve, reject)))
  if (!isDirectory(entry)) return
  const reader = entry.createReader()
  // A reader gives its entries in portions, the last of which is empty.
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (portion.length === 0) return
    for (const each of portion) await gather(each, found)
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

function pickFiles(): Promise<readonly File[]> {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  return new Promise((resolve) => {
    input.addEventListener('cancel', () => resolve([]))
    input.addEventListener('change', () => resolve([...(input.files ?? [])]))
    input.click()
  })
}
