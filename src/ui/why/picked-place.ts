import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { TextSpan } from '../../core/text-span'
import { selectionAtom } from '../state/atoms'
import { linkedWayAtom } from './atoms'
import { stepOfLinked } from './link'
import type { OpenReading } from './readings'

/** The place in the trace that is lit: the picked step's, or that of the picked node or key part. */
export function usePickedPlace({ overview }: OpenReading): TextSpan | undefined {
  const { traceSpan } = useAtomValue(selectionAtom)
  const linked = useAtomValue(linkedWayAtom)
  return useMemo(
    () => traceSpan ?? (linked && stepOfLinked(overview.tables, linked)),
    [traceSpan, linked, overview.tables],
  )
}
