import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { AdviceSettings } from '../core/advisor/settings'
import { fault } from '../core/errors'
import { projectFileName, readProjectSettings } from '../core/project/settings'

/** The project file of a folder; undefined where it has none. */
export async function projectSettingsIn(folder: string): Promise<AdviceSettings | undefined> {
  const name = join(folder, projectFileName)
  const text = await textOf(name)
  return text === undefined ? undefined : readProjectSettings(text, name)
}

/** The nearest project file: of the folder, or of one that it stands in. */
export async function projectSettingsAbove(folder: string): Promise<AdviceSettings | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    const found = await projectSettingsIn(at)
    if (found !== undefined || dirname(at) === at) return found
  }
}

async function textOf(name: string): Promise<string | undefined> {
  try {
    return await readFile(name, 'utf8')
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && (thrown.code === 'ENOENT' || thrown.code === 'ENOTDIR'))
      return undefined
    throw fault('file-unreadable', `${name}: ${thrown instanceof Error ? thrown.message : thrown}`)
  }
}
