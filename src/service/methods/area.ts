import type { Method } from '../api'
import type { Handlers } from '../rpc'

/** The handlers of one area: those whose names start with `<Area>.`. */
export type Area<Name extends string> = Pick<Handlers, Extract<Method, `${Name}.${string}`>>
