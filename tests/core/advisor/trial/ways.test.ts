// Protects the choice of how advice is tried and proved: nothing is built on real tables where others could notice it by more than its load.
import { describe, expect, test } from 'vitest'
import type { Advice } from '../../../../src/core/advisor/model'
import {
  nothingToTry,
  proofWay,
  type TrialServer,
  trialOrder,
  whatIfWay,
} from '../../../../src/core/advisor/trial/ways'

const mysql56: TrialServer = { product: 'mysql', dialect: 'mysql', invisibleIndexes: false }
const mysql8: TrialServer = { product: 'mysql', dialect: 'mysql', invisibleIndexes: true }
const mariadb: TrialServer = { product: 'mariadb', dialect: 'mariadb', invisibleIndexes: false }
const plain: TrialServer = { product: 'postgres', dialect: 'postgres', invisibleIndexes: false }
const hypopg13: TrialServer = { ...plain, hypopg: { hides: false } }
const hypopg14: TrialServer = { ...plain, hypopg: { hides: true } }
const pglite: TrialServer = { ...plain, product: 'pglite' }

const sql = 'SELECT 1'
function advice(ddl: readonly string[], more: Partial<Advice['variant']> = {}): Advice {
  return {
    kind: 'add-index',
    title: 'Try this',
    variant: { sql, session: [], ddl: ddl.map((apply) => ({ apply, undo: '' })), ...more },
    equivalence: 'identical',
    preconditions: [],
    tradeOffs: ['It costs.'],
    notWhen: ['Never.'],
  }
}

const add = 'ALTER TABLE s.t ADD KEY i (a)'
const drop = 'ALTER TABLE s.t DROP KEY j'
const both = 'ALTER TABLE s.t ADD KEY i (a), DROP KEY j'
const unique = 'ALTER TABLE s.t ADD UNIQUE KEY i (a)'
const primary = 'ALTER TABLE s.t DROP PRIMARY KEY, ADD PRIMARY KEY (a)'
const pgAdd = 'CREATE INDEX i ON s.t (a)'
const pgGin = 'CREATE INDEX i ON s.t USING gin (a)'
const pgDrop = 'DROP INDEX s.j'

describe('what-if', () => {
  test.each([
    ['an index of MySQL', [add], mysql8, 'copies'],
    ['an index of MariaDB', [add], mariadb, 'copies'],
    ['the drop of an index of MySQL', [drop], mysql56, 'switched-off'],
    ['one added and one dropped', [both], mysql8, 'copies'],
    ['another primary key', [primary], mysql8, 'copies'],
    ['an index of PostgreSQL without hypopg', [pgAdd], plain, 'copies'],
    ['an index of PostgreSQL with hypopg', [pgAdd], hypopg13, 'hypothetical'],
    ['an index that hypopg does not know', [pgGin], hypopg14, 'copies'],
    ['a drop where hypopg cannot hide', [pgDrop], hypopg13, 'copies'],
    ['a drop where hypopg can hide', [pgDrop], hypopg14, 'hypothetical'],
    ['both where hypopg can hide', [pgAdd, pgDrop], hypopg14, 'hypothetical'],
    ['another text', [], mysql56, 'planned'],
  ] as const)('%s', (_what, ddl, server, way) => {
    expect(whatIfWay(trialOrder(advice(ddl), server.dialect), server)).toBe(way)
  })

  test('copies where they are asked for, and where settings come with an index', () => {
    expect(whatIfWay(trialOrder(advice([pgAdd]), 'postgres'), hypopg14, 'copies')).toBe('copies')
    const session = [{ name: 'work_mem', value: '1MB' }]
    expect(whatIfWay(trialOrder(advice([pgAdd], { session }), 'postgres'), hypopg14)).toBe('copies')
  })

  test('what changes nothing is not tried', () => {
    expect(nothingToTry(trialOrder(advice([]), 'mysql'), ` ${sql}\n`)).toMatch(/^It changes neither/)
    expect(nothingToTry(trialOrder(advice([]), 'mysql'), 'SELECT 2')).toBeUndefined()
    expect(nothingToTry(trialOrder(advice([add]), 'mysql'), sql)).toBeUndefined()
  })
})

describe('proof', () => {
  test.each([
    ['an index where others do not see it', [add], mysql8, 'invisible-index'],
    ['with an index that is dropped', [both], mysql8, 'invisible-index'],
    ['an index where others would see it', [add], mysql56, 'copies'],
    ['an index of MariaDB', [add], mariadb, 'copies'],
    ['a unique index, which would refuse rows of others', [unique], mysql8, 'copies'],
    ['a drop: the statement is told to do without', [drop], mysql56, 'as-written'],
    ['another primary key', [primary], mysql8, 'copies'],
    ['an index of PostgreSQL', [pgAdd], plain, 'rolled-back'],
    ['a drop on PostgreSQL, which would lock readers out', [pgAdd, pgDrop], hypopg14, 'copies'],
    ['an index of the embedded server, which has one session', [pgAdd], pglite, 'copies'],
    ['another text', [], plain, 'as-written'],
  ] as const)('%s', (_what, ddl, server, way) => {
    expect(proofWay(trialOrder(advice(ddl), server.dialect), server, true)).toBe(way)
  })

  test('a statement that changes or locks rows runs on copies only', () => {
    expect(proofWay(trialOrder(advice([add]), 'mysql'), mysql8, false)).toBe('copies')
    expect(proofWay(trialOrder(advice([]), 'mysql'), mysql8, false)).toBe('copies')
  })
})
