import { useAtom } from 'jotai'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { Icon } from '../kit/icon'
import { selectionAtom } from '../state/atoms'
import { LinesLink } from './LinesLink'
import type { Rewriting } from './overview'
import { isAt } from './placed'
import type { OpenReading } from './readings'
import { wordDiff } from './word-diff'

/** What the optimizer rewrote before it costed anything; each opens to its text before and after. */
export function Rewritten({ reading }: { readonly reading: OpenReading }) {
  const { rewritings } = reading.overview
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set<number>())
  const [selection] = useAtom(selectionAtom)
  if (rewritings.length === 0) return null
  const applied = rewritings.filter((one) => one.applied).length
  const toggle = (at: number) => {
    const next = new Set(open)
    if (!next.delete(at)) next.add(at)
    setOpen(next)
  }
  return (
    <section aria-label="Rewritten before costing" className="why-section">
      <div className="why-h">
        <h2>Rewritten before costing</h2>
        <span className="grow" />
        <span className="faint">
          {rewritings.length} {rewritings.length === 1 ? 'step' : 'steps'}, {applied} applied
        </span>
      </div>
      <ul className="why-list">
        {rewritings.map((one, at) => {
          const picked = isAt(one.span, selection.traceSpan)
          const texts = one.before !== undefined || one.after !== undefined
          return (
            <li key={one.span.start} className={picked ? 'picked' : ''}>
              <button
                type="button"
                className="why-line"
                aria-expanded={texts ? open.has(at) : undefined}
                onClick={() => toggle(at)}
              >
                <span className="why-fold" aria-hidden="true">
                  {open.has(at) ? '▾' : '▸'}
                </span>
                <span className="why-rewriting">{one.name}</span>
                <span className="dim ell mono grow">{one.applied ? (one.after ?? '') : (one.cause ?? '')}</span>
                {one.applied ? (
                  <span className="acc row nowrap">
                    <Icon of={Check} size={12} /> applied
                  </span>
                ) : (
                  <span className="faint nowrap">nothing to do</span>
                )}
              </button>
              {open.has(at) && <Texts reading={reading} one={one} />}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Texts({ reading, one }: { readonly reading: OpenReading; readonly one: Rewriting }) {
  const { before, after, cause } = one
  return (
    <div className="why-texts">
      {cause !== undefined && <p className="dim">Because {cause}.</p>}
      {before !== undefined && after !== undefined && before !== after ? (
        <p className="mono why-diff">
          {wordDiff(before, after).map((word, at) =>
            word.kind === 'same' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never move
              <span key={at}>{word.text}</span>
            ) : word.kind === 'gone' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never move
              <del key={at}>{word.text}</del>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never move
              <ins key={at}>{word.text}</ins>
            ),
          )}
        </p>
      ) : (
        (after ?? before) !== undefined && (
          <p className="mono why-diff">
            {after ?? before} <span className="faint">{before === after ? 'unchanged' : ''}</span>
          </p>
        )
      )}
      <LinesLink reading={reading} span={one.span} />
    </div>
  )
}
