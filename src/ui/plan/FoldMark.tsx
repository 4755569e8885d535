import { formatFraction } from '../../core/figures'
import { type HeatCell, heatWords } from './heat'

interface FoldMarkProps {
  /** Nodes that are folded below; 0 where nothing is. */
  readonly hidden: number
  /** Their heat together, or the worst of them. */
  readonly heat: HeatCell | undefined
  readonly expanded: boolean
  readonly onPress: () => void
}

/** Folds or unfolds what is below a card; says how much is folded, and how hot that is. The keys are the tree's. */
export function FoldMark({ hidden, heat, expanded, onPress }: FoldMarkProps) {
  const share = heat && (heat.metric === 'estimate-error' ? heatWords(heat).text : formatFraction(heat.weight))
  return (
    <button
      type="button"
      tabIndex={-1}
      className={hidden > 0 ? 'pn-folded' : 'pn-unfolded'}
      title={expanded ? 'Fold what is below (Space)' : 'Unfold (Space)'}
      onClick={(event) => {
        event.stopPropagation()
        onPress()
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {hidden > 0 ? (
        <>
          +{hidden.toLocaleString('en-US')} {share !== undefined && <i className={`h${heat?.step ?? 0}`}>{share}</i>}
        </>
      ) : expanded ? (
        '−'
      ) : (
        '+'
      )}
    </button>
  )
}
