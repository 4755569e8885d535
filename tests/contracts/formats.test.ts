// Protects what every plan format promises, on everything that real servers were recorded to print.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { SargableError } from '../../src/core/errors'
import { isObject, keyOf, memberSpanOf, spanOf } from '../../src/core/json/cursor'
import { readJson } from '../../src/core/json/read'
import { type JsonTape, recordSize, slot } from '../../src/core/json/tape'
import { planFormats } from '../../src/core/plan/formats'
import { metricsOf } from '../../src/core/plan/metrics'
import { type Plan, planSchema } from '../../src/core/plan/model'
import { outline } from '../../src/core/plan/outline'
import { dataKeyedObjects } from '../../src/core/plan/parts/data-keyed-objects'
import { readPlans } from '../../src/core/plan/read'
import { each } from '../../src/core/plan/walk'
import fc from '../kit/seeded-check'
import { type Recorded, recordedPlans, servers } from './fixtures'

const all = recordedPlans()
const readable = all.filter((recorded) => planFormats.some((format) => format.id === recorded.format))

function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) freeze(inner)
  }
  return value
}

/** Runs a check over many recordings and shows those that fail, not the first only. */
function forEach(list: readonly Recorded[], check: (recorded: Recorded) => string | undefined): void {
  const failures = list.flatMap((recorded) => {
    const failure = check(recorded)
    return failure === undefined ? [] : [`${recorded.name} (${recorded.format}): ${failure}`]
  })
  expect(failures.slice(0, 20)).toEqual([])
}

describe('the lists', () => {
  test('formats/index.ts lists every file of its folder, sorted', () => {
    const files = readdirSync(join(import.meta.dirname, '../../src/core/plan/formats'))
      .filter((file) => file !== 'index.ts')
      .map((file) => file.replace(/\.ts$/, ''))
      .sort()
    expect(planFormats.map((format) => format.id)).toEqual(files)
  })

  test.each(servers)('plans of %s are recorded', (server) => {
    expect(all.filter((recorded) => recorded.server === server).length).toBeGreaterThanOrEqual(30)
  })

  test('every recorded plan has a reader', () => expect(readable.length).toBe(all.length))

  test.each(planFormats.map((format) => format.id))('%s has recorded plans', (id) => {
    expect(readable.filter((recorded) => recorded.format === id).length).toBeGreaterThanOrEqual(30)
  })
})

/** A tree has no end mark: a cut behind a line or inside of its phrase may leave what could be a whole plan. */
function endsInPhrase(part: string, text: string): boolean {
  const line = part.slice(part.lastIndexOf('\n') + 1)
  const isPlain = !part.includes('(actual') && /\(cost=[^)]*\)\s*$/.test(line)
  return line.trim() === '' || text[part.length] === '\n' || isPlain || !/\((?:cost|actual)/.test(line)
}

