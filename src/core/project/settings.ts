import { z } from 'zod'
import { rules } from '../advisor/rules/index'
import { type AdviceSettings, activeRules, adviceSettingsSchema } from '../advisor/settings'
import { fault } from '../errors'

/** The project's file: found upwards from where the command line is called, and in the app's own folder. */
export const projectFileName = 'sargable.json'

const fileSchema = z.strictObject({ ...adviceSettingsSchema.unwrap().shape, $schema: z.string().optional() })

/**
 * What a project's file says.
 * @param name for the errors
 * @throws SargableError `bad-request` when it is no JSON, or names something that there is not: what is misspelt must not
 * go unnoticed
 */
export function readProjectSettings(text: string, name: string): AdviceSettings {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (thrown) {
    throw fault('bad-request', `${name} is not JSON: ${thrown instanceof Error ? thrown.message : thrown}`)
  }
  const checked = fileSchema.safeParse(value)
  if (!checked.success) throw fault('bad-request', `${name}: ${z.prettifyError(checked.error)}`)
  const { $schema: _, ...settings } = checked.data
  activeRules(rules, settings)
  return settings
}
