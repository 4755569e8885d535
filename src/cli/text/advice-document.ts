import type { AdviceDocument } from '../../core/advisor/unplanned/model'
import { findingText, notCheckedLine } from './advice'

/** Advice without a connection, for a terminal. */
export function adviceDocumentText({ findings, notes, notChecked, nothingToAdvise }: AdviceDocument): string {
  const blocks = [
    findings.flatMap(findingText),
    [...(nothingToAdvise === undefined ? [] : [nothingToAdvise]), ...notCheckedLine(notChecked)],
    notes.map(({ message }) => `note: ${message}`),
  ]
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}