describe('every recorded plan', () => {
  test('is read, is understood whole, and is what the contract says', () => {
    forEach(readable, ({ text, context, format, measured }) => {
      const plans = readPlans(text, context)
      for (const plan of plans) {
        const { success, error } = planSchema.safeParse(plan)
        if (!success) return error.message
        if (plan.notes.length > 0) return plan.notes.map((note) => note.message).join('; ')
        if (plan.source.format !== format) return `read as ${plan.source.format}`
        if (plan.source.measured !== measured) return `measured is ${plan.source.measured}`
        if (plan.source.text !== text) return 'its text is not the given one'
      }
      return plans.length > 0 ? undefined : 'no plan'
    })
  })

  test('is recognized without hints by one format, which reads the same', () => {
    forEach(readable, ({ text, format }) => {
      const head = text.slice(0, 4096)
      const claims = planFormats.filter((each) => each.recognizes(head)).map((each) => each.id)
      if (claims.length !== 1) return `claimed by ${claims.join(', ') || 'none'}`
      if (claims[0] === format) return undefined
      // Some small plans of MariaDB look like MySQL's; then MySQL's reader must understand them as well.
      const found = planFormats.find((each) => each.id === claims[0])
      const own = planFormats.find((each) => each.id === format)
      if (claims[0]?.replace(/-v1$/, '').replace('mysql', 'mariadb') !== format) return `claimed by ${claims[0]}`
      const plan = found?.parse(text, {})
      if (!plan || plan.notes.length > 0) return 'its twin does not understand it'
      const expected = own ? outline(own.parse(text, {})) : ''
      return outline(plan) === expected ? undefined : `its twin reads\n${outline(plan)}\nnot\n${expected}`
    })
  })

  test('has places inside the text, and the conditions stand there', () => {
    forEach(readable, ({ text, context }) => {
      for (const plan of readPlans(text, context)) {
        for (const node of each(plan.root)) {
          const { start, end } = node.span
          if (start >= end || end > text.length) return `${node.id} at ${start}..${end}`
          for (const condition of node.conditions) {
            const { span } = condition
            const there = span ? text.slice(span.start, span.end) : undefined
            if (there !== undefined && !/[\\&]/.test(there) && there !== condition.text)
              return `${there} is not ${condition.text}`
          }
        }
      }
      return undefined
    })
  })

  test('survives JSON and deep freezing', () => {
    forEach(readable, ({ text, context }) => {
      for (const plan of readPlans(text, context)) {
        const printed = JSON.stringify(plan)
        const frozen = freeze(plan)
        metricsOf(frozen)
        outline(frozen)
        if (!isDeepStrictEqual(JSON.parse(printed), frozen)) return 'something is undefined or no JSON'
      }
      return undefined
    })
  })

  test('cut anywhere, says so: a note, a fault with its place, or fewer rows or nodes where nothing closes a format', () => {
    let turn = 0
    forEach(readable, ({ text, context, format }) => {
      turn++
      // Each recording is cut at a third of the places, the next one at others.
      for (let cut = 1 + (turn % 3); cut <= 20; cut += 3) {
        const part = text.slice(0, Math.floor((text.length * cut) / 21))
        try {
          const plans = readPlans(part, context)
          const silent = plans.length > 0 && plans.every((plan) => plan.notes.length === 0)
          const allowed = format.endsWith('-table') || (format === 'mysql-tree' && endsInPhrase(part, text))
          if (!silent || allowed) continue
          if (!endsAnywhere.has(format)) return `cut at ${part.length} of ${text.length} is read silently`
          const whole = labels(readPlans(text, context))
          // What the last node is may stand on a line that is gone.
          const certain = labels(plans).slice(0, -1)
          if (certain.some((label, index) => label !== whole[index])) {
            return `cut at ${part.length} of ${text.length} other nodes are read`
          }
        } catch (thrown) {
          if (!(thrown instanceof SargableError)) return `cut at ${part.length}: ${String(thrown)}`
          const { code, span, line, column } = thrown.fault
          if (code !== 'unreadable-plan' || !span || line === undefined || column === undefined) {
            return `cut at ${part.length}: ${JSON.stringify(thrown.fault)}`
          }
        }
      }
      return undefined
    })
  }, 120_000)
})

/** Formats of lines without a closing sign: between two lines nobody can tell that more stood there. */
const endsAnywhere: ReadonlySet<string> = new Set(['postgres-text', 'postgres-yaml'])

function labels(plans: readonly Plan[]): string[] {
  return plans.flatMap((plan) => [...each(plan.root)].map((node) => node.label))
}

