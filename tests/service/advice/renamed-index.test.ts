// Protects statements whose hints name an index that is called otherwise on the table: hints follow, and nothing else does.
import { expect, test } from 'vitest'
import { renamedIndex } from '../../../src/service/advice/renamed-index'

test.each([
  ['a hint', 'SELECT * FROM t FORCE INDEX (ix) WHERE a = 1', 'SELECT * FROM t FORCE INDEX (`trial`) WHERE a = 1'],
  ['quoted', 'SELECT * FROM t USE KEY FOR JOIN (`ix`, other)', 'SELECT * FROM t USE KEY FOR JOIN (`trial`, other)'],
  ['in any case', 'select * from t ignore index (IX)', 'select * from t ignore index (`trial`)'],
  [
    'no column, alias or text of that name',
    "SELECT ix.ix AS ix FROM ix WHERE b = 'ix'",
    "SELECT ix.ix AS ix FROM ix WHERE b = 'ix'",
  ],
  [
    'wherever it is hinted',
    'SELECT 1 FROM t FORCE INDEX (ix) JOIN t u FORCE INDEX (ix) ON t.a = u.a',
    'SELECT 1 FROM t FORCE INDEX (`trial`) JOIN t u FORCE INDEX (`trial`) ON t.a = u.a',
  ],
])('%s', (_what, sql, expected) => {
  expect(renamedIndex(sql, 'mysql', 'ix', 'trial')).toBe(expected)
})
