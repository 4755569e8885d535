import { useAtomValue } from 'jotai'
import {
  Check,
  CircleHelp,
  Copy,
  Equal,
  FlaskConical,
  type LucideIcon,
  Play,
  Square,
  TriangleAlert,
} from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { Comparison, NamedVariant } from '../../core/experiment/model'
import { comparisonSentence, experimentVerdict } from '../../core/experiment/verdict'
import { formatCount, formatTime } from '../../core/figures'
import { CautionList } from '../analyze/CautionList'
import { CodeText } from '../analyze/CodeText'
import { keysOf } from '../commands/list'
import { Badge } from '../kit/badge'
import { Button } from '../kit/button'
import { useElapsed } from '../kit/elapsed'
import { Icon } from '../kit/icon'
import { Progress } from '../kit/progress'
import { openTab } from '../state/actions/tabs'
import { stopWork } from '../state/actions/work'
import type { Experiment, Run } from './experiments'
import { ReportMenu } from './ReportMenu'
import { runBlocked, runExperiment } from './run'
import { type ShownRun, shownRunAtom } from './shown'
import { stoppedWords } from './words'

type Tone = 'good' | 'bad' | 'warn' | 'acc'
const icons: Record<Tone, LucideIcon> = { good: Check, bad: TriangleAlert, warn: CircleHelp, acc: Equal }

/** One sentence first: what came of the experiment, what it does now, or what it is for; and what to do next. */
export function ExperimentVerdict({ experiment }: { readonly experiment: Experiment }) {
  const shown = useAtomValue(shownRunAtom)
  const { run } = experiment
  switch (run.state) {
    case 'none':
      return <Intro />
    case 'running':
      return shown ? <Running run={run} shown={shown} /> : null
    case 'refused':
      return <Refused run={run} />
    case 'done':
      return shown ? <Done experiment={experiment} shown={shown} /> : null
  }
}

function Intro() {
  const blocked = runBlocked()
  return (
    <div className="verdict-area">
      <div className="verdict">
        <span className="ic acc">
          <Icon of={FlaskConical} />
        </span>
        <div className="grow">
          <h1 className="say">Which way is faster, by how much, and are the rows the same?</h1>
          <p className="dim small">
            Paste a statement and other ways to write it. They run in turns, their work is counted and their rows are
            compared; the verdict says how sure it is.
          </p>
        </div>
        <RunButton blocked={blocked} title="Compare" />
      </div>
    </div>
  )
}

function RunButton({ blocked, title }: { readonly blocked: string | undefined; readonly title: string }) {
  return (
    <Button
      look="primary"
      icon={Play}
      keys={keysOf('compare.run')}
      showKeys
      blockedBecause={blocked}
      onPress={() => void runExperiment()}
    >
      {title}
    </Button>
  )
}

function Running(props: { readonly run: Extract<Run, { state: 'running' }>; readonly shown: ShownRun }) {
  const { run, shown } = props
  const { done, total, text } = run.progress
  const elapsedMs = useElapsed(run.startedAt)
  return (
    <div className="verdict-area">
      <div className="verdict">
        <span className="ic acc">
          <Icon of={FlaskConical} />
        </span>
        <div className="grow">
          <h1 className="say" role="status" aria-label="Verdict so far">
            {shown.comparisons.length > 0 ? (
              <VerdictText text={`So far: ${experimentVerdict(shown.spec, shown.comparisons).text}`} />
            ) : (
              text
            )}
          </h1>
          <div className="sub">
            {shown.comparisons.length > 0 && <span>{text}</span>}
            <span>{formatCount(shown.samples.length)} runs</span>
            <span className="num">{formatTime(elapsedMs)}</span>
            <span>an interval is said at every look, and stays valid under the looks</span>
          </div>
          <Progress label={text} fraction={done !== undefined && total ? done / total : undefined} />
        </div>
        <Button icon={Square} keys="Escape" showKeys onPress={() => void stopWork()}>
          Stop
        </Button>
      </div>
    </div>
  )
}

function Refused({ run }: { readonly run: Extract<Run, { state: 'refused' }> }) {
  const { fault, samples } = run
  return (
    <div className="verdict-area" role="alert">
      <div className="verdict">
        <span className="ic bad">
          <Icon of={TriangleAlert} />
        </span>
        <div className="grow">
          <h1 className="say">{fault.message}</h1>
          <div className="sub">
            {fault.server && (
              <span>
                the server said: {fault.server.errno} {fault.server.message}
              </span>
            )}
            {fault.hint !== undefined && <span>{fault.hint}</span>}
            <span>
              {samples.length === 0
                ? 'nothing was timed; the statements stay as they are'
                : `${formatCount(samples.length)} runs had come and are kept below`}
            </span>
          </div>
        </div>
        <RunButton blocked={runBlocked()} title="Run again" />
      </div>
    </div>
  )
}

