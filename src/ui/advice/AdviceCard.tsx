import { useAtomValue } from 'jotai'
import { ChartColumn, ChevronDown, ChevronRight, FlaskConical, Hammer } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { Advice, Finding } from '../../core/advisor/model'
import { formatCount } from '../../core/figures'
import { CodeText } from '../analyze/CodeText'
import { keysOf } from '../commands/list'
import { Badge } from '../kit/badge'
import { Button } from '../kit/button'
import { Icon } from '../kit/icon'
import { SqlText } from '../kit/sql-text'
import { flatPlanAtom } from '../plan/atoms'
import { CopyButton } from '../plan/CopyButton'
import { useSelectNodes } from '../plan-facts/use-select-nodes'
import { shownBlocked } from '../state/actions/shown-analysis'
import { compareAdvice, proveAdvice, proveBlocked, tryAdvice } from './actions'
import { type AdviceCardFacts, standingOf } from './cards'
import { ProofResult } from './ProofResult'
import { WhatIfResult } from './WhatIfResult'

interface AdviceCardProps {
  readonly card: AdviceCardFacts
  /** The statement that was explained. */
  readonly sql: string
  readonly open: boolean
  readonly onToggle: () => void
}

/** One thing to try: its standing, and when open what it changes, rests on, costs, and what trying it came to. */
export function AdviceCard({ card, sql, open, onToggle }: AdviceCardProps) {
  const { advice } = card
  const standing = standingOf(card)
  return (
    <li className={open ? 'card sel advice-card' : 'card advice-card'}>
      <div className="row">
        <AriaButton className="advice-head" aria-expanded={open} onPress={onToggle}>
          <Icon of={open ? ChevronDown : ChevronRight} size={12} />
          <h3>
            <CodeText text={advice.title} />
          </h3>
        </AriaButton>
        <span className="grow" />
        <Badge look={standing.look} title={standing.title}>
          {standing.words}
        </Badge>
      </div>
      {open && <Opened card={card} sql={sql} />}
    </li>
  )
}

function Opened({ card, sql }: Pick<AdviceCardProps, 'card' | 'sql'>) {
  const { advice, finding, others, trials } = card
  const [why, setWhy] = useState(false)
  return (
    <>
      <p className="dim small">
        <CodeText text={finding.explanation} />
        {!trials.whatIf && !trials.proof && <Expected advice={advice} />}
      </p>
      {trials.proof && <ProofResult trial={trials.proof} />}
      {trials.whatIf && <WhatIfResult trial={trials.whatIf} />}
      <Change advice={advice} sql={sql} />
      <div className="row wrap advice-do">
        <Button
          look="primary"
          small
          icon={FlaskConical}
          keys={keysOf('advice.try')}
          tip="Plans it without building it on the real tables"
          blockedBecause={shownBlocked()}
          onPress={() => void tryAdvice(advice)}
        >
          Try it
        </Button>
        <Button
          small
          icon={Hammer}
          tip="Builds it, runs the statement with and without it, and undoes it"
          blockedBecause={proveBlocked()}
          onPress={() => void proveAdvice(advice)}
        >
          Prove
        </Button>
        <Button
          small
          icon={ChartColumn}
          tip="Opens it in Compare, to change and time it"
          onPress={() => compareAdvice(advice)}
        >
          Compare
        </Button>
        <CopyAdvice advice={advice} sql={sql} />
        <span className="grow" />
        <AriaButton className="link small" aria-expanded={why} onPress={() => setWhy(!why)}>
          Why, and when not
        </AriaButton>
      </div>
      {why && <Why advice={advice} />}
      <RestsOn finding={finding} />
      {others.length > 0 && <OtherWays others={others} sql={sql} />}
    </>
  )
}

function Expected({ advice: { expected } }: { readonly advice: Advice }) {
  if (expected?.rowsBefore === undefined || expected.rowsAfter === undefined) return null
  const measured = expected.method === 'measured'
  return (
    <>
      {' '}
      <span className={measured ? undefined : 'est'}>
        {measured ? '' : '≈ '}
        {formatCount(Math.round(expected.rowsBefore))} → {formatCount(Math.round(expected.rowsAfter))} entries
      </span>
      , {methodWords[expected.method]}.
    </>
  )
}

