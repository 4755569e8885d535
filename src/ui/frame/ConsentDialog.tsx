import { useAtomValue } from 'jotai'
import { Lock, Play, Server, Square } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ConsentCard } from '../../core/errors'
import { Badge } from '../kit/badge'
import { Button } from '../kit/button'
import { Dialog } from '../kit/dialog'
import { Icon } from '../kit/icon'
import { SqlText } from '../kit/sql-text'
import { connectionAtom } from '../state/atoms'

interface ConsentDialogProps {
  readonly card: ConsentCard
  readonly production: boolean
  readonly onSend: () => void
  readonly onClose: () => void
}

/** The card before something is sent that could hurt. Cancel has the focus; Send is outlined, never filled. */
export function ConsentDialog({ card, production, onSend, onClose }: ConsentDialogProps) {
  const connection = useAtomValue(connectionAtom)
  return (
    <Dialog
      title={card.title}
      kind={production ? 'danger' : 'alert'}
      width={696}
      onClose={onClose}
      badge={
        connection && (
          <Badge look={production ? 'bad' : 'plain'} icon={Server}>
            {connection.name}
          </Badge>
        )
      }
    >
      <div className="dialog-body">
        <div className="ddl card-sends">
          {card.sends.map((statement) => (
            <SqlText key={statement} text={statement} />
          ))}
        </div>
        <dl className="card-facts">
          <Fact head="Locks">{card.locks}</Fact>
          {card.rows && <Fact head="Rows">{card.rows}</Fact>}
          <Fact head="Time limit">{card.timeLimit}</Fact>
          <Fact head="Worst case">{card.worstCase}</Fact>
          {production && (
            <Fact head="Not allowed here">
              <span className="bad">
                <Icon of={Lock} size={12} /> Measure:
              </span>{' '}
              it would run the statement. Use a replica or the sandbox.
            </Fact>
          )}
        </dl>
      </div>
      <div className="dialog-foot bare">
        <span className="grow" />
        <Button keys="Escape" showKeys autoFocus onPress={onClose}>
          Cancel
        </Button>
        <Button
          look="danger"
          icon={Play}
          onPress={() => {
            onClose()
            onSend()
          }}
        >
          {card.sends.length === 1 ? 'Send it' : `Send all ${card.sends.length}`}
        </Button>
      </div>
    </Dialog>
  )
}

function Fact({ head, children }: { readonly head: string; readonly children: ReactNode }) {
  return (
    <div className="fact">
      <dt className="faint">{head}</dt>
      <dd>{children}</dd>
    </div>
  )
}

interface StopProps {
  readonly onStop: () => void
  readonly onClose: () => void
}

/** Stopping sends a statement too, so on a production server it is asked for. */
export function StopOnProductionDialog({ onStop, onClose }: StopProps) {
  return (
    <Dialog title="Stop the statement on the production server?" kind="danger" width={520} onClose={onClose}>
      <div className="dialog-body dim">
        The server is told to end this one statement. Its session and everything else on the server go on.
      </div>
      <div className="dialog-foot bare">
        <span className="grow" />
        <Button keys="Escape" showKeys autoFocus onPress={onClose}>
          Let it run
        </Button>
        <Button
          look="danger"
          icon={Square}
          onPress={() => {
            onClose()
            onStop()
          }}
        >
          Stop it
        </Button>
      </div>
    </Dialog>
  )
}
