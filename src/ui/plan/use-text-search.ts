import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useMemo } from 'react'
import { searchAtom, textHitAtom, textHitsAtom } from './atoms'
import { linesWith } from './text-search'

/** The search in a view of raw text: lines found, and the one that it is at. The search field shows and walks them. */
export function useTextSearch(text: string, lineCount: number, startOf: (line: number) => number) {
  const typed = useAtomValue(searchAtom)
  const setHits = useSetAtom(textHitsAtom)
  const hit = useAtomValue(textHitAtom)
  const open = typed !== undefined
  const lower = useMemo(() => (open ? text.toLowerCase() : ''), [text, open])
  const hits = useMemo(
    () => (typed === undefined ? [] : linesWith(text, lower, typed, lineCount, startOf)),
    [text, lower, typed, lineCount, startOf],
  )
  useEffect(() => {
    setHits(hits)
    return () => setHits(undefined)
  }, [hits, setHits])
  return { typed, hits, line: hit === undefined ? undefined : hits[hit] }
}
