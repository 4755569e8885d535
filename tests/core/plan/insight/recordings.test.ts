// Protects what holds for every plan that a server ever printed to us: rows that add up, sentences that are whole, findings that are true to their plan.
import { beforeAll, expect, test } from 'vitest'
import { findingSchema } from '../../../../src/core/advisor/model'
import { verdictFrom } from '../../../../src/core/analysis/verdict'
import { planFindingsOf } from '../../../../src/core/plan/insight/plan-findings'
import type { PlanInsight } from '../../../../src/core/plan/insight/plan-insight'
import { recordedPlans } from '../../../contracts/fixtures'
import { insightOfText } from './recorded'

let recorded: readonly { readonly name: string; readonly measured: boolean; readonly insight: PlanInsight }[] = []

beforeAll(() => {
  recorded = recordedPlans().map(({ name, measured, text, context }) => ({
    name,
    measured,
    insight: insightOfText(text, context),
  }))
}, 240_000)

/** No words that only a mistake brings into a sentence. */
const slips = /undefined|NaN|Infinity|\b1 (?:rows|index entries|tables)\b| {2}|\b0 rows|``|\(\)|object Object/

test('read = removed + passed wherever all are counted, and nothing is negative', () => {
  const wrong: string[] = []
  let checked = 0
  for (const { name, insight } of recorded) {
    for (const { read, removed, passed, node } of insight.flow.tables) {
      if (read === undefined || passed === undefined) continue
      checked++
      const own = removed.filter((one) => one.by !== 'join-filter' && one.rows !== undefined)
      const sum = own.reduce((total, one) => total + (one.rows?.rows ?? 0), passed.rows)
      const open = (read.plusMinus ?? 0) + (passed.plusMinus ?? 0) + 1e-6
      if (own.length > 0 && Math.abs(sum - read.rows) > open) wrong.push(`${name} ${node.id}: ${sum} of ${read.rows}`)
      if (read.rows < 0 || passed.rows < 0) wrong.push(`${name} ${node.id} is negative`)
    }
  }
  expect(wrong).toEqual([])
  expect(checked).toBeGreaterThan(2000)
})

test('every finding is valid, names steps that are there, and reads like a sentence', () => {
  const wrong: string[] = []
  let count = 0
  for (const { name, insight } of recorded) {
    for (const finding of planFindingsOf(insight).findings) {
      count++
      const complain = (what: string) => wrong.push(`${name} ${finding.rule}: ${what}`)
      if (!findingSchema.safeParse(finding).success) complain('schema')
      if (!finding.nodes.every((id) => insight.find(id))) complain('nodes')
      const words = `${finding.title}. ${finding.explanation}`
      if (slips.test(words) || !words.endsWith('.')) complain(words)
      const saves = finding.savableFraction
      if (saves !== undefined && !(saves >= 0 && saves <= 1)) complain(`saves ${saves}`)
    }
  }
  expect(wrong).toEqual([])
  expect(count).toBeGreaterThan(500)
})

test('every verdict is whole and plain, and no estimate passes for a count', () => {
  const wrong: string[] = []
  for (const { name, measured, insight } of recorded) {
    const { text } = verdictFrom({ insight, keyUse: [] })
    const isWhole = /^(?:Reads|Expects to read|Lets the storage engine count|The server does not print) .*\.$/.test(
      text,
    )
    if (!isWhole || slips.test(text)) wrong.push(`${name}: ${text}`)
    if (!measured && /^Reads (?:all )?[\d,]+ /.test(text)) wrong.push(`${name} is not measured: ${text}`)
  }
  expect(wrong).toEqual([])
})

test('the hottest step has a share of the whole, and errors start at steps that ran', () => {
  const wrong: string[] = []
  for (const { name, insight } of recorded) {
    const { hottest, errors } = insight
    if (hottest !== undefined && !(hottest.share > 0 && hottest.share <= 1)) wrong.push(`${name}: ${hottest.share}`)
    for (const error of errors)
      if (error.node.actual === undefined || error.node.actual.neverExecuted || error.workShare > 1)
        wrong.push(`${name} ${error.nodeId}`)
  }
  expect(wrong).toEqual([])
})
