import { useAtomValue } from 'jotai'
import { ChevronRight } from 'lucide-react'
import { Button } from 'react-aria-components'
import { Icon } from '../kit/icon'
import { openSample } from '../state/actions/samples'
import { samplesAtom } from '../state/session'

/** The first worked cases; press one to open it analyzed. */
export function SampleCards({ most }: { readonly most: number }) {
  const samples = useAtomValue(samplesAtom)
  if (samples === undefined) return <p className="faint small">Read from the service in a moment.</p>
  return (
    <ul className="cards">
      {samples.slice(0, most).map((sample) => (
        <li key={sample.name}>
          <Button className="card card-button" onPress={() => void openSample(sample)}>
            <span className="grow">
              <b className="ell">{sample.title}</b>
              <span className="dim small clamp">{sample.story}</span>
            </span>
            <span className="faint">
              <Icon of={ChevronRight} />
            </span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
