import { readFileSync } from 'node:fs'
import { z } from 'zod'

/**
 * The real servers that live tests run against: a JSON file named by SARGABLE_SERVERS lists their endpoints. Absent
 * ones are said loudly and left out, unless SARGABLE_DEMAND is `all`: then importing this file fails.
 */

const endpointSchema = z.object({
  id: z.string(),
  kind: z.enum(['mysql', 'pg']),
  host: z.string(),
  port: z.int(),
  user: z.string(),
  password: z.string(),
  database: z.string(),
})
export type Endpoint = Readonly<z.infer<typeof endpointSchema>>

/** The servers that the product promises to work with. */
export const expectedServers = {
  mysql: ['mysql56', 'mysql57', 'mysql80', 'mysql97', 'mariadb1011', 'mariadb114'],
  pg: ['pg15', 'pg18'],
} as const

function read(): readonly Endpoint[] {
  const path = process.env['SARGABLE_SERVERS']
  const endpoints = path ? z.array(endpointSchema).parse(JSON.parse(readFileSync(path, 'utf8'))) : []
  const here = new Set(endpoints.map((endpoint) => endpoint.id))
  const absent = [...expectedServers.mysql, ...expectedServers.pg].filter((id) => !here.has(id))
  if (absent.length > 0) {
    const words = `NOT RUN on ${absent.join(', ')}: ${path ? `not in ${path}` : 'SARGABLE_SERVERS names no file'}`
    if (process.env['SARGABLE_DEMAND'] === 'all') throw new Error(words)
    console.warn(`\n*** ${words} ***\n`)
  }
  return endpoints
}

const endpoints = read()

/** MySQL, Percona Server and MariaDB servers that are here. */
export const mysqlServers: readonly Endpoint[] = endpoints.filter((endpoint) => endpoint.kind === 'mysql')

/** PostgreSQL servers that are here. */
export const postgresServers: readonly Endpoint[] = endpoints.filter((endpoint) => endpoint.kind === 'pg')
