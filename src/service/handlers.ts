import { createContext, type ServiceOptions } from './context'
import type { Uploads } from './digest/uploads'
import { adviceMethods } from './methods/advice'
import { adviseMethods } from './methods/advise'
import { alternativeMethods } from './methods/alternatives'
import { analyzeMethods } from './methods/analyze'
import { appMethods } from './methods/app'
import { catalogMethods } from './methods/catalog'
import { connectionMethods } from './methods/connections'
import { digestMethods } from './methods/digest'
import { experimentMethods } from './methods/experiment'
import { historyMethods } from './methods/history'
import { markMethods } from './methods/marks'
import { sampleMethods } from './methods/samples'
import { statisticsMethods } from './methods/statistics'
import { textMethods } from './methods/texts'
import { valueMethods } from './methods/values'
import { whyNotMethods } from './methods/why-not'
import type { Handlers } from './rpc'

export interface Service {
  readonly handlers: Handlers
  /** Takes what the page sends to `/upload/<id>`. */
  readonly uploads: Uploads
  close(): Promise<void>
}

/** The whole service: one handler per method of api.ts, over one context. */
export function createHandlers(options: ServiceOptions): Service {
  const context = createContext(options)
  const handlers: Handlers = {
    ...appMethods(context),
    ...connectionMethods(context),
    ...catalogMethods(context),
    ...analyzeMethods(context),
    ...adviceMethods(context),
    ...whyNotMethods(context),
    ...alternativeMethods(context),
    ...textMethods(),
    ...digestMethods(context),
    ...markMethods(context),
    ...adviseMethods(context),
    ...valueMethods(context),
    ...statisticsMethods(context),
    ...sampleMethods(context),
    ...experimentMethods(context),
    ...historyMethods(context),
  }
  return { handlers, uploads: context.uploads, close: () => context.close() }
}
