import { sandboxAvailability } from '../../sandbox/index'
import type { ServiceContext } from '../context'
import type { Area } from './area'

export function appMethods({ options }: ServiceContext): Area<'app'> {
  return {
    'app.info': async () => ({
      version: options.version,
      node: process.versions.node,
      secrets: options.secrets,
      sandboxes: await sandboxAvailability(options),
    }),
  }
}
