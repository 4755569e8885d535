import { neededTables } from '../../core/sql/complete/complete'
import { hoverAt } from '../../core/sql/complete/hover'
import { likelyDialect } from '../state/actions/paste'
import { connectionAtom } from '../state/atoms'
import { store } from '../state/store'
import { tablesOf } from './completion-source'
import { hoverText } from './hover-text'
import { monaco } from './monaco'

/** Says what is under the pointer: tables, columns, conditions, functions, hints. */
export function startHover(): void {
  for (const language of ['mysql', 'pgsql'])
    monaco.languages.registerHoverProvider(language, {
      provideHover: async (model, position) => {
        const text = model.getValue()
        const offset = model.getOffsetAt(position)
        const dialect = likelyDialect() ?? 'mysql'
        const connection = store.get(connectionAtom)
        const tables = connection ? await tablesOf(connection, neededTables(text, offset, dialect)) : []
        const hover = hoverAt({ text, offset, dialect, catalog: { tables }, database: connection?.database })
        if (hover === undefined || model.isDisposed()) return null
        const { start, end } = hover.span
        return {
          range: monaco.Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end)),
          contents: hoverText(hover).map((value) => ({ value })),
        }
      },
    })
}
