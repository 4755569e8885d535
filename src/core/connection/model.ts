import { z } from 'zod'

/** How far TLS goes; the words are the drivers' common ground. */
export const tlsSchema = z
  .object({
    mode: z.enum(['disable', 'prefer', 'require', 'verify-ca', 'verify-identity']),
    /** PEM files on this computer. */
    caFile: z.string().optional(),
    certFile: z.string().optional(),
    keyFile: z.string().optional(),
  })
  .readonly()
export type Tls = z.infer<typeof tlsSchema>

/** Long enough for a statement that a person waits for and can stop; a connection may set its own. */
export const defaultStatementTimeoutMs = 300_000
/** A plan or a measurement must never queue behind a lock for long: others queue behind us then. */
export const defaultLockTimeoutMs = 5_000

/** InnoDB starts with no smaller buffer pool. */
export const smallestPoolBytes = 5 * 2 ** 20

const limits = {
  /** Everything that could write is refused; each statement is shown on a card first. */
  production: z.boolean().optional(),
  /** With `production`: schemas of our own may be made there nevertheless, after the card. */
  scratchAllowed: z.boolean().optional(),
  connectTimeoutMs: z.int().positive().optional(),
  statementTimeoutMs: z.int().positive().optional(),
  lockTimeoutMs: z.int().positive().optional(),
}

/** Where a server is and how to reach it. Never holds a password. */
export const connectionTargetSchema = z
  .discriminatedUnion('via', [
    z.object({
      via: z.literal('network'),
      /** Which client protocol to speak; the real product is found at connect. */
      product: z.enum(['mysql', 'mariadb', 'postgres']),
      host: z.string().optional(),
      port: z.int().min(1).max(65535).optional(),
      socketPath: z.string().optional(),
      user: z.string().optional(),
      database: z.string().optional(),
      tls: tlsSchema.optional(),
      ...limits,
    }),
    z.object({
      via: z.literal('pglite'),
      /** Absent: in memory, gone when closed. */
      dataFolder: z.string().optional(),
      ...limits,
    }),
    z.object({
      via: z.literal('sandbox'),
      product: z.enum(['mysql', 'mariadb', 'postgres']),
      /** MySQL and MariaDB: the size of InnoDB's buffer pool; 64 MiB where absent. */
      poolBytes: z.int().min(smallestPoolBytes).optional(),
      /** MySQL and MariaDB: InnoDB reads and writes past the operating system's page cache (O_DIRECT). */
      directIo: z.boolean().optional(),
      ...limits,
    }),
  ])
  .readonly()
export type ConnectionTarget = z.infer<typeof connectionTargetSchema>

/** A target that the person named and kept. Its password, if kept at all, lives in the keychain under `id`. */
export const connectionProfileSchema = z
  .object({
    id: z.string(),
    name: z.string().min(1),
    target: connectionTargetSchema,
    lastUsedAt: z.string().optional(),
  })
  .readonly()
export type ConnectionProfile = z.infer<typeof connectionProfileSchema>
