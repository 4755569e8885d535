// Protects the protocol that the app, the browser and the command line share: progress, cancellation, faults, loss.
import { describe, expect, test } from 'vitest'
import { fault, SargableError } from '../../src/core/errors'
import { methods } from '../../src/service/api'
import { type CallContext, connect, type Frame, type Handlers, serve, type Wire } from '../../src/service/rpc'
import { directWires } from '../../src/service/transports/direct'

/** Handlers that answer what the test gives and refuse everything else. */
function handlersWith(own: Partial<Handlers>): Handlers {
  const others = Object.fromEntries(
    Object.keys(methods).map((name) => [
      name,
      () => Promise.reject(fault('internal', `${name} is not part of this test`)),
    ]),
  )
  return { ...others, ...own } as Handlers
}

function pair(own: Partial<Handlers>) {
  const [near, far] = directWires()
  const stop = serve(handlersWith(own), far)
  return { client: connect(near), stop, near, far }
}

async function faultOfCall(call: Promise<unknown>) {
  const thrown = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(thrown).toBeInstanceOf(SargableError)
  return (thrown as SargableError).fault
}

const format = { text: 'select 1', dialect: 'mysql' } as const

describe('calls', () => {
  test('a call gets its own reply', async () => {
    const { client } = pair({ 'sql.format': async ({ text }) => ({ text: text.toUpperCase() }) })
    const replies = await Promise.all(['a', 'b', 'c'].map((text) => client.call('sql.format', { ...format, text })))
    expect(replies.map((reply) => reply.text)).toEqual(['A', 'B', 'C'])
  })

  test('progress arrives before the reply, in order', async () => {
    const seen: string[] = []
    const { client } = pair({
      'connections.test': async (_request, { progress }: CallContext<'connections.test'>) => {
        progress({ text: 'one' })
        progress({ text: 'two' })
        throw fault('cannot-connect', 'no')
      },
    })
    await faultOfCall(
      client.call('connections.test', { target: { via: 'pglite' } }, { onEvent: (event) => seen.push(event.text) }),
    )
    expect(seen).toEqual(['one', 'two'])
  })

  test('a fault arrives whole: code, hint, server words, place', async () => {
    const whole = {
      code: 'syntax-error',
      message: 'near FORM',
      hint: 'check the spelling',
      server: { errno: 1064, sqlState: '42000', message: 'You have an error' },
      span: { start: 9, end: 13 },
      line: 1,
      column: 10,
    } as const
    const { client } = pair({
      'sql.format': async () => {
        throw new SargableError(whole)
      },
    })
    expect(await faultOfCall(client.call('sql.format', format))).toEqual(whole)
  })

  test('an error that nobody planned arrives as internal with its words', async () => {
    const { client } = pair({
      'sql.format': async () => {
        throw new TypeError('x is not a function')
      },
    })
    expect(await faultOfCall(client.call('sql.format', format))).toEqual({
      code: 'internal',
      message: 'x is not a function',
    })
  })
})

describe('the door', () => {
  test.each([
    ['no such method', { t: 'call', id: 7, method: 'nothing.here', request: {} }, 'unknown-method'],
    ['a method name of every object', { t: 'call', id: 7, method: 'toString', request: {} }, 'unknown-method'],
    ['a missing field', { t: 'call', id: 7, method: 'sql.format', request: {} }, 'bad-request'],
    [
      'a field of the wrong type',
      { t: 'call', id: 7, method: 'sql.format', request: { text: 3, dialect: 'mysql' } },
      'bad-request',
    ],
    ['no request at all', { t: 'call', id: 7, method: 'analyze.run', request: undefined }, 'bad-request'],
  ] as const)('%s is refused before any handler runs', async (_name, frame, code) => {
    const { near } = pair({})
    const answer = await new Promise<Frame>((resolve) => {
      near.onFrame(resolve)
      near.send(frame)
    })
    expect(answer).toMatchObject({ t: 'fault', id: 7, fault: { code } })
  })
})

describe('stopping', () => {
  const untilAborted = (signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(fault('cancelled', 'Stopped.')), { once: true })
    })

  test('aborting a call aborts its handler', async () => {
    const { client } = pair({ 'sql.format': (_request, { signal }) => untilAborted(signal) })
    const controller = new AbortController()
    const call = faultOfCall(client.call('sql.format', format, { signal: controller.signal }))
    setTimeout(() => controller.abort(), 5)
    expect((await call).code).toBe('cancelled')
  })

  test('a call with a signal that is aborted already is never sent', async () => {
    let calls = 0
    const { client } = pair({
      'sql.format': async () => {
        calls++
        return { text: '' }
      },
    })
    const controller = new AbortController()
    controller.abort()
    expect((await faultOfCall(client.call('sql.format', format, { signal: controller.signal }))).code).toBe('cancelled')
    expect(calls).toBe(0)
  })

  test('a wire that closes aborts the handlers and fails the waiting calls', async () => {
    let aborted = false
    const closers = new Set<() => void>()
    const [near, far] = directWires()
    const closing = (wire: Wire): Wire => ({
      ...wire,
      onClose: (listener) => {
        closers.add(listener)
        return () => closers.delete(listener)
      },
    })
    serve(
      handlersWith({
        'sql.format': (_request, { signal }) => {
          signal.addEventListener('abort', () => {
            aborted = true
          })
          return untilAborted(signal)
        },
      }),
      closing(far),
    )
    const client = connect(closing(near))
    const call = faultOfCall(client.call('sql.format', format))
    await new Promise((resolve) => setTimeout(resolve, 5))
    for (const close of [...closers]) close()
    expect((await call).code).toBe('lost-connection')
    expect(aborted).toBe(true)
    expect((await faultOfCall(client.call('sql.format', format))).code).toBe('lost-connection')
  })
})
