// Protects that the plans of MySQL and MariaDB are the same plans after what clients, mail and editors do to their lines.
import { describe, expect, test } from 'vitest'
import type { Plan } from '../../../src/core/plan/model'
import { readPlans } from '../../../src/core/plan/read'
import { recordedPlans } from '../../contracts/fixtures'
import type { ResultTable } from '../../kit/plan-writers/result-table'
import {
  drawnTables,
  harmlessDrawing,
  harmlessJson,
  harmlessTable,
  harmlessTree,
  treeWithoutIndent,
} from './mangled-cells'
import type { Mangle } from './mangled-text'

const recorded = recordedPlans().filter(({ server }) => !server.startsWith('pg'))
const trees = recorded.filter(({ format }) => format === 'mysql-tree')
const documents = recorded.filter(({ format }) => format.includes('json'))
const tables = recorded.filter(({ format }) => format.endsWith('table'))

/** Everything but places, the text itself and notes. */
function facts(plans: readonly Plan[]): string {
  return JSON.stringify(
    plans.map(({ source, ...plan }) => ({ ...plan, format: source.format })),
    (key, value) => (key === 'span' || key === 'notes' ? undefined : value),
  )
}

/** Each recording is read as it is once, not for each change again. */
const wholes = new Map<string, readonly Plan[]>()

function wholeOf(text: string): readonly Plan[] {
  const whole = wholes.get(text) ?? readPlans(text, {})
  wholes.set(text, whole)
  return whole
}

const notesOf = (plans: readonly Plan[]) => plans.flatMap(({ notes }) => notes.map(({ message }) => message))

interface Case {
  readonly name: string
  readonly text: string
}

/** Of each case after the change: what is wrong with it, in words. */
function failuresOf(
  cases: readonly Case[],
  mangle: Mangle,
  check: (plans: readonly Plan[], whole: readonly Plan[], mangled: string) => string | undefined,
): string[] {
  return cases.flatMap(({ name, text }) => {
    const mangled = mangle(text)
    try {
      const failure = check(readPlans(mangled, {}), wholeOf(text), mangled)
      return failure === undefined ? [] : [`${name}: ${failure}`]
    } catch (thrown) {
      return [`${name}: ${String(thrown)}`]
    }
  })
}

function same(plans: readonly Plan[], whole: readonly Plan[], mangled: string): string | undefined {
  if (notesOf(plans).join() !== notesOf(whole).join()) return notesOf(plans).join('; ')
  if (facts(plans) !== facts(whole)) return 'another plan'
  return plans.every(({ source }) => source.text === mangled) ? undefined : 'its text is not the pasted one'
}

test('there are recordings', () => {
  expect([trees.length, documents.length, tables.length].every((count) => count > 200)).toBe(true)
})

describe('a tree is the same plan after', () => {
  test.each(harmlessTree)('%s', (_name, mangle) => {
    expect(failuresOf(trees, mangle, same).slice(0, 5)).toEqual([])
  })
})

describe('a tree is the same plan, or says at which line it stopped, after', () => {
  test.each(treeWithoutIndent)('%s', (_name, mangle) => {
    const failures = failuresOf(trees, mangle, (plans, whole) => {
      if (facts(plans) === facts(whole)) return undefined
      return notesOf(plans).length > 0 ? undefined : 'another plan without a note'
    })
    expect(failures.slice(0, 5)).toEqual([])
  })
})

describe('JSON is the same plan after', () => {
  test.each(harmlessJson)('%s', (_name, mangle) => {
    expect(failuresOf(documents, mangle, same).slice(0, 5)).toEqual([])
  })
})

const unescaped: Readonly<Record<string, string>> = { '\\t': '\t', '\\n': '\n', '\\\\': '\\' }

/** A recorded table, cell by cell. */
function tableOf(text: string): ResultTable {
  const [columns = [], ...rows] = text.split('\n').map((line) => line.split('\t'))
  const cell = (raw: string) =>
    raw === 'NULL' ? null : raw.replace(/\\[tn\\]/g, (letters) => unescaped[letters] ?? letters)
  return { columns, rows: rows.map((row) => row.map(cell)) }
}

describe('a tab separated table is the same plan after', () => {
  test.each(harmlessTable)('%s', (_name, mangle) => {
    expect(failuresOf(tables, mangle, same).slice(0, 5)).toEqual([])
  })
})

describe.each(drawnTables)('a table with %s is the same plan after', (_style, draw) => {
  const asDrawn: readonly [name: string, mangle: Mangle] = ['nothing', (text) => text]
  test.each<readonly [name: string, mangle: Mangle]>([asDrawn, ...harmlessTable, ...harmlessDrawing])(
    '%s',
    (_name, mangle) => {
      expect(failuresOf(tables, (text) => mangle(draw(tableOf(text))), same).slice(0, 5)).toEqual([])
    },
  )
})
