import { useAtom, useAtomValue } from 'jotai'
import { ArrowDown, ArrowLeftRight, ArrowUp, Equal, FileDiff } from 'lucide-react'
import { figure } from '../../core/figures'
import type { PlanDiffFact } from '../../core/plan/diff/model'
import { ratioWords } from '../../core/plan/diff/number-words'
import { CodeText } from '../analyze/CodeText'
import { keysOf } from '../commands/list'
import { Button, IconButton } from '../kit/button'
import { Checkbox } from '../kit/checkbox'
import { Icon } from '../kit/icon'
import { CopyButton } from '../plan/CopyButton'
import { differenceAs, nextChange, swapSides } from './actions'
import { onlyChangesAtom, type ShownDiff, visibleRowsAtom } from './atoms'
import { isChange } from './diff-rows'

const factNames: Record<PlanDiffFact['name'], string> = {
  rowsExamined: 'rows examined',
  rowsReturned: 'rows returned',
  totalCost: 'cost',
}

interface DiffVerdictProps {
  readonly shown: ShownDiff
  /** Its heading's level: 2 where the screen has a verdict of its own. */
  readonly level?: 1 | 2
}

/** The difference in one sentence, the numbers that prove it, and what can be done with it. */
export function DiffVerdict({ shown, level = 1 }: DiffVerdictProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  const { diff, rows } = shown
  const [only, setOnly] = useAtom(onlyChangesAtom)
  const visible = useAtomValue(visibleRowsAtom)
  const changes = rows.filter(isChange).length
  const isSame = diff.sameShape && changes === 0
  return (
    <div className="verdict-area">
      <div className="verdict" role="status" aria-label={level === 1 ? 'Verdict' : 'Difference of the plans'}>
        <span className={`ic ${isSame ? 'good' : 'acc'}`}>
          <Icon of={isSame ? Equal : FileDiff} />
        </span>
        <div className="grow">
          <Heading className="say">
            <CodeText text={diff.verdict.text} />
          </Heading>
          <div className="sub">
            <span title={`A ${diff.shapeA}, B ${diff.shapeB}`}>
              {diff.sameShape ? 'same plan shape' : 'another plan shape'}
            </span>
            <span>
              {changes === 0
                ? 'no step changed'
                : changes === 1
                  ? '1 step changed'
                  : `${changes.toLocaleString('en-US')} steps changed`}
            </span>
            {diff.verdict.facts.map((fact) => (
              <FactText key={fact.name} fact={fact} />
            ))}
          </div>
        </div>
      </div>
      <div className="compare-bar">
        <Checkbox checked={only} onChange={setOnly}>
          Only changes
        </Checkbox>
        <span className="faint nowrap">
          {visible.length === rows.length ? '' : `${visible.length.toLocaleString('en-US')} of `}
          {rows.length.toLocaleString('en-US')} {rows.length === 1 ? 'row' : 'rows'}
        </span>
        <span className="grow" />
        <IconButton
          small
          icon={ArrowUp}
          label="Change before"
          keys={keysOf('compare.previous-change') ?? ''}
          onPress={() => nextChange(-1)}
        />
        <IconButton
          small
          icon={ArrowDown}
          label="Next change"
          keys={keysOf('compare.next-change') ?? ''}
          onPress={() => nextChange(1)}
        />
        {level === 1 && (
          <Button small icon={ArrowLeftRight} onPress={swapSides}>
            Swap sides
          </Button>
        )}
        <CopyButton label="Copy the difference as text" text={() => differenceAs('text')} />
        <span className="faint">Markdown</span>
        <CopyButton label="Copy the difference as Markdown" text={() => differenceAs('markdown')} />
      </div>
    </div>
  )
}

function FactText({ fact }: { readonly fact: PlanDiffFact }) {
  const unit = fact.name === 'totalCost' ? 'cost' : 'rows'
  const estimated = fact.unit !== 'rows'
  const ratio = ratioWords(fact.a, fact.b)
  const [a, b] = [figure(fact.a, unit), figure(fact.b, unit)]
  return (
    <span
      className={estimated ? 'est' : ''}
      title={`A ${a.exact}, B ${b.exact}${estimated ? ', estimated' : ', counted'}`}
    >
      {estimated && '≈ '}
      {fact.a === fact.b
        ? `${a.text} ${factNames[fact.name]} in both`
        : `${a.text} → ${b.text} ${factNames[fact.name]}`}
      {ratio !== undefined && ratio !== '=' && ` ${ratio}`}
    </span>
  )
}
