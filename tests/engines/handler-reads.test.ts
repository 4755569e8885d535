// Protects "rows examined" where only the Handler counters tell it: multi-range read counts each row more than once.
import { describe, expect, test } from 'vitest'
import { handlerReads, usesMultiRangeRead } from '../../src/engines/mysql/counters'

// Counters as real servers gave them for one range over 2,511 orders, with and without MRR (see samples/mrr-tpch-q10).
describe('rows examined', () => {
  test.each([
    ['MySQL without MRR', false, { Handler_read_key: 1, Handler_read_next: 2511 }, 2512],
    ['MySQL with MRR', true, { Handler_read_key: 2512, Handler_read_next: 2511, Handler_read_rnd: 2511 }, 2512],
    ['MariaDB with MRR', true, { Handler_read_key: 1, Handler_read_next: 2511, Handler_read_rnd: 2511 }, 2512],
    [
      'MRR under a sort that fetches 20 rows',
      true,
      { Handler_read_key: 1, Handler_read_next: 100, Handler_read_rnd: 20 },
      101,
    ],
    [
      'a sort without MRR fetches rows again',
      false,
      { Handler_read_key: 1, Handler_read_next: 100, Handler_read_rnd: 20 },
      121,
    ],
    ['nothing read', true, {}, 0],
    ['other counters do not count', false, { Handler_write: 5, Sort_rows: 3, Handler_read_first: 1 }, 1],
  ])('%s', (_name, multiRangeRead, values, expected) => {
    expect(handlerReads(values, multiRangeRead)).toBe(expected)
  })
})

describe('multi-range read is seen in', () => {
  test.each([
    ['the table of MySQL', { rows: [['1', 'SIMPLE', 'orders', 'Using where; Using MRR']] }, true],
    ['the table of MariaDB', { rows: [['1', 'SIMPLE', 'orders', 'Using where; Rowid-ordered scan']] }, true],
    ['the JSON', { text: '{"table": {"using_MRR": true}}' }, true],
    ['no plan without it', { rows: [['1', 'SIMPLE', null, 'Using where']], text: '{}' }, false],
  ])('%s', (_name, output, expected) => {
    expect(usesMultiRangeRead([output])).toBe(expected)
  })
})