const methodWords: Readonly<Record<NonNullable<Advice['expected']>['method'], string>> = {
  'what-if': 'as the server plans it',
  statistics: 'by the statistics of its columns',
  structural: 'where most is assumed: nothing was counted',
  measured: 'measured',
}

/** What it changes: DDL, settings, or the statement's new text. */
function Change({ advice: { variant }, sql }: { readonly advice: Advice; readonly sql: string }) {
  const text = changeText(variant, sql)
  return text === '' ? null : (
    <div className="ddl">
      <SqlText text={text} />
    </div>
  )
}

function changeText({ ddl, session, sql: rewritten }: Advice['variant'], sql: string): string {
  return [
    ...ddl.map(({ apply }) => `${apply};`),
    ...session.map(({ name, value }) => `SET SESSION ${name} = ${value};`),
    ...(rewritten.trim() === sql.trim() ? [] : [rewritten.trim()]),
  ].join('\n')
}

function CopyAdvice({ advice: { variant }, sql }: { readonly advice: Advice; readonly sql: string }) {
  const undo = [...variant.ddl].reverse().map((change) => `${change.undo};`)
  return (
    <>
      <CopyButton label="Copy" text={() => changeText(variant, sql)} />
      {undo.length > 0 && <CopyButton label="Copy the undo" text={() => undo.join('\n')} />}
    </>
  )
}

function Why({ advice: { tradeOffs, notWhen, preconditions } }: { readonly advice: Advice }) {
  return (
    <dl className="advice-why small">
      <dt>Costs</dt>
      <dd>
        <CodeText text={tradeOffs.join(' ')} />
      </dd>
      <dt>Not when</dt>
      <dd>
        <CodeText text={notWhen.join(' ')} />
      </dd>
      {preconditions.length > 0 && (
        <>
          <dt>Holds if</dt>
          <dd>
            <ul>
              {preconditions.map(({ text, status, how }) => (
                <li key={text}>
                  <CodeText text={text} /> <b className={statusLooks[status]}>{statusWords[status]}</b>{' '}
                  <span className="faint">
                    <CodeText text={how} />
                  </span>
                </li>
              ))}
            </ul>
          </dd>
        </>
      )}
    </dl>
  )
}

type Status = Advice['preconditions'][number]['status']
const statusWords: Readonly<Record<Status, string>> = { holds: 'holds', fails: 'does not hold', unknown: 'not known' }
const statusLooks: Readonly<Record<Status, string>> = { holds: 'good', fails: 'bad', unknown: 'warn' }

/** The steps and facts that the finding was made from. */
function RestsOn({ finding }: { readonly finding: Finding }) {
  const { select, selectedId } = useSelectNodes()
  const flat = useAtomValue(flatPlanAtom)
  const places = finding.nodes.flatMap((id) => {
    const at = flat?.indexOf.get(id)
    return at === undefined ? [] : [{ id, at }]
  })
  return (
    <p className="faint small advice-rests">
      Rests on{' '}
      {places.map(({ id, at }) => (
        <AriaButton key={id} className="link small" aria-pressed={selectedId === id} onPress={() => select([id])}>
          node {at + 1}
        </AriaButton>
      ))}
      {places.length > 0 && ' · '}
      <CodeText text={finding.evidence.map(({ text }) => text).join(' · ')} />
    </p>
  )
}

function OtherWays({ others, sql }: { readonly others: readonly Advice[]; readonly sql: string }) {
  return (
    <ul className="advice-others small" aria-label="Other ways">
      {others.map((advice) => (
        <li key={advice.title} className="row">
          <span>
            or: <CodeText text={advice.title} />
          </span>
          <span className="grow" />
          <Button small icon={ChartColumn} onPress={() => compareAdvice(advice)}>
            Compare
          </Button>
          <CopyAdvice advice={advice} sql={sql} />
        </li>
      ))}
    </ul>
  )
}
