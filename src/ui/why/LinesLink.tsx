import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { TextSpan } from '../../core/text-span'
import type { PlacedStep } from '../../core/trace/step-at'
import { jsonLinesOfSpan } from '../plan/json-lines'
import { selectionAtom, shownPlanAtom } from '../state/atoms'
import { whySideAtom } from './atoms'
import { selectionOfStep } from './link'
import { linesOfReading, type OpenReading } from './readings'

/** In traces up to this size the lines are counted before anybody asks for them. */
const countedAtOnce = 4_000_000

/** `Trace lines 412–468`: shows them. */
export function LinesLink({
  reading,
  span,
  words,
  about,
}: {
  readonly reading: OpenReading
  readonly span: TextSpan
  readonly words?: string
  /** What the step is about; without it the rest of the selection stays. */
  readonly about?: Omit<PlacedStep, 'span'>
}) {
  const [selection, select] = useAtom(selectionAtom)
  const shown = useAtomValue(shownPlanAtom)
  const setSide = useSetAtom(whySideAtom)
  const text = useLineWords(reading, span)
  return (
    <AriaButton
      className="link why-lines"
      onPress={() => {
        select(
          about ? selectionOfStep(shown, selection.planIndex, { ...about, span }) : { ...selection, traceSpan: span },
        )
        setSide('raw')
      }}
    >
      {words ?? text}
    </AriaButton>
  )
}

function useLineWords(reading: OpenReading, span: TextSpan): string {
  const [words, setWords] = useState('Trace lines')
  const counts = reading.text.length <= countedAtOnce
  useEffect(() => {
    if (!counts) return
    let current = true
    linesOfReading(reading).then(
      (lines) => {
        const place = jsonLinesOfSpan({ text: reading.text, ...lines }, span)
        if (!current || !place) return
        const [first, last] = [place.first + 1, place.last + 1].map((line) => line.toLocaleString('en-US'))
        setWords(first === last ? `Trace line ${first}` : `Trace lines ${first}–${last}`)
      },
      // The link works without numbers; opening the lines tells what is wrong.
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [reading, span, counts])
  return words
}
