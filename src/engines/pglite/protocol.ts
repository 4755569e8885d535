/** What the session's side and the worker say to each other. Bytes are PostgreSQL's own protocol, whole messages. */

export type ToWorker =
  | { readonly kind: 'open'; readonly dataFolder: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** Shuts the server down in order; the answer is `closed`. */
  | { readonly kind: 'close' }

export type FromWorker =
  | { readonly kind: 'opened' }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'closed' }
  | { readonly kind: 'failed'; readonly message: string }
