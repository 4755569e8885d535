// Protects that PostgreSQL's four formats of one statement are one plan, and that no node or table is lost.
import { describe, expect, test } from 'vitest'
import { type Plan, type PlanNode, planSchema } from '../../src/core/plan/model'
import { readPlans } from '../../src/core/plan/read'
import { each } from '../../src/core/plan/walk'
import { type Recorded, recordedPlans } from './fixtures'

const all = recordedPlans().filter(({ format }) => format.startsWith('postgres'))

/** The recordings of one statement that were made with the same options but for the format. */
function comparable(measured: boolean): { json: Recorded; others: Recorded[] }[] {
  const verbose = all.filter((each) => each.measured === measured && /VERBOSE.*SETTINGS/.test(each.statement))
  const of = (recorded: Recorded) => recorded.name.split(' ')[0]
  return verbose
    .filter((each) => each.format === 'postgres-json')
    .map((json) => ({ json, others: verbose.filter((each) => each.format !== json.format && of(each) === of(json)) }))
}

const nodesOf = (plan: Plan | undefined) => (plan ? [...each(plan.root)] : [])
/** What the text format leaves out of a plain EXPLAIN; docs/formats.md says it in words. */
const falseLeftOut = new Set(['Parallel Aware', 'Async Capable', 'Disabled', 'Inner Unique', 'Single Copy'])
const zeroLeftOut = new Set(['Subplans Removed', 'Planned Partitions'])
const notPrintedAsText = (key: string, value: unknown) =>
  falseLeftOut.has(key) ? value === false : zeroLeftOut.has(key) && value === 0

/** What is not compared: places, and what planning took, which differs from run to run. */
const dropped = new Set(['span', 'children', 'notes', 'source'])

function bare(value: unknown, isText: boolean): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, inner) => {
      if (dropped.has(key) || key === 'Planning') return undefined
      return isText && notPrintedAsText(key, inner) ? undefined : inner
    }),
  )
}

describe('a plain EXPLAIN', () => {
  const statements = comparable(false)

  test('is recorded in all four formats', () => {
    expect(statements.length).toBeGreaterThan(370)
    for (const { json, others } of statements) {
      expect([json.name, others.map((each) => each.format).sort()]).toEqual([
        json.name,
        ['postgres-text', 'postgres-xml', 'postgres-yaml'],
      ])
    }
  })

  test.each(['postgres-text', 'postgres-xml', 'postgres-yaml'])('is the same plan in JSON and %s', (format) => {
    const isText = format === 'postgres-text'
    let compared = 0
    for (const { json, others } of statements) {
      const other = others.find((each) => each.format === format)
      const [left, right] = [readPlans(json.text, {}), readPlans(other?.text ?? '', {})]
      expect(right.length, json.name).toBe(left.length)
      for (const [index, plan] of left.entries()) {
        const twin = right[index]
        const [a, b] = [nodesOf(plan), nodesOf(twin)]
        expect(
          b.map((node) => bare(node, isText)),
          json.name,
        ).toEqual(a.map((node) => bare(node, isText)))
        expect(bare(twin?.statement, isText), json.name).toEqual(bare(plan.statement, isText))
        compared += a.length
      }
    }
    expect(compared).toBeGreaterThan(1300)
  })
})

/** Statements whose runs before were rolled back: their rows are still in the index. */
const leavesRows = /\/update-from /

describe('an EXPLAIN ANALYZE', () => {
  const statements = comparable(true)
  const shape = (node: PlanNode) => [
    node.label,
    node.relation,
    node.access?.table,
    node.access?.alias,
    node.actual?.loops,
  ]

  test.each(['postgres-text', 'postgres-xml', 'postgres-yaml'])(
    'in %s has the nodes, loops and rows of JSON',
    (format) => {
      let compared = 0
      for (const { json, others } of statements) {
        const other = others.find((each) => each.format === format)
        const [left, right] = [readPlans(json.text, {}), readPlans(other?.text ?? '', {})]
        for (const [index, plan] of left.entries()) {
          const [a, b] = [nodesOf(plan), nodesOf(right[index])]
          expect(b.map(shape), json.name).toEqual(a.map(shape))
          // Workers share the rows differently in each run.
          const parallel = a.some((node) => node.operator === 'gather')
          const rows = (nodes: readonly PlanNode[]) => nodes.map((node) => node.actual?.rowsPerLoop)
          if (!parallel && !leavesRows.test(json.name)) expect(rows(b), json.name).toEqual(rows(a))
          compared += a.length
        }
      }
      expect(compared).toBeGreaterThan(1300)
    },
  )
})

