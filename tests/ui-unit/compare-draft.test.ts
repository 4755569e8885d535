// Protects what is typed into an experiment: variants keep their order and limits, settings and table changes are read, orders carry them.
import { describe, expect, test } from 'vitest'
import type { ExperimentSpec } from '../../src/core/experiment/model'
import {
  type Draft,
  letterOf,
  newDraft,
  newVariant,
  typedFields,
  withDuplicate,
  withMoved,
  withVariant,
} from '../../src/ui/compare/draft'
import { keptDraft } from '../../src/ui/compare/kept-draft'
import { orderOf, orderProblem } from '../../src/ui/compare/order'
import { refusedAt } from '../../src/ui/compare/refused'
import { readChanges, readSettings } from '../../src/ui/compare/typed-lines'

const labels = ({ variants }: Draft) => variants.map(({ label }) => label).join(' ')
const draftOf = (...names: string[]) => newDraft(names.map((label) => newVariant({ label, sql: `SELECT '${label}'` })))
const idAt = ({ variants }: Draft, place: number) => variants[place]?.id ?? ''

describe('variants', () => {
  test('a copy stands behind its original, with a name that says so', () => {
    const draft = draftOf('one', 'two')
    expect(labels(withDuplicate(draft, idAt(draft, 0)))).toBe('one one, copy two')
  })
  test('a copy of a copy of a matrix is in no cell', () => {
    const draft = newDraft([newVariant({ sql: 'SELECT 1', cell: { row: 'on', column: '4 MiB' } })])
    expect(withDuplicate(draft, idAt(draft, 0)).variants[1]?.cell).toBeUndefined()
  })
  test('there are eight at most', () => {
    const full = draftOf('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h')
    expect(withDuplicate(full, idAt(full, 0))).toBe(full)
  })
  test.each([
    ['to the right', 0, 1, 'two one three'],
    ['to the left', 2, -1, 'one three two'],
    ['not over the end', 2, 1, 'one two three'],
    ['not before the first', 0, -1, 'one two three'],
  ] as const)('one moves %s', (_name, place, step, expected) => {
    const draft = draftOf('one', 'two', 'three')
    expect(labels(withMoved(draft, idAt(draft, place), step))).toBe(expected)
  })
  test('a change keeps who it is', () => {
    const draft = draftOf('one', 'two')
    const changed = withVariant(draft, idAt(draft, 1), { label: 'new' })
    expect([labels(changed), idAt(changed, 1)]).toEqual(['one new', idAt(draft, 1)])
  })
  test('the last of eight is H', () => expect(letterOf(7)).toBe('H'))
})

describe('settings are read a line each', () => {
  test.each([
    ['name = value', 'work_mem = 64MB', [{ name: 'work_mem', value: '64MB' }]],
    [
      'the value may hold =',
      'optimizer_switch = mrr=on,bka=off',
      [{ name: 'optimizer_switch', value: 'mrr=on,bka=off' }],
    ],
    ['as SET has it', "SET SESSION optimizer_switch='mrr=on';", [{ name: 'optimizer_switch', value: 'mrr=on' }]],
    ['with @@', '@@session.sort_buffer_size := 1048576', [{ name: 'sort_buffer_size', value: '1048576' }]],
    [
      'empty lines between',
      'a = 1\n\nb = 2',
      [
        { name: 'a', value: '1' },
        { name: 'b', value: '2' },
      ],
    ],
    ['nothing', '', []],
  ])('%s', (_name, text, settings) => expect(readSettings(text)).toEqual({ settings }))

  test.each([
    ['no value', 'work_mem ='],
    ['no name', '= 4'],
    ['a sentence', 'please use more memory'],
  ])('%s is told with its line', (_name, text) =>
    expect(readSettings(`a = 1\n${text}`).problem).toMatch(/^Line 2 is not “name = value”/),
  )
})

describe('changes of tables', () => {
  test.each([
    ['mysql', 'ALTER TABLE t ADD KEY better (b(5), a);', 'ALTER TABLE t DROP INDEX better'],
    ['mysql', 'alter table `my t` add unique index `u` (a)', 'ALTER TABLE `my t` DROP INDEX `u`'],
    ['mysql', 'CREATE INDEX better ON s.t (b, a);', 'DROP INDEX better ON s.t'],
    ['postgres', 'CREATE INDEX better ON s.t (b, a);', 'DROP INDEX better'],
    ['mysql', 'ANALYZE TABLE t', ''],
  ] as const)('on %s, %s is undone by %s', (dialect, ddl, undo) => {
    expect(readChanges({ ddl }, dialect)).toEqual([{ apply: ddl.replace(/;$/, ''), undo }])
  })
  test('those of a preset stay as they were given', () => {
    const changes = [{ apply: 'CREATE TRIGGER x BEFORE INSERT ON t FOR EACH ROW SET @a = 1', undo: 'DROP TRIGGER x' }]
    expect(readChanges(newVariant(typedFields([], changes)), 'mysql')).toBe(changes)
  })
  test('a changed text is read anew', () => {
    const variant = newVariant(typedFields([], [{ apply: 'ALTER TABLE t ADD KEY k (a)', undo: 'special' }]))
    const ddl = 'ALTER TABLE t ADD KEY k (a, b);'
    expect(readChanges({ ...variant, ddl }, 'mysql')).toEqual([
      { apply: 'ALTER TABLE t ADD KEY k (a, b)', undo: 'ALTER TABLE t DROP INDEX k' },
    ])
  })
})

