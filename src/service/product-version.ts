import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const manifestSchema = z.object({ version: z.string() })

/** The product's version, from the package.json among its own files. */
export function productVersion(appFolder: string): string {
  return manifestSchema.parse(JSON.parse(readFileSync(join(appFolder, 'package.json'), 'utf8'))).version
}
