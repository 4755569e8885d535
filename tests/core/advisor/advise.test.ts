// Protects how findings become advice: what is on, what is missing, what is the same, and what comes first.
import { describe, expect, test } from 'vitest'
import { mergeFindings } from '../../../src/core/advisor/merge'
import type { Advice, Finding } from '../../../src/core/advisor/model'
import { ranked } from '../../../src/core/advisor/rank'
import { type Rule, rule } from '../../../src/core/advisor/rule'
import { activeRules } from '../../../src/core/advisor/settings'

function finding(name: string, given: Partial<Finding> = {}): Finding {
  return {
    rule: name,
    severity: 'warning',
    title: name,
    explanation: name,
    nodes: [],
    evidence: [{ kind: 'statistic', text: name }],
    confidence: 'estimated',
    advice: [],
    ...given,
  }
}

function addIndex(...parts: readonly string[]): Advice {
  return {
    kind: 'add-index',
    title: parts.join(),
    variant: { sql: 'SELECT 1', session: [], ddl: [{ apply: `ADD ${parts.join()}`, undo: 'DROP' }] },
    index: { table: 't', name: parts.join('_'), parts },
    equivalence: 'identical',
    preconditions: [],
    tradeOffs: ['writes'],
    notWhen: ['never'],
  }
}

const one: Rule = rule({
  id: 'one',
  title: 'One',
  group: 'index shape',
  families: ['mysql'],
  needs: [],
  limits: { leastRows: { value: 1000, about: 'rows' } },
  doc: { when: '', why: '', schema: '', bad: '', better: '', notWhen: ['never'], source: '' },
  check: (_facts, { leastRows }) => [finding(`at least ${leastRows}`)],
})

describe('settings', () => {
  test('a rule is on with its own limits', () => {
    expect(activeRules([one])).toEqual([{ rule: one, limits: {} }])
  })
  test('a project switches it off, or sets a limit', () => {
    expect(activeRules([one], { rules: { one: false } })).toEqual([])
    expect(activeRules([one], { rules: { one: { leastRows: 5 } } })).toEqual([{ rule: one, limits: { leastRows: 5 } }])
  })
  test.each([
    [{ two: false }, 'There is no rule "two".'],
    [{ one: { fewRows: 5 } }, 'The rule one has no limit "fewRows".'],
  ])('%j is refused', (rules, words) => {
    expect(() => activeRules([one], { rules })).toThrow(words)
  })
})

describe('order', () => {
  test('severity first, then saving × confidence', () => {
    const findings = [
      finding('small warning', { savableFraction: 0.1 }),
      finding('hint', { severity: 'hint', savableFraction: 0.9 }),
      finding('guessed', { savableFraction: 0.6, confidence: 'structural' }),
      finding('measured', { savableFraction: 0.6, confidence: 'measured' }),
      finding('problem', { severity: 'problem', savableFraction: 0.01 }),
    ]
    expect(ranked(findings).map(({ rule: name }) => name)).toEqual([
      'problem',
      'measured',
      'guessed',
      'small warning',
      'hint',
    ])
  })
})

describe('the same advice', () => {
  test('is given once, with the evidence of both', () => {
    const merged = mergeFindings([
      finding('first', { advice: [addIndex('a', 'b')], nodes: ['n0'], savableFraction: 0.2 }),
      finding('second', { advice: [addIndex('a', 'b')], nodes: ['n1'], savableFraction: 0.5 }),
      finding('third', { advice: [addIndex('c')] }),
    ])
    expect(merged.map(({ rule: name }) => name)).toEqual(['first', 'third'])
    expect(merged[0]).toMatchObject({ nodes: ['n0', 'n1'], savableFraction: 0.5 })
    expect(merged[0]?.evidence.map(({ text }) => text)).toEqual(['first', 'second'])
  })

  test('a narrower index becomes the wider one that begins with it', () => {
    const merged = mergeFindings([
      finding('narrow', { advice: [addIndex('a')] }),
      finding('wide', { advice: [addIndex('a', 'b')] }),
      finding('other order', { advice: [addIndex('b', 'a')] }),
    ])
    expect(merged.map(({ advice }) => advice[0]?.index?.parts)).toEqual([
      ['a', 'b'],
      ['b', 'a'],
    ])
  })

  test('findings without advice stay apart', () => {
    expect(mergeFindings([finding('one'), finding('two')])).toHaveLength(2)
  })
})

describe('two answers', () => {
  const drop = (name: string): Advice => ({
    ...addIndex(name),
    kind: 'drop-index',
    index: { table: 't', name, parts: ['a'] },
    variant: { sql: 'SELECT 1', session: [], ddl: [{ apply: `ALTER TABLE t DROP KEY ${name}`, undo: 'ADD' }] },
  })

  test('of which one begins with the other are one; others say that one of them is enough', () => {
    const merged = mergeFindings([
      finding('first', { advice: [addIndex('a', 'b')], nodes: ['n0'] }),
      finding('second', { advice: [addIndex('c', 'a')], nodes: ['n0'] }),
      finding('another read', { advice: [addIndex('d')], nodes: ['n1'] }),
    ])
    expect(merged.map(({ explanation }) => explanation)).toEqual([
      'first',
      'second Make this index or the one on (a, b), not both.',
      'another read',
    ])
  })

  test('what a new index drops with it is not dropped again', () => {
    const extending = { ...addIndex('a', 'b'), kind: 'extend-index' as const }
    const ddl = [{ apply: 'ALTER TABLE t ADD KEY x (a, b), DROP KEY old', undo: '' }]
    const merged = mergeFindings([
      finding('extends', { advice: [{ ...extending, variant: { ...extending.variant, ddl } }] }),
      finding('drops it too', { advice: [drop('old')] }),
      finding('drops another', { advice: [drop('older')] }),
    ])
    expect(merged.map(({ rule: name }) => name)).toEqual(['extends', 'drops another'])
  })

  test('what another advice wants to be read is not dropped', () => {
    const forced: Advice = {
      ...addIndex('a'),
      kind: 'force-index',
      variant: { sql: 'SELECT 1 FROM t FORCE INDEX (`old`)', session: [], ddl: [] },
    }
    const merged = mergeFindings([finding('forces', { advice: [forced] }), finding('drops', { advice: [drop('old')] })])
    expect(merged.map(({ rule: name }) => name)).toEqual(['forces'])
  })

  test('the words of the rule that is more to the point stay', () => {
    const [merged] = mergeFindings([
      finding('index-missing-prefix', { severity: 'problem', advice: [addIndex('a')] }),
      finding('missing-join-index', { advice: [addIndex('a')] }),
    ])
    expect(merged).toMatchObject({ rule: 'missing-join-index', severity: 'problem' })
  })
})
