// Protects: what every condition of PostgreSQL demands – column, operator, other side, kind, constness, fixed part.
import { describe, expect, test } from 'vitest'
import { conditionsShown } from '../core/sql/meaning/shown'
import { ofOneTable, ofStatements } from './condition-rows'
import { postgresMeaning } from './meaning'

describe('SELECT * FROM t WHERE', () => {
  test.each(ofOneTable)('%s', async (where, ...conditions) => {
    expect(conditionsShown(await postgresMeaning(`SELECT * FROM t WHERE ${where}`))).toEqual(conditions)
  })
})

describe('whole statements', () => {
  test.each(ofStatements)('%s', async (sql, ...conditions) => {
    expect(conditionsShown(await postgresMeaning(sql))).toEqual(conditions)
  })
})

test('there are enough of them', () => {
  expect(ofOneTable.length + ofStatements.length).toBeGreaterThanOrEqual(150)
})
