import { type Fault, fault, faultOf, SargableError } from '../core/errors'
import { type Api, type Event, type Method, methods, type Reply, type Request } from './api'

/**
 * Calls with progress and cancellation over anything that carries plain data. Both ends and all frames stand here;
 * transports/ only carry frames. Errors travel as data, because both Electron channels drop the fields of an Error.
 */
export type Frame =
  | { readonly t: 'call'; readonly id: number; readonly method: string; readonly request: unknown }
  | { readonly t: 'cancel'; readonly id: number }
  | { readonly t: 'event'; readonly id: number; readonly event: unknown }
  | { readonly t: 'reply'; readonly id: number; readonly reply: unknown }
  | { readonly t: 'fault'; readonly id: number; readonly fault: Fault }

/** The frame that a message holds as JSON text; undefined when it holds none. The other end may be anyone's page. */
export function readFrame(message: unknown): Frame | undefined {
  if (typeof message !== 'string') return undefined
  let value: unknown
  try {
    value = JSON.parse(message)
  } catch {
    return undefined // no JSON: the caller drops the message or the connection
  }
  const frame = value as { t?: unknown; id?: unknown } | null
  return typeof frame?.t === 'string' && typeof frame.id === 'number' ? (value as Frame) : undefined
}

/** One end of a connection. Listeners return their own removal. */
export interface Wire {
  send(frame: Frame): void
  onFrame(listener: (frame: Frame) => void): () => void
  onClose(listener: () => void): () => void
}

export interface CallContext<M extends Method> {
  readonly signal: AbortSignal
  progress(event: Event<M>): void
}
export type Handlers = { readonly [M in Method]: (request: Request<M>, context: CallContext<M>) => Promise<Reply<M>> }

/**
 * Answers calls that arrive on `wire` until it closes; closing aborts everything that still runs.
 * Requests are validated here, at the door, so handlers see typed values only.
 */
export function serve(handlers: Handlers, wire: Wire): () => void {
  const running = new Map<number, AbortController>()
  const offFrame = wire.onFrame((frame) => {
    if (frame.t === 'cancel') running.get(frame.id)?.abort()
    else if (frame.t === 'call' && !running.has(frame.id)) void answer(frame.id, frame.method, frame.request)
  })
  async function answer(id: number, method: string, request: unknown) {
    const controller = new AbortController()
    running.set(id, controller)
    try {
      const reply = await dispatch(handlers, method, request, controller.signal, (event) => {
        if (!controller.signal.aborted) wire.send({ t: 'event', id, event })
      })
      wire.send({ t: 'reply', id, reply })
    } catch (thrown) {
      wire.send({ t: 'fault', id, fault: faultOf(thrown) })
    } finally {
      running.delete(id)
    }
  }
  const stop = () => {
    offFrame()
    for (const controller of running.values()) controller.abort()
    running.clear()
  }
  const offClose = wire.onClose(stop)
  return () => {
    offClose()
    stop()
  }
}

async function dispatch(
  handlers: Handlers,
  method: string,
  request: unknown,
  signal: AbortSignal,
  progress: (event: unknown) => void,
): Promise<unknown> {
  if (!isMethod(method)) throw fault('unknown-method', `There is no method "${method}".`)
  const checked = methods[method].request.safeParse(request)
  if (!checked.success) {
    const issue = checked.error.issues[0]
    throw fault('bad-request', `${method}: ${issue?.path.join('.') || 'request'}: ${issue?.message ?? 'is not valid'}`)
  }
  // One handler per method, so the pairing is right by construction; TypeScript cannot follow the union.
  const handler = handlers[method] as (request: unknown, context: CallContext<Method>) => Promise<unknown>
  return handler(checked.data, { signal, progress })
}

function isMethod(name: string): name is Method {
  return Object.hasOwn(methods, name)
}

export interface CallOptions<M extends Method> {
  readonly signal?: AbortSignal
  readonly onEvent?: (event: Event<M>) => void
}
export interface Client {
  call<M extends Method>(method: M, request: Request<M>, options?: CallOptions<M>): Promise<Reply<M>>
  onClose(listener: () => void): () => void
}

interface Waiting {
  resolve(reply: unknown): void
  reject(error: SargableError): void
  event?: ((event: never) => void) | undefined
}

/** The calling end. A closed wire rejects every waiting call with `lost-connection`. */
export function connect(wire: Wire): Client {
  let lastId = 0
  let open = true
  const waiting = new Map<number, Waiting>()
  wire.onFrame((frame) => {
    if (frame.t === 'call' || frame.t === 'cancel') return
    const one = waiting.get(frame.id)
    if (!one) return
    if (frame.t === 'event') {
      one.event?.(frame.event as never)
      return
    }
    waiting.delete(frame.id)
    if (frame.t === 'reply') one.resolve(frame.reply)
    else one.reject(new SargableError(frame.fault))
  })
  const lost = () => fault('lost-connection', 'The connection to the Sargable service was lost.')
  wire.onClose(() => {
    open = false
    for (const one of waiting.values()) one.reject(lost())
    waiting.clear()
  })
  return {
    onClose: (listener) => wire.onClose(listener),
    call<M extends Method>(method: M, request: Request<M>, options: CallOptions<M> = {}) {
      return new Promise<Reply<M>>((resolve, reject) => {
        const { signal } = options
        if (!open) return reject(lost())
        if (signal?.aborted) return reject(fault('cancelled', 'Stopped.'))
        const id = ++lastId
        const onAbort = () => wire.send({ t: 'cancel', id })
        const done = () => signal?.removeEventListener('abort', onAbort)
        waiting.set(id, {
          resolve: (reply) => {
            done()
            resolve(reply as Reply<M>)
          },
          reject: (error) => {
            done()
            reject(error)
          },
          event: options.onEvent as ((event: never) => void) | undefined,
        })
        signal?.addEventListener('abort', onAbort, { once: true })
        wire.send({ t: 'call', id, method, request })
      })
    },
  }
}

export type { Api }
