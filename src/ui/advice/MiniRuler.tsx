import { useAtomValue } from 'jotai'
import { useRef } from 'react'
import type { AdvisedIndexUse } from '../../core/advisor/trial/model'
import type { KeyUse } from '../../core/keyparts/model'
import { CodeText } from '../analyze/CodeText'
import { KeyBar } from '../index-use/KeyBar'
import { leastPartsOf } from '../index-use/part-room'
import { barWidths, rulerOf } from '../index-use/ruler'
import { useSize } from '../plan/use-size'
import { shownPlanAtom } from '../state/atoms'

const mostPx = { perByte: 28, perPart: 140 }
const gapPx = 2

/** The parts of the advised index as the plan with it uses them. */
export function MiniRuler({
  uses,
  index,
}: {
  readonly uses: readonly KeyUse[]
  readonly index: AdvisedIndexUse | undefined
}) {
  const pane = useRef<HTMLDivElement>(null)
  const { width } = useSize(pane)
  const shown = useAtomValue(shownPlanAtom)
  const own = uses.filter((use) => use.index === index?.index && use.table === index.table)
  const chosen = own.find((use) => use.chosen) ?? own[0]
  const ruler = chosen && shown && rulerOf([chosen], shown.catalog)
  const bar = ruler?.bars[0]
  const roomPx = Math.max(120, width - (bar?.parts.length ?? 0) * gapPx)
  return (
    <div className="mini-ruler" ref={pane}>
      {bar && ruler ? (
        <KeyBar
          bar={bar}
          barAt={0}
          widths={barWidths(bar, ruler, roomPx, leastPartsOf(ruler, roomPx), mostPx)}
          gapPx={gapPx}
          litParts={[]}
          selectedPart={undefined}
          focusedPart={undefined}
          onPick={() => {}}
          onPickSpan={() => {}}
        />
      ) : (
        index && (
          <p className="small">
            <CodeText text={index.text} />
          </p>
        )
      )}
    </div>
  )
}
