import type { ReactElement, ReactNode } from 'react'
import { Focusable, Tooltip, TooltipTrigger } from 'react-aria-components'

/** Hover delay of every tooltip. */
const delayMs = 400

interface TipProps {
  /** Absent: no tooltip. */
  readonly text: ReactNode | undefined
  readonly placement?: 'top' | 'bottom' | 'left' | 'right'
  readonly children: ReactElement
}

/** A tooltip for a react-aria control (Button, Select …). */
export function Tip({ text, placement = 'bottom', children }: TipProps) {
  if (text === undefined) return children
  return (
    <TooltipTrigger delay={delayMs} closeDelay={0}>
      {children}
      <Tooltip className="tip" placement={placement} offset={6}>
        {text}
      </Tooltip>
    </TooltipTrigger>
  )
}

/** A tooltip for plain content; makes it reachable by Tab. */
export function InfoTip({ text, label, children }: { text: ReactNode; label: string; children: ReactNode }) {
  return (
    <TooltipTrigger delay={delayMs} closeDelay={0}>
      <Focusable>
        <span role="img" aria-label={label} className="info">
          {children}
        </span>
      </Focusable>
      <Tooltip className="tip" placement="bottom" offset={6}>
        {text}
      </Tooltip>
    </TooltipTrigger>
  )
}
