import { useAtomValue } from 'jotai'
import { Database, Play } from 'lucide-react'
import { useState } from 'react'
import type { SampleSummary } from '../../core/samples/model'
import { productName } from '../frame/product-name'
import { Badge } from '../kit/badge'
import { Button } from '../kit/button'
import { Select } from '../kit/select'
import { openSample, openSampleHere, type SampleServer } from '../state/actions/samples'
import { connectionAtom, sandboxesAtom } from '../state/atoms'
import { activityAtom, samplesAtom } from '../state/session'

/** The worked cases: what each is about, and on which server to open it. */
export function SamplesScreen() {
  const samples = useAtomValue(samplesAtom)
  return (
    <section className="screen scroll" aria-label="Samples" data-pane="samples">
      <div className="screen-column">
        <h1>Samples</h1>
        <p className="dim">
          Real slow statements with their tables and data. Each is loaded into a private server, analyzed, and removed
          with it.
        </p>
        {samples === undefined && <p className="faint">Read from the service in a moment.</p>}
        {samples?.map((sample) => (
          <SampleCard key={sample.name} sample={sample} />
        ))}
      </div>
    </section>
  )
}

function SampleCard({ sample }: { readonly sample: SampleSummary }) {
  const sandboxes = useAtomValue(sandboxesAtom)
  const busy = useAtomValue(activityAtom) !== undefined
  const reasonFor = (server: SampleServer): string | undefined => {
    if (server === 'pglite') return undefined
    const kind = sandboxes.find((each) => each.product === server)
    return kind?.available === false ? kind.text : undefined
  }
  const best = sample.servers.find((server) => reasonFor(server) === undefined) ?? sample.servers[0]
  const connection = useAtomValue(connectionAtom)
  const product = connection?.engine.product === 'percona' ? 'mysql' : connection?.engine.product
  const fits = sample.servers.some((server) => server === product)
  const [chosen, setChosen] = useState<SampleServer | undefined>(undefined)
  const on = chosen ?? best
  const missing = sample.servers.flatMap((server) => {
    const reason = reasonFor(server)
    return reason === undefined ? [] : [{ server, reason }]
  })
  return (
    <article className="card sample">
      <div className="row">
        <h2 className="grow">{sample.title}</h2>
        <code className="faint">{sample.name}</code>
      </div>
      <p className="dim">{sample.story}</p>
      <div className="row wrap">
        <span className="sample-server">
          <Select
            label={`Server for ${sample.title}`}
            selected={on}
            onSelect={setChosen}
            options={sample.servers
              .filter((server) => reasonFor(server) === undefined)
              .map((server) => ({
                id: server,
                title: server === 'pglite' ? 'Embedded PostgreSQL' : productName(server),
              }))}
          />
        </span>
        <Button
          look="primary"
          icon={Play}
          blockedBecause={busy ? 'Something else is running.' : on === undefined ? 'No server for it here.' : undefined}
          onPress={() => void openSample(sample, on)}
        >
          Open
        </Button>
        {connection && !connection.production && fits && (
          <Button
            icon={Database}
            tip="In a database of its own; a card shows what is written first"
            blockedBecause={busy ? 'Something else is running.' : undefined}
            onPress={() => void openSampleHere(sample)}
          >
            Load on {connection.name}
          </Button>
        )}
        {missing.map(({ server, reason }) => (
          <Badge key={server} title={reason}>
            no {productName(server)} here
          </Badge>
        ))}
      </div>
    </article>
  )
}
