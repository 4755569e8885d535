import { useAtomValue } from 'jotai'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Fault } from '../../core/errors'
import type { PresetOffer } from '../../core/experiment/presets/model'
import { mayAskValues } from '../editor/may-ask-values'
import { Badge } from '../kit/badge'
import { Button } from '../kit/button'
import { Dialog } from '../kit/dialog'
import { Icon } from '../kit/icon'
import { connectionAtom } from '../state/atoms'
import { attempt } from '../state/service'
import { newVariant, typedFields } from './draft'
import { changeDraft } from './edit'
import type { Experiment } from './experiments'

type Asked =
  | { readonly state: 'asking' }
  | { readonly state: 'refused'; readonly fault: Fault }
  | { readonly state: 'told'; readonly offers: readonly PresetOffer[] }

interface PresetsDialogProps {
  readonly experiment: Experiment
  readonly onClose: () => void
}

/** What is worth trying for the statement of A, as the server's version and schema allow; each makes its variants. */
export function PresetsDialog({ experiment, onClose }: PresetsDialogProps) {
  const asked = useOffers(experiment.draft.variants[0]?.sql ?? '')
  const offers = asked.state === 'told' ? asked.offers : []
  return (
    <Dialog title="Presets" width={720} onClose={onClose}>
      <div className="dialog-body presets">
        {asked.state === 'asking' && <p className="dim">Looking at the statement and its tables …</p>}
        {asked.state === 'refused' && (
          <p className="note bad" role="alert">
            <Icon of={TriangleAlert} />
            <span>
              <b>{asked.fault.message}</b> <span className="dim">{asked.fault.hint}</span>
            </span>
          </p>
        )}
        {asked.state === 'told' && offers.length === 0 && (
          <p className="dim">No presets are available for this statement.</p>
        )}
        <ul className="cards">
          {offers.map((offer) => (
            <li key={offer.id} className="card preset">
              <div className="row">
                <b>{offer.title}</b>
                {offer.available && <Badge>{offer.variants.length} variants</Badge>}
                {offer.scratch && (
                  <Badge title="Copies of the tables are made in a schema of Sargable's own, after a card.">
                    on copies
                  </Badge>
                )}
                <span className="grow" />
                <Button
                  small
                  look={offer.available ? 'primary' : 'plain'}
                  blockedBecause={offer.available ? undefined : (offer.because ?? 'It does not apply here.')}
                  onPress={() => {
                    take(offer)
                    onClose()
                  }}
                >
                  Use
                </Button>
              </div>
              <p className="dim">{offer.about}</p>
              {!offer.available && offer.because !== undefined && <p className="faint">{offer.because}</p>}
              {offer.available && offer.variants.length > 0 && (
                <p className="faint small">{offer.variants.map(({ label }) => label).join(' · ')}</p>
              )}
              {offer.cautions.map((caution) => (
                <p key={caution} className="warn small">
                  {caution}
                </p>
              ))}
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

function useOffers(sql: string): Asked {
  const connectionId = useAtomValue(connectionAtom)?.connectionId
  const [asked, setAsked] = useState<Asked>({ state: 'asking' })
  useEffect(() => {
    if (connectionId === undefined) return
    const stop = new AbortController()
    void askPresets(connectionId, sql, stop.signal).then((told) => {
      if (!stop.signal.aborted) setAsked(told)
    })
    return () => stop.abort()
  }, [connectionId, sql])
  return asked
}

async function askPresets(connectionId: string, sql: string, signal: AbortSignal): Promise<Asked> {
  const values = mayAskValues.test(sql)
    ? (await (await import('../editor/asked-values')).valuesFor(sql)).values
    : undefined
  const outcome = await attempt(
    'experiment.presets',
    {
      connectionId,
      sql,
      ...(values && { values: { positional: [...(values.positional ?? [])], named: { ...(values.named ?? {}) } } }),
    },
    { signal },
  )
  return outcome.ok ? { state: 'told', offers: outcome.reply } : { state: 'refused', fault: outcome.fault }
}

/** Puts the variants of an offer in the place of those that are there. */
function take(offer: PresetOffer): void {
  changeDraft((before) => ({
    ...before,
    variants: offer.variants.map(({ label, sql, session, ddl, cell }) =>
      newVariant({
        label,
        sql,
        ...typedFields(session, ddl),
        ...(cell && { cell }),
      }),
    ),
    preset: offer.id,
    perRun: offer.perRun,
    scratch: offer.scratch ? { rows: 'all' } : undefined,
  }))
}
