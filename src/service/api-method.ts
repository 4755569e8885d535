import { z } from 'zod'

/** What the tables of procedures (api.ts and its parts) are written with. */

/** What long work says on the way: a sentence, and how far it is where that is known. */
export interface Progress {
  readonly text: string
  readonly done?: number
  readonly total?: number
}

export interface MethodShape<RequestSchema extends z.ZodType, Reply, Event> {
  readonly request: RequestSchema
  /** Types only; never set. */
  readonly types?: { readonly reply: Reply; readonly event: Event }
}
/** A procedure: its request's schema, and the types of its reply and of its events. */
export function method<Reply, Event = never>() {
  return <RequestSchema extends z.ZodType>(request: RequestSchema): MethodShape<RequestSchema, Reply, Event> => ({
    request,
  })
}

export const connectionId = z.string().min(1)
/** Larger texts are files and go through the log readers. */
export const pastedText = z.string().max(64 * 1024 * 1024)
export const nothing = z.object({}).strict()
