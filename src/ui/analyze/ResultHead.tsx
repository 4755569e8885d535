import { useAtomValue } from 'jotai'
import { exhausted } from '../../core/errors'
import { resultAtom } from '../state/atoms'
import { EmptyResult } from './EmptyResult'
import { FromLogLine } from './FromLogLine'
import { PastedVerdict } from './PastedVerdict'
import { RefusedResult } from './RefusedResult'
import { VerdictBar } from './VerdictBar'
import { WaitingResult } from './WaitingResult'

/** One sentence first: the verdict, or what is being done, or why there is none. */
export function ResultHead() {
  // Beside the verdict; where there is none yet, it comes first.
  const isEmpty = useAtomValue(resultAtom).state === 'empty'
  return (
    <>
      {isEmpty && <FromLogLine />}
      <HeadOfResult />
      {!isEmpty && <FromLogLine />}
    </>
  )
}

function HeadOfResult() {
  const result = useAtomValue(resultAtom)
  switch (result.state) {
    case 'empty':
      return <EmptyResult />
    case 'waiting':
      return <WaitingResult asked={result.asked} startedAt={result.startedAt} progress={result.progress} />
    case 'refused':
      return <RefusedResult asked={result.asked} fault={result.fault} />
    case 'analysis':
      return (
        <VerdictBar
          verdict={result.analysis.verdict}
          plans={result.analysis.plans}
          analysis={result.analysis}
          findings={() => result.analysis.findings}
        />
      )
    // The trace's own sentence stands in its head.
    case 'trace':
      return null
    case 'plan':
      return <PastedVerdict document={result.document} />
    default:
      return exhausted(result)
  }
}
