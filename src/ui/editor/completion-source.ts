import type { Table } from '../../core/catalog/model'
import type { OpenConnection } from '../../service/api'
import { attempt } from '../state/service'

/** Names of one server for completion, read lazily and kept while its connection is open. */

interface Names {
  readonly schemas: readonly string[]
  readonly tables: readonly { readonly schema: string; readonly name: string; readonly type: 'table' | 'view' }[]
}
const noNames: Names = { schemas: [], tables: [] }

const namesOf = new Map<string, Promise<Names>>()
const columnsOf = new Map<string, Promise<readonly Table[]>>()

/** Schemas, and the tables of one of them (of the current one by default). Empty when the server does not tell. */
export function schemaNames(connection: OpenConnection, schema: string | undefined): Promise<Names> {
  const key = `${connection.connectionId}\n${connection.database ?? ''}\n${schema ?? ''}`
  return cached(namesOf, key, async () => {
    const outcome = await attempt('catalog.names', {
      connectionId: connection.connectionId,
      ...(schema === undefined ? {} : { schema }),
    })
    return outcome.ok ? outcome.reply : undefined
  }).then((names) => names ?? noNames)
}

/** Definitions of the tables that a statement names. */
export async function tablesOf(
  connection: OpenConnection,
  references: readonly { readonly schema?: string; readonly name: string }[],
): Promise<readonly Table[]> {
  const found = await Promise.all(
    references.map(({ schema, name }) =>
      cached(columnsOf, `${connection.connectionId}\n${schema ?? connection.database ?? ''}\n${name}`, async () => {
        const outcome = await attempt('catalog.tables', {
          connectionId: connection.connectionId,
          tables: [schema === undefined ? { name } : { schema, name }],
        })
        return outcome.ok ? outcome.reply.tables : undefined
      }).then((tables) => tables ?? []),
    ),
  )
  return found.flat()
}

/** Keeps what came; a failure is asked again next time. */
function cached<Value>(
  kept: Map<string, Promise<Value>>,
  key: string,
  read: () => Promise<Value | undefined>,
): Promise<Value | undefined> {
  const known = kept.get(key)
  if (known) return known
  const reading = read()
  reading.then((value) => {
    if (value === undefined) kept.delete(key)
  })
  // An undefined value leaves the map at once, so only values stay.
  kept.set(key, reading as Promise<Value>)
  return reading
}
