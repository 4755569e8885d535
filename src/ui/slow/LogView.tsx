import type { HeldDigest } from '../../core/digest/view/model'

/** A log's shapes, ranked. */
export function LogView({ held }: { readonly held: HeldDigest }) {
  return <div>{held.name}</div>
}
