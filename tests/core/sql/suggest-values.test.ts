// Protects what is read out of servers' statistics of values: texts as MySQL 8.0, MariaDB 11.4 and PostgreSQL 18 print them.
import { describe, expect, test } from 'vitest'
import { fromSample } from '../../../src/core/sql/suggest-values/pick-values'
import { readColumnStatistics } from '../../../src/core/sql/suggest-values/read-column-statistics'
import { readHistogram } from '../../../src/core/sql/suggest-values/read-histogram'
import { readPgStats } from '../../../src/core/sql/suggest-values/read-pg-stats'
import { utf8OfBase64 } from '../../../src/core/sql/suggest-values/utf8-of-base64'

describe('MySQL’s histogram', () => {
  test('of single values, texts in base64', () => {
    const text =
      '{"buckets": [["base64:type254:bmV3", 0.01], ["base64:type254:cGFpZA==", 0.1], ["base64:type254:c2VudA==", 1.0]], "data-type": "string", "null-values": 0.0, "collation-id": 255, "sampling-rate": 1.0, "histogram-type": "singleton", "number-of-buckets-specified": 16}'
    expect(readHistogram(text)).toEqual([
      { value: 'sent', why: 'most-common', share: 0.9 },
      { value: 'paid', why: 'common', share: 0.09000000000000001 },
      { value: 'new', why: 'rare', share: 0.01 },
    ])
  })
  test('of ranges: ends, the middle, NULL', () => {
    const text =
      '{"buckets": [["2024-01-01", "2024-01-10", 0.25, 10], ["2024-01-11", "2024-01-20", 0.5, 10], ["2024-01-21", "2024-02-01", 0.9, 12]], "null-values": 0.1, "histogram-type": "equi-height"}'
    expect(readHistogram(text)).toEqual([
      { value: '2024-01-01', why: 'smallest' },
      { value: '2024-01-20', why: 'median' },
      { value: '2024-02-01', why: 'largest' },
      { why: 'null', share: 0.1 },
    ])
  })
  test('none, or one of another shape', () => {
    expect([readHistogram(undefined), readHistogram('{"buckets": 1}')]).toEqual([[], []])
  })
})

test('MariaDB’s column statistics with a JSON histogram', () => {
  const json =
    '{"target_histogram_size": 254, "histogram_hb": [{"start": "new", "size": 0.01, "ndv": 1}, {"start": "paid", "size": 0.09, "ndv": 1}, {"start": "sent", "end": "sent", "size": 0.9, "ndv": 1}]}'
  expect(readColumnStatistics(['new', 'sent', '0.0500', json])).toEqual([
    { value: 'sent', why: 'most-common', share: 0.9 },
    { value: 'new', why: 'smallest' },
    { why: 'null', share: 0.05 },
  ])
})

test('PostgreSQL’s pg_stats', () => {
  expect(readPgStats(['0.05', '{sent,"a, b",new}', '{0.9,0.04,0.01}', '{a,m,z}'])).toEqual([
    { value: 'sent', why: 'most-common', share: 0.9 },
    { value: 'a, b', why: 'common', share: 0.04 },
    { value: 'new', why: 'rare', share: 0.01 },
    { value: 'a', why: 'smallest' },
    { value: 'm', why: 'median' },
    { value: 'z', why: 'largest' },
    { why: 'null', share: 0.05 },
  ])
})

test('a sample: values of which all are as common have ends and a middle only', () => {
  const counted = ['a', 'b', 'c'].map((value) => ({ value, rows: 2 }))
  expect(fromSample(counted).map(({ value, why }) => `${why} ${value}`)).toEqual([
    'smallest a',
    'median b',
    'largest c',
  ])
})

test.each([
  ['YWJj', 'abc'],
  ['w6TigqzwnZKc', 'ä€𝒜'],
  ['/w==', '\ufffd'],
  ['', ''],
])('base64 %s', (encoded, text) => {
  expect(utf8OfBase64(encoded)).toBe(text)
})
