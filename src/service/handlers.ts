import { createContext, type ServiceOptions } from './context'
import { alternativeMethods } from './methods/alternatives'
import { analyzeMethods } from './methods/analyze'
import { appMethods } from './methods/app'
import { catalogMethods } from './methods/catalog'
import { connectionMethods } from './methods/connections'
import { experimentMethods } from './methods/experiment'
import { historyMethods } from './methods/history'
import { sampleMethods } from './methods/samples'
import { textMethods } from './methods/texts'
import { valueMethods } from './methods/values'
import { whyNotMethods } from './methods/why-not'
import type { Handlers } from './rpc'

/** The whole service: one handler per method of api.ts, over one context. */
export function createHandlers(options: ServiceOptions): { readonly handlers: Handlers; close(): Promise<void> } {
  const context = createContext(options)
  const handlers: Handlers = {
    ...appMethods(context),
    ...connectionMethods(context),
    ...catalogMethods(context),
    ...analyzeMethods(context),
    ...whyNotMethods(context),
    ...alternativeMethods(context),
    ...textMethods(),
    ...valueMethods(context),
    ...sampleMethods(context),
    ...experimentMethods(context),
    ...historyMethods(context),
  }
  return { handlers, close: () => context.close() }
}
