import type { ServiceContext } from '../context'
import type { Area } from './area'

export function catalogMethods({ connections }: ServiceContext): Area<'catalog'> {
  return {
    'catalog.names': ({ connectionId, schema }, { signal }) =>
      connections.withSession(connectionId, signal, (session) => session.names(schema, signal)),
    'catalog.tables': ({ connectionId, tables }, { signal }) =>
      connections.withSession(connectionId, signal, (session) => session.catalog(tables, signal)),
  }
}