describe('an order', () => {
  const one = newVariant({ sql: 'SELECT 1;' })
  test.each([
    ['one variant alone', newDraft([one]), 'Two variants are needed at least.'],
    ['a variant without a statement', newDraft([one, newVariant()]), 'B has no statement yet.'],
    [
      'settings that cannot be read',
      newDraft([newVariant({ sql: 'x', settings: 'y' }), one]),
      /^A, session settings: Line 1/,
    ],
    [
      'changes of tables that are no copies',
      newDraft([one, newVariant({ sql: 'x', ddl: 'y' })]),
      /^B changes its tables/,
    ],
    ['two statements', newDraft([one, one]), undefined],
  ] as const)('of %s', (_name, draft, problem) => {
    const found = orderProblem(draft)
    if (problem instanceof RegExp) expect(found).toMatch(problem)
    else expect(found).toBe(problem)
  })
  test('carries letters, settings, changes and the protocol', () => {
    const draft: Draft = {
      ...newDraft([
        one,
        newVariant({ label: ' new index ', sql: 'SELECT 2', settings: 'a = 1', ddl: 'CREATE INDEX i ON t (a)' }),
      ]),
      scratch: { rows: 'all' },
    }
    expect(orderOf(draft, 'c1', 'mysql')).toEqual({
      connectionId: 'c1',
      variants: [
        { name: 'A', sql: 'SELECT 1' },
        {
          name: 'B',
          sql: 'SELECT 2',
          label: 'new index',
          session: [{ name: 'a', value: '1' }],
          ddl: [{ apply: 'CREATE INDEX i ON t (a)', undo: 'DROP INDEX i ON t' }],
        },
      ],
      warmupRounds: 2,
      minPairs: 10,
      maxPairs: 80,
      budgetMs: 30_000,
      runTimeoutMs: 10_000,
      threshold: 0.05,
      scratch: { rows: 'all' },
    })
  })
  test('of fewer rounds at most than at least asks for as many at least', () => {
    const draft = newDraft([one, one])
    const order = orderOf({ ...draft, protocol: { ...draft.protocol, maxPairs: 6 } }, 'c1', 'postgres')
    expect([order.minPairs, order.maxPairs]).toEqual([6, 6])
  })
})

test('a refusal names its variant by the letter that it begins with', () => {
  const spec = {} as ExperimentSpec
  const refused = (message: string) =>
    refusedAt({ state: 'refused', fault: { code: 'bad-request', message }, spec, samples: [], comparisons: [] })
  expect([refused("C: Unknown column 'x'"), refused('The server went away.')]).toEqual([2, undefined])
})

describe('what a reload finds', () => {
  test('is what was stored, without connections and switches of the whole server', () => {
    const variant = newVariant({ label: 'x', sql: 'SELECT 1', cell: { row: 'on', column: '4 MiB' } })
    const draft: Draft = {
      ...newDraft([{ ...variant, on: { connectionId: 'c2', name: 'other' } }]),
      scratch: { rows: 'sample', fraction: 0.1 },
      preset: 'mrr',
      perRun: { count: 5, of: 'rows' },
    }
    const stored: unknown = JSON.parse(JSON.stringify({ ...draft, protocol: { ...draft.protocol, cpuClock: true } }))
    expect(keptDraft(stored)).toEqual({ ...draft, variants: [variant], protocol: draft.protocol })
  })
  test.each([
    ['nothing', undefined],
    ['something else', 'a text'],
    ['no variants', { variants: [] }],
    ['variants without statements', { variants: [{ id: '1' }] }],
  ])('is no draft where %s was stored', (_name, stored) => expect(keptDraft(stored)).toBeUndefined())
  test('has a protocol that can run, whatever was stored', () => {
    const stored = { variants: [newVariant()], protocol: { maxPairs: -3, budgetMs: 'long' } }
    expect(keptDraft(stored)?.protocol).toEqual(newDraft().protocol)
  })
})
