import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { Icon } from './icon'
import { Keys } from './keys'
import { Tip } from './tooltip'

interface ButtonProps {
  readonly children: ReactNode
  readonly onPress: () => void
  readonly look?: 'plain' | 'primary' | 'danger' | 'ghost'
  readonly small?: boolean
  readonly icon?: LucideIcon
  /** The shortcut, as in commands: `Mod+Enter`. Shown on the button when `showKeys`, else in the tooltip. */
  readonly keys?: string | undefined
  readonly showKeys?: boolean
  readonly tip?: string | undefined
  /** Not allowed now, and why; the button stays reachable so that the reason can be read. */
  readonly blockedBecause?: string | undefined
  readonly autoFocus?: boolean
}

/** The button of the product: icon, words, key; a blocked one is dashed and says why. */
export function Button(props: ButtonProps) {
  const { children, onPress, look = 'plain', small = false, icon, keys, tip, blockedBecause } = props
  const classes = ['btn', look === 'plain' ? '' : look, small ? 'sm' : '', blockedBecause ? 'off' : '']
  const words = blockedBecause ?? tip
  return (
    <Tip
      text={
        words === undefined ? undefined : (
          <>
            {words} {keys && !props.showKeys && <Keys keys={keys} />}
          </>
        )
      }
    >
      <AriaButton
        className={classes.filter(Boolean).join(' ')}
        onPress={() => {
          if (!blockedBecause) onPress()
        }}
        aria-disabled={blockedBecause ? true : undefined}
        autoFocus={props.autoFocus ?? false}
      >
        {icon && <Icon of={icon} size={small ? 14 : 16} />}
        {children}
        {keys && props.showKeys && <Keys keys={keys} />}
      </AriaButton>
    </Tip>
  )
}

interface IconButtonProps {
  readonly icon: LucideIcon
  /** What it does; read aloud and shown as tooltip. */
  readonly label: string
  readonly onPress: () => void
  readonly keys?: string
  readonly small?: boolean
}

/** A button that is only an icon. */
export function IconButton({ icon, label, onPress, keys, small = false }: IconButtonProps) {
  return (
    <Tip
      text={
        <>
          {label} {keys && <Keys keys={keys} />}
        </>
      }
    >
      <AriaButton className={`btn ghost icon${small ? ' sm' : ''}`} aria-label={label} onPress={onPress}>
        <Icon of={icon} size={small ? 14 : 16} />
      </AriaButton>
    </Tip>
  )
}
