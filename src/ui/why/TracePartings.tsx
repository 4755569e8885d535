import { useAtom } from 'jotai'
import { Split } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { EngineIdentity } from '../../core/engine'
import { type Fault, faultOf } from '../../core/errors'
import type { TextSpan } from '../../core/text-span'
import type { TraceParting } from '../../core/trace/diff'
import { Button } from '../kit/button'
import { Dialog } from '../kit/dialog'
import { Icon } from '../kit/icon'
import { selectionAtom } from '../state/atoms'
import { RawTrace } from './RawTrace'
import { askTrace, type OpenReading, useReading } from './readings'

const stageWords: Record<TraceParting['stage'], string> = {
  transformation: 'Rewriting',
  rows: 'Rows estimated',
  costs: 'Costs',
  'join-order': 'Join order',
  access: 'Way to read',
  recheck: 'Second look',
}

interface Partings {
  readonly partings: readonly TraceParting[]
  readonly total: number
}

interface PartingsProps {
  readonly a: string | undefined
  readonly b: string | undefined
  /** Of both sides: traces of two kinds or versions of servers are not compared. */
  readonly engines?: readonly [EngineIdentity | undefined, EngineIdentity | undefined] | undefined
}

/** Where the optimizer's work on both sides parts first, and every later parting behind it; nothing without two traces. */
export function TracePartings({ a, b, engines }: PartingsProps) {
  const both = a !== undefined && b !== undefined
  const inA = useReading(both ? a : undefined)
  const inB = useReading(both ? b : undefined)
  const [engineA, engineB] = engines ?? []
  const [found, setFound] = useState<Partings | undefined>(undefined)
  const [problem, setProblem] = useState<Fault | undefined>(undefined)
  const [open, setOpen] = useState(false)
  const [shown, setShown] = useState<{ readonly reading: OpenReading; readonly side: string } | undefined>(undefined)
  const [selection, select] = useAtom(selectionAtom)
  const [readA, readB] = [inA?.state === 'read' ? inA : undefined, inB?.state === 'read' ? inB : undefined]
  useEffect(() => {
    setFound(undefined)
    setProblem(undefined)
    if (!readA || !readB) return
    let current = true
    askTrace(readA, 'partings', { other: readB.id, engines: [engineA, engineB] }).then(
      (told) => current && setFound(told),
      (why: unknown) => current && setProblem(faultOf(why)),
    )
    return () => {
      current = false
    }
  }, [readA, readB, engineA, engineB])
  if (!both || !readA || !readB) return null
  const show = (reading: OpenReading, side: 'A' | 'B', span: TextSpan) => {
    select({ ...selection, traceSpan: span })
    setShown({ reading, side })
  }
  const [first, ...rest] = found?.partings ?? []
  return (
    <section className="why-partings" aria-label="Where the traces part">
      <div className="row why-parting-first" role="status">
        <span className="acc">
          <Icon of={Split} />
        </span>
        {problem !== undefined ? (
          // Two servers are no error: there is nothing to compare.
          <span className={problem.code === 'unsupported' ? 'dim' : 'bad'}>{problem.message}</span>
        ) : !found ? (
          <span className="faint">Comparing the traces …</span>
        ) : first === undefined ? (
          <span>Both traces tell of the same work: what differs is not in the optimizer’s choices.</span>
        ) : (
          <Parting one={first} lead="The optimizer parts here first" a={readA} b={readB} onShow={show} />
        )}
        <span className="grow" />
        {rest.length > 0 && found && (
          <Button small onPress={() => setOpen(!open)}>
            {open ? 'Hide' : 'Show'} {(found.total - 1).toLocaleString('en-US')} more
          </Button>
        )}
      </div>
      {open && (
        <ol className="why-list why-parting-list" start={2}>
          {rest.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes once it is told
            <li key={at}>
              <Parting one={one} lead={stageWords[one.stage]} a={readA} b={readB} onShow={show} />
            </li>
          ))}
          {found && found.total > found.partings.length && (
            <li className="faint">and {(found.total - found.partings.length).toLocaleString('en-US')} more</li>
          )}
        </ol>
      )}
      {shown && (
        <Dialog title={`Trace of ${shown.side}`} width={960} onClose={() => setShown(undefined)}>
          <div className="why-raw-dialog">
            <RawTrace reading={shown.reading} />
          </div>
        </Dialog>
      )}
    </section>
  )
}

interface PartingProps {
  readonly one: TraceParting
  readonly lead: string
  readonly a: OpenReading
  readonly b: OpenReading
  readonly onShow: (reading: OpenReading, side: 'A' | 'B', span: TextSpan) => void
}

function Parting({ one, lead, a, b, onShow }: PartingProps) {
  return (
    <span className="why-parting">
      <b>{lead}:</b> {one.sentence}{' '}
      {one.a && (
        <AriaButton className="link" onPress={() => one.a && onShow(a, 'A', one.a.span)}>
          trace of A
        </AriaButton>
      )}{' '}
      {one.b && (
        <AriaButton className="link" onPress={() => one.b && onShow(b, 'B', one.b.span)}>
          trace of B
        </AriaButton>
      )}
    </span>
  )
}
