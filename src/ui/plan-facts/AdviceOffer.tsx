import { ChartColumn } from 'lucide-react'
import type { Advice } from '../../core/advisor/model'
import { formatCount } from '../../core/figures'
import { CodeText } from '../analyze/CodeText'
import { compareVariants } from '../compare/open-from'
import { Button } from '../kit/button'
import { SqlText } from '../kit/sql-text'
import { CopyButton } from '../plan/CopyButton'
import { nameOf } from '../state/statement-name'

/** What a finding advises: the change, what it promises and costs, when it is wrong, and a way to try it on copies. */
export function AdviceOffer({ advice, sql }: { readonly advice: Advice; readonly sql: string }) {
  const { title, variant, expected, tradeOffs, notWhen } = advice
  const apply = variant.ddl.map((change) => `${change.apply};`).join('\n')
  const undo = [...variant.ddl]
    .reverse()
    .map((change) => `${change.undo};`)
    .join('\n')
  return (
    <section className="advice" aria-label="Advice">
      <div className="row wrap">
        <b>
          <CodeText text={title} />
        </b>
        <span className="grow" />
        {apply !== '' && <CopyButton label="Copy" text={() => apply} />}
        {undo !== '' && <CopyButton label="Copy undo" text={() => undo} />}
        <Button small icon={ChartColumn} tip="Times it on copies of the tables" onPress={() => compare(advice, sql)}>
          Compare
        </Button>
      </div>
      {apply !== '' && <SqlText text={apply} />}
      {expected?.rowsBefore !== undefined && expected.rowsAfter !== undefined && (
        <p>
          <i>
            ≈ {formatCount(expected.rowsBefore)} → ≈ {formatCount(expected.rowsAfter)} entries
          </i>
          , {methodWords[expected.method]}.
        </p>
      )}
      <p>
        <b>Costs:</b> <CodeText text={tradeOffs.join(' ')} />
      </p>
      <p>
        <b>Not when:</b> <CodeText text={notWhen.join(' ')} />
      </p>
    </section>
  )
}

const methodWords: Readonly<Record<NonNullable<Advice['expected']>['method'], string>> = {
  'what-if': 'as the server plans it',
  statistics: 'by the statistics of its columns',
  structural: 'where most is assumed: nothing was counted',
  measured: 'measured',
}

function compare({ title, variant }: Advice, sql: string) {
  compareVariants(nameOf(sql), [
    { label: 'As it is', sql },
    { label: title.replace(/`/g, ''), ...variant },
  ])
}