describe('a mangled plan', () => {
  const values = ['null', '-1', '1e999', '""', '"x"', '[]', '{}', '[null]', '[{}]', '"<derived2>"', '"<union1,2>"']
  const change = fc.record({
    recording: fc.nat(),
    kind: fc.constantFrom('drop', 'repeat', 'value', 'line', 'letter'),
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    length: fc.integer({ min: 1, max: 60 }),
    value: fc.constantFrom(...values),
    letter: fc.constantFrom(...'\t|{}[]"\n+:,*'),
  })

  test('is a plan that the contract allows, or a fault with its place; never a crash', () => {
    fc.assert(
      fc.property(change, ({ recording, kind, at, length, value, letter }) => {
        const text = all[recording % all.length]?.text ?? ''
        const place = Math.floor(text.length * at)
        const mangled = {
          drop: () => text.slice(0, place) + text.slice(place + length),
          repeat: () => text.slice(0, place + length) + text.slice(place),
          value: () => text.slice(0, place) + text.slice(place).replace(/:\s*("[^"]*"|[-\w.]+|\[|\{)/, `: ${value}`),
          line: () => text.slice(0, place) + text.slice(place).replace(/\n.*\n/, '\n'),
          letter: () => text.slice(0, place) + letter + text.slice(place),
        }[kind]()
        try {
          for (const plan of readPlans(mangled, {})) {
            planSchema.parse(plan)
            metricsOf(plan)
            outline(plan)
          }
        } catch (thrown) {
          if (!(thrown instanceof SargableError)) throw thrown
          const { span, line } = thrown.fault
          expect(line).toBeGreaterThan(0)
          expect(span && span.start <= span.end && span.end <= mangled.length).toBe(true)
        }
      }),
      { numRuns: 1500 },
    )
  })
})

describe('a table and a JSON plan of one statement', () => {
  test('read the same stored tables in the same way through the same indexes', () => {
    const accesses = (plan: Plan) =>
      [...each(plan.root)]
        .flatMap(({ access }) => (access && !access.derived ? [access] : []))
        .map(({ table, method, indexes }) => `${table} ${method} ${indexes.map((index) => index.name).join()}`)
        .filter((line) => !/^\S+ none|^(?:t|x|y|r|jt) /.test(line))
        .sort()
    const tables = readable.filter((recorded) => recorded.format.endsWith('-table') && !recorded.measured)
    let compared = 0
    forEach(tables, (table) => {
      const [name] = table.name.split(' ')
      const json = readable.find(
        (each) => each.name.startsWith(`${name} `) && each.format.includes('-json') && !each.measured,
      )
      const [left] = readPlans(table.text, table.context)
      const [right] = json ? readPlans(json.text, json.context) : []
      if (!left || !right) return undefined
      compared++
      const [a, b] = [accesses(left), accesses(right)]
      return a.join('\n') === b.join('\n') ? undefined : `\n${a.join('\n')}\n--\n${b.join('\n')}`
    })
    expect(compared).toBeGreaterThan(200)
  })
})

/** Every object of a document: where it opens, whether anything is in it, and whether its keys are data. */
function objectsOf(tape: JsonTape, dataKeyed: ReadonlySet<string>) {
  const objects: { at: number; dataKeyed: boolean }[] = []
  const around: { at: number; end: number }[] = []
  for (let at = 0; at < tape.count; at++) {
    const { start, end } = spanOf(tape, at)
    while (around.length > 0 && (around.at(-1)?.end ?? 0) <= start) around.pop()
    const parent = around.at(-1)
    if (isObject(tape, at)) {
      const path = parent ? `${keyOf(tape, parent.at)}.${keyOf(tape, at)}` : ''
      objects.push({ at, dataKeyed: dataKeyed.has(keyOf(tape, at)) || dataKeyed.has(path) })
    }
    if ((tape.records[at * recordSize + slot.next] ?? 0) > at + 1) around.push({ at, end })
  }
  return objects
}

describe('an unknown key', () => {
  const documents = readable.filter((recorded) => recorded.format.includes('json'))

  test.each([
    ['at the start of an object', 'start', '"zz_unknown": 1'],
    ['at the end of an object', 'end', '"zz_unknown": {"zz_inside": ["x", null]}'],
  ])(
    '%s is one note at its place and changes nothing else',
    (_name, place, member) => {
      let objects = 0
      forEach(documents, ({ text, context, format }) => {
        const { tape } = readJson(text)
        if (!tape) return 'no JSON'
        const plain = readPlans(text, context)
        const dataKeyed = Object.entries(dataKeyedObjects).find(([id]) => id === format)?.[1] ?? new Set<string>()
        for (const object of objectsOf(tape, dataKeyed)) {
          objects++
          const { start, end } = spanOf(tape, object.at)
          const empty = text.slice(start + 1, end - 1).trim() === ''
          const at = place === 'start' ? start + 1 : end - 1
          const inserted = empty ? member : place === 'start' ? `${member}, ` : `, ${member}`
          const changed = readPlans(text.slice(0, at) + inserted + text.slice(at), context)
          const notes = changed.flatMap((plan) => plan.notes)
          const noteStart = at + inserted.indexOf('"zz')
          const expected = object.dataKeyed ? [] : [{ start: noteStart, end: noteStart + member.length }]
          const where = `${JSON.stringify(memberSpanOf(tape, object.at))} ${keyOf(tape, object.at)}`
          if (JSON.stringify(notes.map((note) => note.span)) !== JSON.stringify(expected)) {
            return `in ${where}: ${JSON.stringify(notes)}`
          }
          if (!object.dataKeyed && comparable(changed, at, inserted.length) !== comparable(plain, at, 0)) {
            return `in ${where}: something else changed`
          }
        }
        return undefined
      })
      expect(objects).toBeGreaterThan(2000)
    },
    120_000,
  )
})

/** Plans as text, without notes and the text itself, and with places as they were before `length` was inserted at `at`. */
function comparable(plans: readonly Plan[], at: number, length: number): string {
  const back = (offset: number) => (offset >= at + length ? offset - length : offset)
  return JSON.stringify(plans, (key, value) => {
    if (key === 'notes' || key === 'text') return key === 'text' && value !== plans[0]?.source.text ? value : undefined
    if ((key === 'span' || key === 'sqlSpan') && typeof value === 'object') {
      return { start: back(value.start), end: back(value.end) }
    }
    return value
  })
}
