import type { EngineIdentity } from '../../engine'
import type { ExperimentDocument } from '../../experiment/model'
import type { Advice } from '../model'
import { judgeProof } from './judge-proof'
import type { AdvisedIndexUse, ProofDocument, ProofMethod } from './model'
import { addedBy, droppedBy, type TrialOrder } from './ways'

/** What a proof came to, before it is judged. */
export interface Proof {
  readonly engine: EngineIdentity
  readonly sql: string
  readonly order: TrialOrder
  readonly method: ProofMethod
  readonly experiment: ExperimentDocument
  readonly index?: AdvisedIndexUse | undefined
  readonly undone: readonly string[]
  readonly left: readonly string[]
  readonly cautions: readonly string[]
}

const howWords: Readonly<Record<ProofMethod, string>> = {
  'invisible-index':
    'Really built on the table as an invisible index, which the advised side alone was told to use, and dropped again.',
  'rolled-back': 'Really built on the table in a transaction that was rolled back; the advised side ran inside of it.',
  copies: 'Really built on copies of the tables, where both sides ran; the tables themselves were only read.',
  'as-written': 'Both sides ran on the tables as they are; nothing was built.',
}

/** The experiment of an advice with what it says of it; a refuted advice is withdrawn. */
export function proofDocument(proof: Proof): ProofDocument {
  const { engine, sql, order, method, experiment, index, undone, left, cautions } = proof
  const removesOnly = addedBy(order).length === 0 && droppedBy(order).length > 0
  const { outcome, reasons } = judgeProof({ experiment, index, removesOnly })
  const [first = ''] = reasons
  return {
    sargable: 1,
    kind: 'proof',
    engine,
    sql,
    advice: {
      ...order.advice,
      expected: measured(order.advice, experiment),
      ...(outcome !== 'undecided' && { outcome: { result: outcome, experiment: experiment.id } }),
    },
    method,
    how: howWords[method],
    outcome,
    reasons,
    ...(outcome === 'refuted' && {
      withdrawn: `This advice is withdrawn, because it was tried: ${first.charAt(0).toLowerCase()}${first.slice(1)}`,
    }),
    ...(index && { index }),
    experiment,
    undone,
    left,
    cautions,
  }
}

/** Rows that both sides examined; what was estimated before is not mixed with it. */
function measured({ expected }: Advice, { samples, spec }: ExperimentDocument): Advice['expected'] {
  const [baseline, advised] = spec.variants.map(({ name }) =>
    median(samples.flatMap(({ variant, counters }) => (variant === name ? (counters['rowsExamined'] ?? []) : []))),
  )
  if (baseline === undefined || advised === undefined) return expected
  return { rowsBefore: baseline, rowsAfter: advised, method: 'measured' }
}

function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) / 2)]
}
