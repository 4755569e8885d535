import { atom, useAtom } from 'jotai'
import type { DigestSource } from '../../core/digest/model'
import { formatCount } from '../../core/figures'
import { Dialog } from '../kit/dialog'

/** The sources whose pieces that were not understood are listed now. */
export const skippedShownAtom = atom<readonly DigestSource[] | undefined>(undefined)

/** How many pieces no entry could be made of. */
export function skippedCount(sources: readonly DigestSource[]): number {
  return sources.reduce((sum, { skipped, skippedPieces }) => sum + (skippedPieces ?? skipped.length), 0)
}

const widthPx = 880
/** More would take long to draw, and nobody reads them. */
const mostShown = 300

/** What was not understood, with its place, the reason and its beginning. */
export function SkippedDialog() {
  const [sources, setSources] = useAtom(skippedShownAtom)
  if (!sources) return null
  const count = skippedCount(sources)
  const pieces = sources.flatMap(({ name, skipped }) => skipped.map((piece) => ({ name, ...piece })))
  const shown = pieces.slice(0, mostShown)
  return (
    <Dialog
      title={`${formatCount(count)} ${count === 1 ? 'piece' : 'pieces'} not understood`}
      width={widthPx}
      onClose={() => setSources(undefined)}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys */}
      <section className="dialog-body" tabIndex={0} aria-label="Pieces">
        <table className="g slow-skipped">
          <thead>
            <tr>
              {sources.length > 1 && <th>File</th>}
              <th className="r">At byte</th>
              <th className="r">Bytes</th>
              <th>Why</th>
              <th>Begins with</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, startByte, endByte, reason, text }) => (
              <tr key={`${name} ${startByte}`}>
                {sources.length > 1 && <td className="ell">{name}</td>}
                <td className="num">{formatCount(startByte)}</td>
                <td className="num">{formatCount(endByte - startByte)}</td>
                <td className="slow-why">{reason}</td>
                <td className="mono slow-piece" title={text}>
                  {text}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {count > shown.length && (
          <p className="faint small">
            The first {formatCount(shown.length)} of {formatCount(count)}.
          </p>
        )}
      </section>
    </Dialog>
  )
}