/** A second, small reader for each format: the words of every node and the tables, in the printed order. */
const counts: Readonly<Record<string, (text: string) => { nodes: number; tables: string[] }>> = {
  'postgres-json': (text) => ({
    nodes: [...text.matchAll(/"Node Type": /g)].length,
    tables: [...text.matchAll(/^( *)"Relation Name": "(.*)",?$/gm)].map((match) => match[2] ?? ''),
  }),
  'postgres-yaml': (text) => ({
    nodes: [...text.matchAll(/^[ -]*Node Type: /gm)].length,
    tables: [...text.matchAll(/^[ -]*Relation Name: "(.*)"$/gm)].map((match) => match[1] ?? ''),
  }),
  'postgres-xml': (text) => ({
    nodes: [...text.matchAll(/<Node-Type>/g)].length,
    tables: [...text.matchAll(/<Relation-Name>(.*)<\/Relation-Name>/g)].map((match) => match[1] ?? ''),
  }),
  'postgres-text': (text) => {
    const lines = text.split('\n')
    const isNode = (line: string) =>
      /^ *-> {2}/.test(line) || (/^[A-Z]/.test(line) && !/^[A-Za-z ]+:/.test(line) && !/^Trigger /.test(line))
    const named = lines.filter(
      (line) =>
        / on /.test(line) &&
        !/^ *(?:-> {2})?(?:Bitmap Index|Function|Table Function|CTE|WorkTable|Values|Subquery|Named)/.test(line) &&
        !/: |^Trigger/.test(line),
    )
    return {
      nodes: lines.filter(isNode).length,
      tables: named.map((line) => / on (?:(?:public|pg_temp|pg_catalog)\.)?"?(\w+)/.exec(line)?.[1] ?? ''),
    }
  },
}

describe('counted by a second reader', () => {
  test.each(Object.keys(counts))('every node and table of %s is there, in order', (format) => {
    const recordings = all.filter((each) => each.format === format)
    for (const { name, text } of recordings) {
      const expected = counts[format]?.(text)
      const nodes = readPlans(text, {}).flatMap(nodesOf)
      // What an INSERT or UPDATE changes, and the parts of a changed table, stand in fields of their own.
      const tables = nodes.flatMap((node) => {
        const targets = [...String(node.rest['Target Tables'] ?? '').matchAll(/"Relation Name":"(\w+)"/g)]
        const own = node.label.startsWith('Bitmap Index') || node.access?.derived ? undefined : node.access?.table
        const changed = node.rest['Relation Name']
        return [own ?? (typeof changed === 'string' ? changed : undefined), ...targets.map((match) => match[1])]
      })
      expect([name, nodes.length, tables.filter((table) => table !== undefined && table !== '')]).toEqual([
        name,
        expected?.nodes,
        expected?.tables,
      ])
    }
  })
})

describe('a line or element that no server prints', () => {
  const texts = all.filter((each) => each.format === 'postgres-text' && each.measured)
  const facts = (plans: readonly Plan[]) =>
    JSON.stringify(plans, (key, value) => (['span', 'source', 'notes'].includes(key) ? undefined : value))

  test('behind every node of a text plan is one note at its place and changes nothing else', () => {
    let lines = 0
    for (const { name, text } of texts) {
      const whole = facts(readPlans(text, {}))
      for (const match of text.matchAll(/^( *)(?:-> {2})?[A-Z].*\(.*(?:loops=\d+|never executed)\)$/gm)) {
        if (/^ *Worker|: /.test(match[0].split('(')[0] ?? '')) continue
        lines++
        const at = match.index + match[0].length
        const indent = match[0].trimStart().startsWith('->') ? `${match[1]}      ` : '  '
        const changed = `${text.slice(0, at)}\n${indent}Zz Unknown: (a, 'b')${text.slice(at)}`
        const plans = readPlans(changed, {})
        const notes = plans.flatMap((plan) => plan.notes)
        expect([name, notes.map(({ span }) => changed.slice(span.start, span.end))]).toEqual([
          name,
          ["Zz Unknown: (a, 'b')"],
        ])
        expect(facts(plans), name).toBe(whole)
      }
    }
    expect(lines).toBeGreaterThan(1000)
  })

  test('in every object of XML and YAML is one note and changes nothing else', () => {
    let members = 0
    let turn = 0
    for (const { name, text, format } of all) {
      const every =
        format === 'postgres-yaml'
          ? [...text.matchAll(/^( *)(?:- )?Node Type: .*$/gm)]
          : format === 'postgres-xml'
            ? [...text.matchAll(/^( *)<Node-Type>.*$/gm)]
            : []
      // A third of the places of each plan, of the next one others.
      turn++
      const places = every.filter((_place, index) => (index + turn) % 3 === 0)
      const whole = places.length === 0 ? '' : facts(readPlans(text, {}))
      for (const place of places) {
        members++
        const at = place.index + place[0].length
        const indent = ' '.repeat(place[0].search(/N/))
        const member = format === 'postgres-yaml' ? `\n${indent}Zz Unknown: 1` : `<Zz-Unknown>1</Zz-Unknown>`
        const changed = text.slice(0, at) + member + text.slice(at)
        const plans = readPlans(changed, {})
        const notes = plans.flatMap((plan) => plan.notes.map((note) => note.message))
        expect([name, notes]).toEqual([name, ['Unknown key "Zz Unknown"']])
        expect(facts(plans), name).toBe(whole)
        for (const plan of plans) planSchema.parse(plan)
      }
    }
    expect(members).toBeGreaterThan(1300)
  })
})
