import type { HeldDigest } from '../../core/digest/view/model'

/** Two logs beside each other: what appeared, vanished, got worse or better. */
export function TwoLogsView({ a, b }: { readonly a: HeldDigest; readonly b: HeldDigest }) {
  return (
    <div>
      {a.name} {b.name}
    </div>
  )
}
