import { z } from 'zod'

/** Which SQL and plan language. */
export const familySchema = z.enum(['mysql', 'postgres'])
export type Family = z.infer<typeof familySchema>

/** Which program. Family, product and version are three different things. */
export const productSchema = z.enum(['mysql', 'mariadb', 'percona', 'postgres', 'pglite'])
export type Product = z.infer<typeof productSchema>

export const versionSchema = z
  .object({ major: z.int().nonnegative(), minor: z.int().nonnegative(), patch: z.int().nonnegative() })
  .readonly()
export type Version = z.infer<typeof versionSchema>

/** Which server said this. Travels with every plan, fixture and sample. */
export const engineSchema = z
  .object({ family: familySchema, product: productSchema, version: versionSchema, versionText: z.string() })
  .readonly()
export type EngineIdentity = z.infer<typeof engineSchema>

/** SQL dialects as texts are read; MariaDB differs from MySQL in syntax, Percona does not. */
export const dialectSchema = z.enum(['mysql', 'mariadb', 'postgres'])
export type Dialect = z.infer<typeof dialectSchema>

const productTitles: Readonly<Record<Product, string>> = {
  mysql: 'MySQL',
  mariadb: 'MariaDB',
  percona: 'Percona Server',
  postgres: 'PostgreSQL',
  pglite: 'PGlite',
}

/** "MySQL 9.7.4", "PostgreSQL 18.6", "PGlite (PostgreSQL 18.6)": which server, for people. */
export function engineTitle({ product, version }: Pick<EngineIdentity, 'product' | 'version'>): string {
  const { major, minor, patch } = version
  // PostgreSQL has had two numbers since 10, and gives the second as minor.
  if (product === 'postgres') return `PostgreSQL ${major}.${minor}`
  if (product === 'pglite') return `PGlite (PostgreSQL ${major}.${minor})`
  return `${productTitles[product]} ${major}.${minor}.${patch}`
}

/** The dialect that a product speaks. */
export function dialectOf(product: Product): Dialect {
  if (product === 'mariadb') return 'mariadb'
  return product === 'postgres' || product === 'pglite' ? 'postgres' : 'mysql'
}

/** True when `version` is at least `major.minor.patch`. */
export function atLeast(version: Version, major: number, minor = 0, patch = 0): boolean {
  if (version.major !== major) return version.major > major
  if (version.minor !== minor) return version.minor > minor
  return version.patch >= patch
}

export const capabilityNameSchema = z.enum([
  'explain-json',
  'explain-tree',
  'explain-analyze',
  'optimizer-trace',
  'force-index',
  'optimizer-hints',
  'multi-range-read',
  'prefix-index',
  'invisible-index',
  'hypothetical-index',
  'handler-counters',
  'buffer-counters',
  'cpu-time',
  'statement-timeout',
  'cancel-query',
  'read-only-fence',
  'table-statistics',
  'scratch-schema',
])
export type CapabilityName = z.infer<typeof capabilityNameSchema>

/**
 * Either this server and these privileges allow it, or we say why not in words fit for a tooltip, and which GRANT,
 * setting or version brings it.
 */
export const capabilitySchema = z
  .object({
    name: capabilityNameSchema,
    available: z.boolean(),
    because: z.string().optional(),
    remedy: z.string().optional(),
  })
  .readonly()
export type Capability = z.infer<typeof capabilitySchema>
