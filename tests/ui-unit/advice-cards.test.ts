// Protects the advice cards: one for each finding, refuted ones apart, and a badge that never says more than is known.
import { describe, expect, test } from 'vitest'
import type { Advice, Finding } from '../../src/core/advisor/model'
import type { TriedAdvice } from '../../src/core/advisor/trial/model'
import { cardsOf, standingOf } from '../../src/ui/advice/cards'
import { adviceKey, type Trials } from '../../src/ui/advice/trials'

function advice(title: string, expected?: Advice['expected']): Advice {
  return {
    kind: 'add-index',
    title,
    variant: { sql: 'SELECT 1', session: [], ddl: [] },
    equivalence: 'identical',
    preconditions: [],
    tradeOffs: ['Writes keep one index more.'],
    notWhen: ['The table is small.'],
    ...(expected && { expected }),
  }
}

function finding(title: string, ways: readonly Advice[], confidence: Finding['confidence'] = 'structural'): Finding {
  return {
    rule: 'index-missing-prefix',
    severity: 'problem',
    title,
    explanation: 'Because.',
    nodes: [],
    evidence: [{ kind: 'node', text: 'ALL' }],
    confidence,
    advice: ways,
  }
}

function proved(one: Advice, outcome: 'confirmed' | 'refuted' | 'undecided'): Trials {
  // The cards look at nothing else of a proof.
  const told = { outcome, reasons: ['So it was.'], advice: one } as unknown
  return { proof: { state: 'told', told } as Trials['proof'] }
}

function planned(one: Advice, judgement: string): Trials {
  const told = { advice: one, whatIf: { judgement, reasons: ['The plan says so.'] } } as unknown
  return { whatIf: { state: 'told', told: told as TriedAdvice } }
}

describe('cards', () => {
  const first = advice('Add a')
  const second = advice('Add b')
  const way = advice('Force b')
  const findings = [finding('A', [first]), finding('only told', []), finding('B', [second, way])]

  test('stand in the order of their findings, one for each that can be tried', () => {
    const { standing, withdrawn } = cardsOf({ findings }, new Map())
    expect(standing.map((card) => card.advice.title)).toEqual(['Add a', 'Add b'])
    expect(standing[1]?.others.map((other) => other.title)).toEqual(['Force b'])
    expect(withdrawn).toEqual([])
  })

  test('a refuted one is taken out of those that stand, and shown as withdrawn', () => {
    const trials = new Map([[adviceKey(first), proved(first, 'refuted')]])
    const { standing, withdrawn } = cardsOf({ findings }, trials)
    expect(standing.map((card) => card.advice.title)).toEqual(['Add b'])
    expect(withdrawn.map((card) => card.advice.title)).toEqual(['Add a'])
  })

  test('what this statement gains nothing from stands apart', () => {
    const drop = { ...finding('superfluous', [advice('Drop c')]), savableFraction: 0 }
    const { standing, upkeep } = cardsOf({ findings: [drop, ...findings] }, new Map())
    expect(standing.map((card) => card.advice.title)).toEqual(['Add a', 'Add b'])
    expect(upkeep.map((card) => card.advice.title)).toEqual(['Drop c'])
  })

  test('an undecided one still stands', () => {
    const trials = new Map([[adviceKey(first), proved(first, 'undecided')]])
    expect(cardsOf({ findings }, trials).withdrawn).toEqual([])
  })
})

describe('standing', () => {
  const fewer = advice('Add a', { rowsBefore: 107_478, rowsAfter: 4716, method: 'measured' })
  const more = advice('Add a', { rowsBefore: 10, rowsAfter: 20, method: 'what-if' })
  test.each<readonly [string, Finding['confidence'], Trials, string, string]>([
    ['untried, from definitions', 'proven', {}, 'from the schema', 'plain'],
    ['untried, shares assumed', 'structural', {}, 'guess, not checked', 'warn'],
    ['untried, from statistics', 'estimated', {}, 'from estimates', 'plain'],
    ['planned better', 'structural', planned(fewer, 'better'), 'planned ÷23', 'good'],
    ['planned better by cost alone', 'structural', planned(more, 'better'), 'planned', 'good'],
    ['planned, not chosen', 'structural', planned(fewer, 'not-used'), 'not chosen', 'bad'],
    ['planned worse', 'structural', planned(more, 'worse'), 'planned worse', 'bad'],
    ['planned the same', 'structural', planned(fewer, 'same'), 'planned the same', 'warn'],
    ['confirmed', 'structural', proved(fewer, 'confirmed'), 'measured ÷23', 'good'],
    ['refuted', 'structural', proved(fewer, 'refuted'), 'refuted', 'bad'],
    [
      'a proof is stronger than a plan',
      'structural',
      { ...planned(fewer, 'better'), ...proved(fewer, 'refuted') },
      'refuted',
      'bad',
    ],
    ['still running', 'proven', { proof: { state: 'running' } }, 'from the schema', 'plain'],
  ])('%s', (_name, confidence, trials, words, look) => {
    const standing = standingOf({ finding: finding('A', [fewer], confidence), trials })
    expect([standing.words, standing.look]).toEqual([words, look])
  })
})