function Done({ experiment, shown }: { readonly experiment: Experiment; readonly shown: ShownRun }) {
  const [open, setOpen] = useState(false)
  const { document } = shown
  if (!document) return null
  const { comparisons, cautions, stoppedBecause } = document
  const tone = toneOf(comparisons, document.failure)
  const [first] = comparisons
  const told = [...comparisons].sort((one, other) => rank(one) - rank(other) || one.ratio - other.ratio)
  const baseline = document.spec.variants[0]?.name ?? 'A'
  const winner = told[0]?.verdict === 'faster' ? told[0] : undefined
  const place = document.spec.variants.findIndex(({ name }) => name === winner?.variant)
  const used = document.spec.variants[place]
  return (
    <div className="verdict-area">
      <div className="verdict" role="status" aria-label="Verdict">
        <span className={`ic ${tone}`}>
          <Icon of={icons[tone]} />
        </span>
        <div className="grow">
          <h1 className="say">
            <VerdictText text={document.verdict.text} />
          </h1>
          <div className="sub">
            {first && first.decidedBy !== 'work' && (
              <span>
                {Number((first.confidence * 100).toFixed(1))} % interval from {formatCount(first.pairs)} paired rounds
              </span>
            )}
            {first?.decidedBy === 'work' && <span>decided by counted work, not by time</span>}
            <span>{stoppedWords(stoppedBecause)}</span>
            {told.length <= mostSentences
              ? told.slice(1).map((one) => <span key={one.variant}>{comparisonSentence(one, baseline)}</span>)
              : countsOf(told).map((words) => <span key={words}>{words}</span>)}
            {cautions.length > 0 && (
              <AriaButton className="fact-link" aria-expanded={open} onPress={() => setOpen(!open)}>
                <Badge look="warn" icon={TriangleAlert}>
                  {cautions.length === 1 ? '1 caution' : `${cautions.length} cautions`}
                </Badge>
              </AriaButton>
            )}
          </div>
        </div>
        {winner && used && (
          <Button
            look="primary"
            icon={Copy}
            tip={`Opens the statement of ${winner.variant} in Analyze`}
            onPress={() => openTab(textOf(used), used.label)}
          >
            Use {winner.variant}
          </Button>
        )}
        <ReportMenu />
      </div>
      {experiment.changed && (
        <p className="note warn compare-changed" role="status">
          <Icon of={TriangleAlert} />
          <span>The variants were changed since this run: the verdict is of the statements as they were.</span>
        </p>
      )}
      {open && <CautionList cautions={cautions} look="cautions scroll" />}
    </div>
  )
}

/** With more variants than this their verdicts are counted; each stands at its column. */
const mostSentences = 3

/** `2 faster`, `1 cannot tell yet`: the best verdict first. */
function countsOf(told: readonly Comparison[]): readonly string[] {
  const words = { faster: 'faster', 'no-difference': 'no difference', undecided: 'cannot tell yet', slower: 'slower' }
  return (['faster', 'no-difference', 'undecided', 'slower'] as const).flatMap((verdict) => {
    const count = told.filter((one) => one.verdict === verdict).length
    return count === 0 ? [] : [`${count} of ${told.length}: ${words[verdict]}`]
  })
}

/** A sentence with its intervals as figures. */
function VerdictText({ text }: { readonly text: string }) {
  return text.split(/(\[[^\]]*\])/).map((piece, at) =>
    piece.startsWith('[') ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one sentence never move
      <span key={at} className="mono say-interval">
        {piece}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one sentence never move
      <CodeText key={at} text={piece} />
    ),
  )
}

/** The statement; what else belongs to the variant stands above it in comments, because Analyze changes nothing. */
function textOf({ sql, session, ddl }: NamedVariant): string {
  const above = [
    ...ddl.map(({ apply }) => `-- ${apply.replace(/\n/g, '\n-- ')};`),
    ...session.map(({ name, value }) => `-- SET SESSION ${name} = ${value};`),
  ]
  return [...above, sql].join('\n')
}

function rank({ verdict }: Comparison): number {
  return ['faster', 'no-difference', 'undecided', 'slower'].indexOf(verdict)
}

function toneOf(comparisons: readonly Comparison[], failure: string | undefined): Tone {
  if (failure !== undefined) return 'bad'
  if (comparisons.some(({ sameResult }) => sameResult === 'different')) return 'bad'
  if (comparisons.some(({ verdict }) => verdict === 'faster')) return 'good'
  if (comparisons.some(({ verdict }) => verdict === 'undecided')) return 'warn'
  return comparisons.some(({ verdict }) => verdict === 'slower') ? 'bad' : 'acc'
}
