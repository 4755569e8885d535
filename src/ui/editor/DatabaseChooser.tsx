import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { Select } from '../kit/select'
import { chooseDatabase } from '../state/actions/connect'
import { connectionAtom } from '../state/atoms'
import { schemaNames } from './completion-source'

/** The database (PostgreSQL: schema) that unqualified names mean. */
export function DatabaseChooser() {
  const connection = useAtomValue(connectionAtom)
  const [schemas, setSchemas] = useState<readonly string[]>([])
  useEffect(() => {
    let current = true
    setSchemas([])
    if (connection)
      void schemaNames(connection, undefined).then((names) => {
        if (current) setSchemas(names.schemas)
      })
    return () => {
      current = false
    }
  }, [connection])
  if (!connection) return null
  const { database } = connection
  const names = database !== undefined && !schemas.includes(database) ? [database, ...schemas] : schemas
  return (
    <span className="database">
      <Select
        label={connection.engine.family === 'postgres' ? 'Schema' : 'Database'}
        look="quiet"
        placeholder="no database"
        selected={database}
        onSelect={(name) => void chooseDatabase(name)}
        options={names.map((name) => ({ id: name, title: name }))}
      />
    </span>
  )
}
