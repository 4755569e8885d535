import { useAtomValue } from 'jotai'
import { formatCount } from '../../core/figures'
import { shownShapeAtom } from './atoms'

/** Which shape is in front, for the status bar. */
export function ShapeStatus() {
  const shape = useAtomValue(shownShapeAtom)
  if (shape === undefined) return null
  const { rank, shapesTotal, digest, count, samples } = shape
  const short = digest.length > 12 ? `${digest.slice(0, 4)}…${digest.slice(-4)}` : digest
  return (
    <>
      <span>
        Shape {formatCount(rank)} of {formatCount(shapesTotal)}
      </span>
      <span title={digest}>digest {short}</span>
      <span>
        {formatCount(count)} {count === 1 ? 'entry' : 'entries'}, {samples.length}{' '}
        {samples.length === 1 ? 'sample' : 'samples'} kept
      </span>
    </>
  )
}
