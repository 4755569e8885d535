import type { AdviceSettings } from '../core/advisor/settings'
import { readProjectSettings } from '../core/project/settings'
import { projectSettingsAbove } from '../service/project-settings'
import { readText } from './input'

/**
 * What the project says of the rules: the file named, else the nearest `sargable.json` of the working directory and the
 * folders that it stands in.
 * @throws SargableError for a file that cannot be read, or names something that there is not
 */
export async function projectSettings(file: string | undefined): Promise<AdviceSettings | undefined> {
  if (file !== undefined) return readProjectSettings(await readText(file), file)
  return projectSettingsAbove(process.cwd())
}
