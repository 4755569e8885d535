// Protects how much is copied to try advice: everything of small tables, all rows of larger ones, and never a column too few.
import { describe, expect, test } from 'vitest'
import { columnsNamed, copied, copyChoice } from '../../../../src/core/advisor/trial/copy-choice'
import { readTrialIndexName, trialIndexName } from '../../../../src/core/advisor/trial/trial-name'
import type { SizedTable } from '../../../../src/core/scratch/size'
import type { QueryBlock } from '../../../../src/core/sql/meaning/model'

const mib = 1024 ** 2
const table = (bytes: number | undefined): SizedTable => ({
  table: { name: 't', rows: 'all', indexes: true, triggers: false },
  source: { name: 't', rows: 1000, ...(bytes !== undefined && { bytes }) },
})

describe('what nobody asked for', () => {
  test.each([
    ['small tables whole', [200 * mib, 50 * mib], { rows: 'all' }],
    ['larger ones narrow', [200 * mib, 57 * mib], { rows: 'narrow' }],
    ['up to two gigabytes', [2048 * mib], { rows: 'narrow' }],
    ['then a tenth', [2049 * mib], { rows: 'sample', fraction: 0.1 }],
    ['then less than that', [25_600 * mib], { rows: 'sample', fraction: 0.01 }],
    ['of which the size is unknown, whole', [undefined], { rows: 'all' }],
  ] as const)('%s', (_what, sizes, expected) => {
    expect(copyChoice(sizes.map(table), undefined)).toEqual(expected)
  })
})

test('what is asked for is done', () => {
  expect(copyChoice([table(1)], { rows: 'sample' })).toEqual({ rows: 'sample', fraction: 0.1 })
  expect(copyChoice([table(1)], { rows: 'sample', fraction: 0.5 })).toEqual({ rows: 'sample', fraction: 0.5 })
  expect(copyChoice([table(9000 * mib)], { rows: 'all' })).toEqual({ rows: 'all' })
})

test('a copy is ordered as it was chosen', () => {
  expect(copied(table(1), { rows: 'sample', fraction: 0.2 }, ['a']).table).toMatchObject({
    rows: 'sample',
    fraction: 0.2,
  })
  expect(copied(table(1), { rows: 'narrow' }, ['a']).table).toMatchObject({ rows: 'all', columns: ['a'] })
  expect(copied(table(1), { rows: 'narrow' }, undefined).table).not.toHaveProperty('columns')
})

describe('the columns of a narrow copy', () => {
  const columns = ['id', 'Word', 'kind', 'other'].map((name) => ({ name, type: 'text', nullable: true }))
  const block = (stars: number): QueryBlock => ({
    block: 0,
    kind: 'select',
    role: 'statement',
    span: { start: 0, end: 0 },
    members: [],
    correlatedTo: [],
    sources: [],
    references: [],
    conditions: [],
    output: [],
    orderBy: [],
    groupBy: [],
    distinct: false,
    aggregates: false,
    windows: false,
    stars: Array.from({ length: stars }, () => ({ span: { start: 0, end: 1 }, sources: [0] })),
  })

  test('are those that are named', () => {
    expect(columnsNamed({ columns }, [block(0)], new Set(['select', 'word', 'kind', 'from']))).toEqual(['Word', 'kind'])
  })

  test('are all where a star, a natural join or an unread statement may mean them', () => {
    expect(columnsNamed({ columns }, [block(0), block(1)], new Set(['word']))).toBeUndefined()
    expect(columnsNamed({ columns }, [block(0)], new Set(['natural', 'join']))).toBeUndefined()
    expect(columnsNamed({ columns }, undefined, new Set(['word']))).toBeUndefined()
  })
})

test('names of our indexes say whose they are, and names of others do not look so', () => {
  const name = { madeAt: '20261120T142233', owner: 'annaoffice', server: 'a1b2c3', random: '0f9e8d' }
  expect(trialIndexName(name)).toBe('sargable_trial_20261120t142233_annaoffice_a1b2c3_0f9e8d')
  expect(readTrialIndexName(trialIndexName(name))).toEqual(name)
  expect(trialIndexName({ ...name, owner: 'x'.repeat(14) }).length).toBeLessThanOrEqual(63)
  for (const other of ['sargable_trial_', 'sargable_trial_1', 'ix_orders', trialIndexName(name).slice(0, -1)]) {
    expect(readTrialIndexName(other)).toBeUndefined()
  }
})
