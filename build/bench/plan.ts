import { loadavg } from 'node:os'
import { performance } from 'node:perf_hooks'
import { hierarchy, tree } from 'd3-hierarchy'
import { SargableError } from '../../src/core/errors'
import { recognize } from '../../src/core/paste/recognize'
import { metricsOf } from '../../src/core/plan/metrics'
import type { Plan, PlanNode } from '../../src/core/plan/model'
import { readPlans } from '../../src/core/plan/read'
import { diagramOf } from '../../src/ui/plan/diagram-geometry'
import { flattenPlan } from '../../src/ui/plan/flat-plan'
import { mysqlJsonV2, mysqlTree } from '../../tests/kit/plan-writers/mysql-steps'
import { postgresXml, postgresYaml } from '../../tests/kit/plan-writers/postgres-document'
import { postgresText } from '../../tests/kit/plan-writers/postgres-text'
import { generatedMysqlStep, generatedMysqlV1 } from './generated-mysql-plan'
import { generatedPlan, seededRandom } from './generated-plan'
import { hostileTexts } from './hostile-texts'
import { pev2Parser } from './pev2'
import { median, ratio, rounds } from './rounds'

/** Reading and laying out big plans, as ratios to JSON.parse of the same plan in the same round. */
export function benchPlans(): readonly string[] {
  const load = loadavg()[0] ?? 0
  return [
    `load average ${load.toFixed(1)}`,
    ...[1_000, 10_000, 20_000].flatMap(sizeLines),
    ...formatLines(),
    ...peerLines(),
    ...hostileLines(),
  ]
}

function planOf(text: string): Plan {
  const [plan] = readPlans(text, {})
  if (!plan || plan.notes.length > 0) throw new Error('the generated plan was not read')
  return plan
}

/** The same plan as one that nobody has looked into: what is worked out once for a plan is worked out again. */
function unknown(plan: Plan): Plan {
  return { ...plan, root: { ...plan.root } }
}

function layout(plan: Plan): unknown {
  const flat = flattenPlan(plan.root)
  return diagramOf(flat, new Uint8Array(flat.nodes.length))
}

function sizeLines(wanted: number): readonly string[] {
  const { text, nodes } = generatedPlan(wanted)
  const plan = planOf(text)
  const times = rounds(
    {
      baseline: () => JSON.parse(text),
      read: () => readPlans(text, {}),
      metrics: () => metricsOf(unknown(plan)),
      layout: () => layout(unknown(plan)),
    },
    9,
  )
  const size = `${nodes.toLocaleString('en')} nodes, ${megabytes(text)}`
  return [
    `plan of ${size}: JSON.parse ${median(times.baseline).toFixed(1)} ms`,
    ...(['read', 'metrics', 'layout'] as const).map((name) => against(name, times[name], times.baseline)),
  ]
}

function megabytes(text: string): string {
  return `${(text.length / 1e6).toFixed(1)} MB`
}

function against(name: string, times: readonly number[], baseline: readonly number[]): string {
  return `  ${name.padEnd(30)} ${median(times).toFixed(1).padStart(8)} ms  ${ratio(times, baseline).toFixed(2).padStart(6)} × JSON.parse`
}

/**
 * The same plan of 20,000 nodes in every format. Beside the ratio to JSON.parse of its JSON text stands the one by
 * length: to what JSON.parse would take for as many letters of that JSON. They differ where a format says the same in
 * fewer letters.
 */
function formatLines(): readonly string[] {
  const wanted = 20_000
  const { document, text: json } = generatedPlan(wanted)
  const { root } = generatedMysqlStep(wanted, seededRandom())
  const v2 = mysqlJsonV2(root)
  const v1 = generatedMysqlV1(wanted, seededRandom())
  const plans: readonly (readonly [name: string, text: string, json: string])[] = [
    ['PostgreSQL JSON', json, json],
    ['PostgreSQL text', postgresText(document), json],
    ['PostgreSQL YAML', postgresYaml(document), json],
    ['PostgreSQL XML', postgresXml(document), json],
    ['MySQL JSON, version 2', v2, v2],
    ['MySQL tree', mysqlTree(root), v2],
    ['MySQL JSON, version 1', v1, v1],
  ]
  const lines = plans.map(([name, text, ofSamePlan]) => {
    planOf(text)
    const { baseline, read } = rounds({ baseline: () => JSON.parse(ofSamePlan), read: () => readPlans(text, {}) }, 9)
    const times = ratio(read, baseline)
    return formatLine(
      name,
      megabytes(text),
      median(baseline),
      median(read),
      times,
      (times * ofSamePlan.length) / text.length,
    )
  })
  const head = '  format                      size  JSON.parse    read  × same plan  × by length'
  return ['reading 20,000 nodes', head, ...lines]
}

function formatLine(
  name: string,
  size: string,
  baseMs: number,
  readMs: number,
  same: number,
  byLength: number,
): string {
  const times = `${same.toFixed(2).padStart(11)}  ${byLength.toFixed(2).padStart(11)}`
  return `  ${name.padEnd(22)} ${size.padStart(9)}  ${baseMs.toFixed(1).padStart(7)} ms  ${readMs.toFixed(0).padStart(3)} ms  ${times}`
}

/** Other programs on the same plan, in the same rounds as ours. */
function peerLines(): readonly string[] {
  const { text, nodes } = generatedPlan(20_000)
  const plan = planOf(text)
  const pev2 = pev2Parser()
  const times = rounds(
    {
      baseline: () => JSON.parse(text),
      read: () => readPlans(text, {}),
      pev2: () => pev2(text),
      layout: () => layout(unknown(plan)),
      d3: () => tree<PlanNode>().nodeSize([1, 1])(hierarchy(plan.root, (node) => [...node.children])),
    },
    3,
  )
  return [
    `peers, ${nodes.toLocaleString('en')} nodes: JSON.parse ${median(times.baseline).toFixed(1)} ms`,
    against('Sargable, reading', times.read, times.baseline),
    against('PEV2, its parser', times.pev2, times.baseline),
    against('Sargable, layout', times.layout, times.baseline),
    against('d3-hierarchy, its tree', times.d3, times.baseline),
  ]
}

/** Texts of 10 MB that no server prints: milliseconds of reading plans, and of telling what was pasted. */
function hostileLines(): readonly string[] {
  const limitMs = 1000
  const shown = 12
  const texts = [...hostileTexts()].map(([name, make]) => {
    const text = make()
    const readMs = spent(() => readPlans(text, {}))
    const pasteMs = spent(() => recognize(text))
    return { name, readMs, pasteMs, worst: Math.max(readMs, pasteMs) }
  })
  const over = texts.filter(({ worst }) => worst > limitMs).length
  const slowest = [...texts].sort((a, b) => b.worst - a.worst).slice(0, Math.max(shown, over))
  return [
    `10 MB of hostile text: ${over} of ${texts.length} over 1 s; the slowest, ms to read and to recognize`,
    ...slowest.map(
      ({ name, readMs, pasteMs, worst }) =>
        `  ${readMs.toFixed(0).padStart(6)} ${pasteMs.toFixed(0).padStart(6)}  ${name}${worst > limitMs ? '  OVER 1 s' : ''}`,
    ),
  ]
}

/** Milliseconds until it ends; most of these texts are refused, which is an answer. */
function spent(run: () => unknown): number {
  const startedAt = performance.now()
  try {
    run()
  } catch (thrown) {
    if (!(thrown instanceof SargableError)) throw thrown
  }
  return performance.now() - startedAt
}
