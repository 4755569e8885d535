import { useAtomValue } from 'jotai'
import { Button as AriaButton } from 'react-aria-components'
import { formatFraction } from '../../core/figures'
import { removedWord, stageWord } from '../../core/plan/insight/flow-words'
import type { PlanInsight } from '../../core/plan/insight/plan-insight'
import type { Removed, TableFlow } from '../../core/plan/insight/table-flow'
import { conditionsText, tableOf } from '../../core/plan/insight/words'
import { CodeText } from '../analyze/CodeText'
import { shownPlanAtom } from '../state/atoms'
import { insightAtom } from './atoms'
import { type StageBar, stageBars, type TableBar, tableBars } from './flow-bars'
import { RowsNumber } from './RowsNumber'
import { useSelectNodes } from './use-select-nodes'

/** Where the rows go: the whole statement as a funnel, and what each table reads, drops and passes on. */
export function RowsPanel() {
  const insight = useAtomValue(insightAtom)
  const shown = useAtomValue(shownPlanAtom)
  if (!insight || !shown) return <PanelEmpty />
  const tables = tableBars(insight.flow)
  if (tables.length === 0)
    return (
      <div className="lower-empty">
        <p>
          <b>No table is read.</b> <span className="dim">There are no rows to follow in this plan.</span>
        </p>
      </div>
    )
  return (
    <div className="lower scroll rows-panel">
      <section aria-label="Rows of the statement">
        <h3 className="panel-h">From the tables to the client</h3>
        <ol className="funnel">
          {stageBars(insight.flow).map((bar, at) => (
            // A stage may come twice; its place is what it is.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is drawn anew for another plan
            <Stage key={at} bar={bar} measured={insight.plan.source.measured} />
          ))}
        </ol>
        {!insight.plan.source.measured && (
          <p className="faint small">
            <span className="est">≈</span> is what the optimizer expects. Measure counts the rows.
          </p>
        )}
      </section>
      <section aria-label="Rows of each table">
        <h3 className="panel-h">Each table</h3>
        <table className="g flow-tables">
          <thead>
            <tr>
              <th>Table</th>
              <th className="num">Loops</th>
              <th className="num">Read</th>
              <th className="wide">
                <span className="flow-key">
                  <i className="passed" /> passed on <i className="dropped" /> dropped
                </span>
              </th>
              <th className="num">Passed on</th>
            </tr>
          </thead>
          <tbody>
            {tables.map((bar) => (
              <TableRow key={bar.table.nodeId} bar={bar} insight={insight} />
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

export function PanelEmpty() {
  return (
    <div className="lower-empty">
      <p className="dim">Explain a statement or paste a plan.</p>
    </div>
  )
}

function Stage({ bar, measured }: { readonly bar: StageBar; readonly measured: boolean }) {
  const { select, selectedId } = useSelectNodes()
  const { stage, width, kept } = bar
  const { nodeId } = stage
  const word = stageWord(stage.kind)
  const less = kept !== undefined && kept < 0.9995 ? `${formatFraction(kept)} of the step before` : undefined
  return (
    <li className="funnel-row">
      {nodeId === undefined ? (
        <span className="funnel-word">{word}</span>
      ) : (
        <AriaButton className="funnel-word link" aria-pressed={selectedId === nodeId} onPress={() => select([nodeId])}>
          {word}
        </AriaButton>
      )}
      <span className="funnel-track" title={less}>
        {width !== undefined && (
          <i className={measured ? 'funnel-bar' : 'funnel-bar estimated'} style={{ width: `${width * 100}%` }} />
        )}
      </span>
      <span className="funnel-num">
        <RowsNumber count={stage.rows} because={absentStage(stage.kind, measured)} />
      </span>
      <span className="funnel-kept faint">{less}</span>
    </li>
  )
}

function absentStage(kind: string, measured: boolean): string {
  if (kind === 'returned') return 'This format has no step for LIMIT, DISTINCT and aggregates.'
  return measured ? 'The server does not count the rows of this step.' : 'The plan does not tell.'
}

function TableRow({ bar, insight }: { readonly bar: TableBar; readonly insight: PlanInsight }) {
  const { select, selectedId } = useSelectNodes()
  const { table, width, passed } = bar
  const never = table.node.actual?.neverExecuted === true
  const isSelected = selectedId === table.nodeId
  return (
    <>
      <tr className={isSelected ? 'sel' : undefined}>
        <td className="mono" dir="auto">
          <AriaButton className="link ell" aria-pressed={isSelected} onPress={() => select([table.nodeId])}>
            {tableOf(table.node)}
          </AriaButton>
        </td>
        <td className="num">
          <RowsNumber count={table.loops} because="The plan does not tell how often it runs." />
        </td>
        <td className="num">
          {never ? (
            <span className="faint">never read</span>
          ) : (
            <RowsNumber count={table.read} because={absentRead(table, insight)} />
          )}
        </td>
        <td className="wide">
          {width !== undefined && (
            <span className="flow-bar" style={{ width: `${Math.max(width * 100, 0.4)}%` }}>
              <i
                className={table.read?.measured ? 'passed' : 'passed estimated'}
                style={{ width: `${(passed ?? 1) * 100}%` }}
              />
            </span>
          )}
        </td>
        <td className="num">
          <RowsNumber count={table.passed} />
        </td>
      </tr>
      {table.removed.map((removed) => (
        <RemovedRow key={`${removed.by} ${removed.nodeId}`} removed={removed} table={table} />
      ))}
    </>
  )
}

function RemovedRow({ removed, table }: { readonly removed: Removed; readonly table: TableFlow }) {
  const conditions = conditionsText(removed.conditions, table.node)
  return (
    <tr className="flow-removed">
      <td />
      <td />
      <td className="num">
        {removed.rows !== undefined && <span aria-hidden="true">− </span>}
        <RowsNumber count={removed.rows} because="The storage engine drops these; nobody counts them." />
      </td>
      <td className="wide" colSpan={2}>
        <span className="dim">dropped {removedWord(removed.by)}</span>{' '}
        {conditions === undefined ? (
          <span className="faint">by a condition that this format does not print</span>
        ) : (
          <CodeText text={conditions} />
        )}
      </td>
    </tr>
  )
}

function absentRead({ access }: TableFlow, { plan }: PlanInsight): string {
  if (access.accessType === 'Count rows') return 'The storage engine counts, and does not tell what it reads for that.'
  return plan.source.measured
    ? 'The server does not count the rows of this access.'
    : 'PostgreSQL estimates what passes the filter, not what is read. Measure counts it.'
}
