// Protects what a proof says: rows before time, and only what the intervals hold.
import { describe, expect, test } from 'vitest'
import { judgeProof } from '../../../../src/core/advisor/trial/judge-proof'
import type { AdvisedIndexUse } from '../../../../src/core/advisor/trial/model'
import type { Comparison } from '../../../../src/core/experiment/model'

const used: AdvisedIndexUse = {
  table: 't',
  index: 'ix',
  used: true,
  usedParts: ['a'],
  parts: 1,
  text: 'The server chooses `ix` and narrows the read by 1 of its 1 key part.',
}
const unused: AdvisedIndexUse = { ...used, used: false, usedParts: [], text: 'The server does not choose `ix`.' }

function outcome(
  comparison: Partial<Comparison>,
  more: { index?: AdvisedIndexUse; removesOnly?: boolean; failure?: string } = {},
) {
  const whole: Comparison = {
    variant: 'B',
    clocks: {},
    decidedBy: 'cpu',
    ratio: 1,
    low: 0.9,
    high: 1.1,
    confidence: 0.95,
    pairs: 20,
    verdict: 'no-difference',
    workRatio: { rowsExamined: 1 },
    sameResult: 'same',
    ...comparison,
  }
  const { index, removesOnly = false, failure } = more
  return judgeProof({
    experiment: { comparisons: [whole], stoppedBecause: 'decided', ...(failure !== undefined && { failure }) },
    index,
    removesOnly,
  })
}

const faster = { verdict: 'faster', ratio: 0.1, low: 0.08, high: 0.125 } as const
const slower = { verdict: 'slower', ratio: 1.5, low: 1.25, high: 2 } as const

describe('an advice that adds', () => {
  test('fewer rows and faster is confirmed, in numbers', () => {
    const { outcome: result, reasons } = outcome({ ...faster, workRatio: { rowsExamined: 1 / 24 } }, { index: used })
    expect(result).toBe('confirmed')
    expect(reasons).toEqual([
      'Examines 24× fewer rows.',
      '10× faster [8.00–12.5] by CPU time, 20 pairs.',
      'The server chooses `ix` and narrows the read by 1 of its 1 key part.',
    ])
  })

  test('fewer rows decide while the time does not', () => {
    expect(outcome({ verdict: 'undecided', workRatio: { rowsExamined: 0.5 } }).outcome).toBe('confirmed')
    expect(outcome({ verdict: 'no-difference', workRatio: { rowsExamined: 0.5 } }).outcome).toBe('confirmed')
  })

  test('as many rows and faster is confirmed', () => {
    expect(outcome(faster).outcome).toBe('confirmed')
  })

  test('fewer rows that take longer are refuted', () => {
    const { outcome: result, reasons } = outcome({ ...slower, workRatio: { rowsExamined: 0.2 } })
    expect(result).toBe('refuted')
    expect(reasons.slice(0, 3)).toEqual([
      'It reads less and takes longer all the same.',
      'Examines 5× fewer rows.',
      '1.5× slower [1.25–2.00] by CPU time, 20 pairs.',
    ])
  })

  test('no difference is refuted, and what is not decided stays so', () => {
    expect(outcome({}).outcome).toBe('refuted')
    expect(outcome({}).reasons[0]).toBe('It makes no difference.')
    expect(outcome({ verdict: 'undecided' }).outcome).toBe('undecided')
  })

  test('an index that is not chosen is refuted whatever the clock says', () => {
    const { outcome: result, reasons } = outcome(faster, { index: unused })
    expect(result).toBe('refuted')
    expect(reasons[0]).toBe('The server does not choose `ix`.')
  })

  test('other rows are refuted before anything else', () => {
    const found = outcome({ ...faster, sameResult: 'different' }, { index: used })
    expect(found.outcome).toBe('refuted')
    expect(found.reasons[0]).toBe('It does not return the same rows.')
  })

  test('a run that failed tells nothing', () => {
    const { outcome: result, reasons } = outcome(
      { pairs: 0, verdict: 'undecided', workRatio: {} },
      { failure: 'A: too slow.' },
    )
    expect(result).toBe('undecided')
    expect(reasons[0]).toBe('A: too slow.')
  })
})

describe('an advice that only removes', () => {
  test('holds when nothing gets worse', () => {
    expect(outcome({}, { removesOnly: true })).toMatchObject({ outcome: 'confirmed' })
    expect(outcome(faster, { removesOnly: true }).outcome).toBe('confirmed')
  })

  test('is refuted when the statement gets worse', () => {
    expect(outcome(slower, { removesOnly: true }).outcome).toBe('refuted')
    expect(outcome({ workRatio: { rowsExamined: 100 } }, { removesOnly: true }).outcome).toBe('refuted')
  })
})
