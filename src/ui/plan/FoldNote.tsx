import { Button } from '../kit/button'

interface FoldNoteProps {
  readonly hidden: number
  readonly nodes: number
  /** What folding again would hide; 0 when the plan opens whole. */
  readonly foldable: boolean
  readonly onAll: () => void
}

/** How much of the plan is folded, and the way to see all of it, or only what matters again. */
export function FoldNote({ hidden, nodes, foldable, onAll }: FoldNoteProps) {
  if (hidden === 0 && !foldable) return null
  return (
    <div className="plan-fold-note">
      <span>
        {hidden > 0
          ? `${hidden.toLocaleString('en-US')} of ${nodes.toLocaleString('en-US')} nodes folded`
          : `All ${nodes.toLocaleString('en-US')} nodes shown`}
      </span>
      <Button look="ghost" small keys="a" showKeys onPress={onAll}>
        {hidden > 0 ? 'Unfold all' : 'Fold to what matters'}
      </Button>
    </div>
  )
}
