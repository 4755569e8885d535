import { TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { IconButton } from './button'
import { Icon } from './icon'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** Widest width in px. */
  readonly width: number
  /** `bare`: the title is only read aloud. `alert`, `danger`: must be answered; a click outside does not close it. */
  readonly kind?: 'plain' | 'bare' | 'alert' | 'danger'
  /** Beside the title. */
  readonly badge?: ReactNode
}

/** A window above the page. Focus stays inside, Esc closes, focus returns to where it was. */
export function Dialog({ title, onClose, children, width, kind = 'plain', badge }: DialogProps) {
  const asks = kind === 'alert' || kind === 'danger'
  return (
    <ModalOverlay
      className="scrim"
      isOpen
      isDismissable={!asks}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Modal className={`modal${kind === 'danger' ? ' danger' : ''}`} style={{ maxWidth: width }}>
        <AriaDialog className="dialog" role={asks ? 'alertdialog' : 'dialog'}>
          <div className={kind === 'bare' ? 'unseen' : asks ? 'dialog-head large' : 'dialog-head'}>
            {kind === 'danger' && (
              <span className="bad">
                <Icon of={TriangleAlert} />
              </span>
            )}
            <Heading slot="title">{title}</Heading>
            <span className="grow" />
            {badge}
            {kind === 'plain' && <IconButton icon={X} label="Close" keys="Escape" onPress={onClose} />}
          </div>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
