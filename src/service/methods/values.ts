import { fault, faultOf } from '../../core/errors'
import { valueQuestions } from '../../core/sql/suggest-values/questions'
import type { SuggestedValues } from '../api'
import type { ServiceContext } from '../context'
import type { Area } from './area'

/** Values for placeholders from what the server knows of a column. */
export function valueMethods({ connections }: ServiceContext): Area<'values'> {
  return {
    'values.suggest': ({ connectionId, table: name, column, send }, { signal }) =>
      connections.withSession(connectionId, signal, async (session, { target }): Promise<SuggestedValues> => {
        const [table] = (await session.catalog([name], signal)).tables
        const known = table?.columns.find((one) => one.name.toLowerCase() === column.toLowerCase())
        if (table === undefined || known === undefined)
          throw fault('unknown-table', `There is no column ${name.name}.${column} on this server.`)
        const production = target.production ?? false
        const questions = valueQuestions(session.identity, table, known.name, !production)
        const says = sentence(
          questions.map(({ reads }) => reads),
          production,
        )
        const sends = questions.map(({ sql }) => sql)
        if (send !== true) return { says, sends, values: [] }
        const refusals: string[] = []
        for (const { source, sql, read } of questions) {
          try {
            const values = read((await session.read(sql, signal)).rows)
            if (values.length > 0) return { says, sends, source, values }
          } catch (thrown) {
            // No right to read statistics: the next question may still answer.
            const { code, message } = faultOf(thrown)
            if (code === 'cancelled' || code === 'lost-connection') throw thrown
            refusals.push(message)
          }
        }
        const [refusal] = refusals
        return { says: refusal === undefined ? says : `${says} The server said: ${refusal}`, sends, values: [] }
      }),
  }
}

function sentence(reads: readonly string[], production: boolean): string {
  const [first, ...others] = reads
  if (first === undefined) return 'This server keeps no statistics of values, and on production no rows are read.'
  const then = others.length === 0 ? '' : `; where there are none, ${others.join(', then ')}`
  const end = production ? ' No rows are read on production.' : ''
  return `Reads ${first}${then}: one SELECT at a time, read only, under the time limit for the product’s own questions.${end}`
}
