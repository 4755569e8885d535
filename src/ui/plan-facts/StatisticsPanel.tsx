import { useAtomValue } from 'jotai'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { StatisticsLine } from '../../core/plan/insight/statistics'
import { Icon } from '../kit/icon'
import { Estimated, Measured } from '../kit/numbers'
import { statisticsAtom } from './atoms'
import { RowsNumber } from './RowsNumber'
import { PanelEmpty } from './RowsPanel'
import { columnsOf, ordered, type StatisticsColumn, type StatisticsOrder, turned } from './statistics-order'
import { useSelectNodes } from './use-select-nodes'

const titles: Record<Exclude<StatisticsColumn, 'name'>, string> = {
  steps: 'Steps',
  loops: 'Loops',
  rows: 'Rows',
  time: 'Own time',
  share: 'Share',
  cost: 'Own cost',
  hitBlocks: 'Own hits',
  readBlocks: 'Own reads',
  spilled: 'To disk',
}

/** The plan's steps added up: by table, by index, and by kind of step. */
export function StatisticsPanel() {
  const statistics = useAtomValue(statisticsAtom)
  if (!statistics) return <PanelEmpty />
  return (
    <div className="lower scroll statistics-panel">
      {statistics.byTable.length > 0 && <StatisticsTable title="Table" lines={statistics.byTable} />}
      {statistics.byIndex.length > 0 && <StatisticsTable title="Index" lines={statistics.byIndex} />}
      <StatisticsTable title="Step" lines={statistics.byKind} />
    </div>
  )
}

function StatisticsTable({ title, lines }: { readonly title: string; readonly lines: readonly StatisticsLine[] }) {
  const [order, setOrder] = useState<StatisticsOrder | undefined>(undefined)
  const { select, selectedId } = useSelectNodes()
  const columns = columnsOf(lines)
  return (
    <div className="statistics-table">
      <table className="g statistics">
        <thead>
          <tr>
            {columns.map((column) => {
              const isSorted = order?.column === column
              return (
                <th
                  key={column}
                  className={column === 'name' ? undefined : 'num'}
                  aria-sort={isSorted ? (order.descending ? 'descending' : 'ascending') : 'none'}
                >
                  <AriaButton className="sort-head" onPress={() => setOrder(turned(order, column))}>
                    {column === 'name' ? title : titles[column]}
                    {isSorted && <Icon of={order.descending ? ArrowDown : ArrowUp} />}
                  </AriaButton>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {ordered(lines, order).map((line) => {
            const at = selectedId === undefined ? -1 : line.nodeIds.indexOf(selectedId)
            return (
              <tr key={line.name} className={at === -1 ? undefined : 'sel'}>
                {columns.map((column) =>
                  column === 'name' ? (
                    <td key={column} className="mono" dir="auto">
                      <AriaButton
                        className="link ell"
                        aria-pressed={at !== -1}
                        onPress={() => select(line.nodeIds)}
                        aria-label={`${line.name}, ${line.nodeIds.length} ${line.nodeIds.length === 1 ? 'step' : 'steps'}`}
                      >
                        {line.name}
                      </AriaButton>
                      {at !== -1 && line.nodeIds.length > 1 && (
                        <span className="faint">
                          {' '}
                          {at + 1} of {line.nodeIds.length}
                        </span>
                      )}
                    </td>
                  ) : (
                    <td key={column} className="num">
                      <Cell line={line} column={column} />
                    </td>
                  ),
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function Cell({ line, column }: { readonly line: StatisticsLine; readonly column: StatisticsColumn }) {
  switch (column) {
    case 'steps':
      return <Measured value={line.nodeIds.length} unit="count" />
    case 'loops':
      return <RowsNumber count={line.loops} because="Of one of these steps the plan does not tell." />
    case 'rows':
      return <RowsNumber count={line.rows} because="Of one of these steps the plan does not tell." />
    case 'time':
      return <Measured value={line.selfMs} unit="ms" absentBecause="The server measured no time for it." />
    case 'share':
      return <Measured value={line.share} unit="fraction" absentBecause="The server measured no time for it." />
    case 'cost':
      return <Estimated value={line.selfCost} unit="cost" />
    case 'hitBlocks':
      return <Measured value={line.hitBlocks} unit="count" absentBecause="The server counted no blocks." />
    case 'readBlocks':
      return <Measured value={line.readBlocks} unit="count" absentBecause="The server counted no blocks." />
    case 'spilled':
      return <Measured value={line.spilledBytes} unit="bytes" absentBecause="Nothing was written to disk." />
    case 'name':
      return null
  }
}
