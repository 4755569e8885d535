import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Checkbox as AriaCheckbox } from 'react-aria-components'
import { Icon } from './icon'

interface CheckboxProps {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly children: ReactNode
  readonly disabled?: boolean
}

export function Checkbox({ checked, onChange, children, disabled = false }: CheckboxProps) {
  return (
    <AriaCheckbox className="checkbox" isSelected={checked} onChange={onChange} isDisabled={disabled}>
      <span className={checked ? 'check on' : 'check'}>{checked && <Icon of={Check} size={12} />}</span>
      <span>{children}</span>
    </AriaCheckbox>
  )
}
