import { type ReactNode, useMemo } from 'react'
import type { NamedVariant } from '../../core/experiment/model'
import { SqlSpans } from '../kit/sql-text'
import { sqlDiff } from './sql-diff'

/** Longer statements are cut here; the copy and the editor have everything. */
const longestShown = 6000

type Shown = Pick<NamedVariant, 'sql' | 'session' | 'ddl' | 'on'>

interface SqlCellProps {
  readonly baseline: Shown | undefined
  readonly variant: Shown
}

/** A variant's statement, settings and index changes; what the baseline does not have stands out, what it has more is struck. */
export function SqlCell({ baseline, variant }: SqlCellProps) {
  const { pieces, rewritten } = useMemo(
    () => sqlDiff((baseline ?? variant).sql.slice(0, longestShown), variant.sql.slice(0, longestShown)),
    [baseline, variant],
  )
  const known = new Set(baseline?.session.map(({ name, value }) => `${name}=${value}`))
  const knownDdl = new Set(baseline?.ddl.map(({ apply }) => apply))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long statement scrolls, so the keyboard has to reach it
    <pre className="sql sql-diff" tabIndex={0}>
      {pieces.map(({ kind, text }, at) => {
        const Piece = kind === 'same' ? 'span' : kind === 'gone' ? 'del' : 'ins'
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never move
          <Piece key={at}>
            <SqlSpans text={text} />
          </Piece>
        )
      })}
      {rewritten && <span className="sql-more c">-- written anew</span>}
      {variant.sql.length > longestShown && <span className="faint">{'\n'}…</span>}
      {variant.session.map(({ name, value }) => (
        <Line key={name} isNew={baseline !== undefined && !known.has(`${name}=${value}`)}>
          <span className="k">SET</span> {name} = {value}
        </Line>
      ))}
      {variant.ddl.map(({ apply }) => (
        <Line key={apply} isNew={baseline !== undefined && !knownDdl.has(apply)}>
          <SqlSpans text={apply} />
        </Line>
      ))}
      {variant.on !== undefined && (
        <Line isNew={baseline !== undefined && baseline.on !== variant.on}>
          <span className="c">-- on {variant.on}</span>
        </Line>
      )}
    </pre>
  )
}

function Line({ isNew, children }: { readonly isNew: boolean; readonly children: ReactNode }) {
  return <span className="sql-more">{isNew ? <ins>+ {children}</ins> : <>&nbsp; {children}</>}</span>
}
