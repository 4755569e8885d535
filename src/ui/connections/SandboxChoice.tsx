import { Label, Radio, RadioGroup } from 'react-aria-components'
import type { SandboxKind } from '../../service/api'
import { productName } from '../frame/product-name'
import type { SandboxProduct } from './form'

interface SandboxChoiceProps {
  readonly sandboxes: readonly SandboxKind[]
  readonly selected: SandboxProduct
  readonly onSelect: (product: SandboxProduct) => void
}

/** Private servers from programs found on this computer; one that cannot be started says why. */
export function SandboxChoice({ sandboxes, selected, onSelect }: SandboxChoiceProps) {
  return (
    <RadioGroup
      className="col kind-words"
      value={selected}
      onChange={(value) => {
        const kind = sandboxes.find((each) => each.product === value)
        if (kind) onSelect(kind.product)
      }}
    >
      <Label>
        <b>A private server on this computer.</b> Sargable starts it on a socket of its own, and removes it and its data
        at the end.
      </Label>
      {sandboxes.map((kind) => (
        <Radio key={kind.product} value={kind.product} isDisabled={!kind.available} className="sandbox">
          <span className="radio" />
          <span className="col">
            <b>{productName(kind.product)}</b>
            <span className="dim small">{kind.text}</span>
          </span>
        </Radio>
      ))}
      {sandboxes.length === 0 && <span className="faint small">The service has not answered yet.</span>}
    </RadioGroup>
  )
}
