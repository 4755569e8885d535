import { useAtomValue } from 'jotai'
import { ChevronDown, ChevronUp, Play, Plus, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { formatCount, formatTime } from '../../core/figures'
import { Button } from '../kit/button'
import { connectionAtom } from '../state/atoms'
import { AddVariant } from './AddVariant'
import { mostVariants } from './draft'
import { changeDraft } from './edit'
import type { Experiment } from './experiments'
import { PresetsDialog } from './PresetsDialog'
import { ProtocolFields } from './ProtocolFields'
import { runBlocked, runExperiment } from './run'
import { shownRunAtom } from './shown'

/** More rounds than this are not worth offering: the difference is too small to matter. */
const mostOffered = 1000

/** How it runs, before and after: what is warmed up, how often at most, when it stops, what is put back. */
export function ProtocolBar({ experiment }: { readonly experiment: Experiment }) {
  const [open, setOpen] = useState(false)
  const [presets, setPresets] = useState(false)
  const connection = useAtomValue(connectionAtom)
  const shown = useAtomValue(shownRunAtom)
  const { draft, run } = experiment
  const running = run.state === 'running'
  const more = shown?.document?.comparisons
    .filter(({ verdict }) => verdict === 'undecided')
    .reduce((most, { pairsNeeded = 0 }) => Math.max(most, pairsNeeded), 0)
  return (
    <section className="protocol" aria-label="Protocol" data-pane="compare-protocol">
      <div className="row wrap protocol-bar">
        <b>Protocol</b>
        {protocolWords(experiment).map((words) => (
          <span key={words} className="dim">
            {words}
          </span>
        ))}
        <Button
          small
          look="ghost"
          blockedBecause={running ? 'It runs now.' : undefined}
          icon={open && !running ? ChevronUp : ChevronDown}
          onPress={() => setOpen(!open)}
        >
          {open && !running ? 'Done' : 'Change'}
        </Button>
        <span className="row wrap protocol-buttons">
          {run.state === 'done' && more !== undefined && more > draft.protocol.maxPairs && more <= mostOffered && (
            <Button
              small
              icon={Play}
              blockedBecause={runBlocked()}
              onPress={() => {
                changeDraft((before) => ({
                  ...before,
                  protocol: {
                    ...before.protocol,
                    maxPairs: more,
                    budgetMs: Math.round((before.protocol.budgetMs * more) / before.protocol.maxPairs),
                  },
                }))
                void runExperiment()
              }}
            >
              Run with {formatCount(more)} rounds
            </Button>
          )}
          {run.state === 'done' && (
            <Button small icon={Play} blockedBecause={runBlocked()} onPress={() => void runExperiment()}>
              Run again
            </Button>
          )}
          <Button
            small
            icon={Sparkles}
            tip="Variants that are worth trying for this statement"
            blockedBecause={
              running
                ? 'It runs now.'
                : draft.variants[0]?.sql.trim() === ''
                  ? 'Paste a statement into A first.'
                  : connection
                    ? undefined
                    : 'Presets ask the server. Open a connection first.'
            }
            onPress={() => setPresets(true)}
          >
            Presets
          </Button>
          {running || draft.variants.length >= mostVariants ? (
            <Button
              small
              icon={Plus}
              blockedBecause={running ? 'It runs now.' : 'There are eight already.'}
              onPress={() => undefined}
            >
              Add variant
            </Button>
          ) : (
            <AddVariant />
          )}
        </span>
      </div>
      {open && !running && <ProtocolFields draft={draft} />}
      {presets && <PresetsDialog experiment={experiment} onClose={() => setPresets(false)} />}
    </section>
  )
}

/** Before a run what will be done, after it what was done. */
function protocolWords({ draft, run }: Experiment): readonly string[] {
  const { protocol, scratch } =
    run.state === 'done' ? { protocol: run.document.spec, scratch: run.document.spec.scratch } : draft
  const { warmupRounds, minPairs, maxPairs, budgetMs, threshold } = protocol
  const where = scratch
    ? scratch.rows === 'all'
      ? 'on copies of the tables'
      : 'on sampled copies of the tables'
    : undefined
  const warm = `${warmupRounds} warm-up ${warmupRounds === 1 ? 'round' : 'rounds'}`
  if (run.state === 'done') {
    const { comparisons, samples, spec } = run.document
    const rounds = comparisons[0]?.pairs ?? Math.floor(samples.length / spec.variants.length)
    return [warm, `${rounds} rounds, each variant once per round in random order`, where].filter(
      (words) => words !== undefined,
    )
  }
  return [
    warm,
    `${minPairs === maxPairs ? '' : `${Math.min(minPairs, maxPairs)} to `}${maxPairs} rounds in random order`,
    `at most ${budgetMs % 1000 === 0 ? `${budgetMs / 1000} s` : formatTime(budgetMs)}, or until it is sure`,
    `below ${Number((threshold * 100).toFixed(1))} % is no difference`,
    where ?? 'read only; settings are put back',
  ]
}
