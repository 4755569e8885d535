import { useAtom, useAtomValue } from 'jotai'
import { AlertCircle, Link2, Undo2, X } from 'lucide-react'
import { useEffect } from 'react'
import { Button, IconButton } from '../kit/button'
import { Icon } from '../kit/icon'
import { start } from '../state/actions/start'
import { serviceOnlineAtom } from '../state/atoms'
import { noticeAtom, undoAtom } from '../state/session'

/** A line above the screen: the service is away, or something outside of a run went wrong. */
export function Banner() {
  const online = useAtomValue(serviceOnlineAtom)
  const [notice, setNotice] = useAtom(noticeAtom)
  if (!online)
    return (
      <div className="banner" role="alert">
        <span className="bad">
          <Icon of={AlertCircle} />
        </span>
        <span className="grow">
          <b>The Sargable service cannot be reached.</b> Your texts are kept; nothing runs until it is back.
        </span>
        <Button small look="primary" icon={Link2} onPress={() => void start()}>
          Reconnect
        </Button>
      </div>
    )
  if (!notice) return null
  const { fault, retry } = notice
  return (
    <div className="banner" role="alert">
      <span className="bad">
        <Icon of={AlertCircle} />
      </span>
      <span className="grow">
        <b>{fault.message}</b>{' '}
        {fault.server && (
          <code>
            {fault.server.errno}: {fault.server.message}
          </code>
        )}{' '}
        {fault.hint}
      </span>
      {retry && (
        <Button
          small
          onPress={() => {
            setNotice(undefined)
            retry.run()
          }}
        >
          {retry.title}
        </Button>
      )}
      <IconButton small icon={X} label="Dismiss" onPress={() => setNotice(undefined)} />
    </div>
  )
}

/** How long a removal can be undone. */
const undoMs = 8000

/** "Closed statement 2. Undo". In a dialog it stands inside, because nothing outside can be reached then. */
export function UndoOffer({ inDialog = false }: { readonly inDialog?: boolean }) {
  const [offer, setOffer] = useAtom(undoAtom)
  useEffect(() => {
    if (!offer) return
    const timer = window.setTimeout(() => setOffer(undefined), undoMs)
    return () => window.clearTimeout(timer)
  }, [offer, setOffer])
  if (!offer) return null
  return (
    <div className={inDialog ? 'undo inside' : 'undo'} role="status">
      <span>{offer.text}</span>
      <Button
        small
        icon={Undo2}
        onPress={() => {
          offer.undo()
          setOffer(undefined)
        }}
      >
        Undo
      </Button>
      <IconButton small icon={X} label="Dismiss" onPress={() => setOffer(undefined)} />
    </div>
  )
}
