import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { type AskedValues, askedValues } from '../editor/asked-values'
import { ValueRows } from '../editor/ValuesPanel'
import { connectionAtom } from '../state/atoms'
import type { Experiment } from './experiments'

/** Typing pauses this long before the statements are looked at. */
const pauseMs = 250

/** Values for the placeholders of the variants: one set for all, asked for as the first that has some asks. */
export default function VariantValues({ experiment }: { readonly experiment: Experiment }) {
  const [asked, setAsked] = useState<AskedValues>({ fields: [], fingerprint: '' })
  const connection = useAtomValue(connectionAtom)
  const texts = experiment.draft.variants.map(({ sql }) => sql)
  const key = texts.join('\0')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is the texts; another connection has other columns
  useEffect(() => {
    let current = true
    const timer = window.setTimeout(async () => {
      const all = await Promise.all(texts.map((text) => askedValues(text, 0)))
      const found = all.find(({ fields }) => fields.length > 0) ?? { fields: [], fingerprint: '' }
      if (current) setAsked(found)
    }, pauseMs)
    return () => {
      current = false
      window.clearTimeout(timer)
    }
  }, [key, connection])
  if (asked.fields.length === 0) return null
  return (
    <section className="compare-values" aria-label="Values for placeholders">
      <h3 className="h">Values, the same for every variant</h3>
      <ValueRows asked={asked} />
    </section>
  )
}
