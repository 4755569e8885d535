// Protects the names of scratch schemas: they say who, when and where, fit every server, and no other name is taken for one.
import { describe, expect, test } from 'vitest'
import { scratchPrefix } from '../../../src/core/scratch/model'
import { ownerMark, readScratchName, scratchName, stampOf } from '../../../src/core/scratch/name'

const name = { madeAt: '20261120T142233', owner: 'annaworkst', server: 'a1b2c3', random: '0f9e8d' }

test('a name says when, who and where, and can be read again', () => {
  const text = scratchName(name)
  expect(text).toBe('sargable_scratch_20261120t142233_annaworkst_a1b2c3_0f9e8d')
  expect(text.startsWith(scratchPrefix)).toBe(true)
  expect(readScratchName(text)).toEqual(name)
})

test('the longest name fits into the 63 bytes of PostgreSQL and the 64 characters of MySQL', () => {
  const owner = ownerMark('a-very-long-user-name', 'and-a-host-name.with.a.domain')
  expect(owner).toBe('averylonandaho')
  expect(scratchName({ ...name, owner })).toHaveLength(61)
})

test.each([
  ['root', 'vm', 'rootvm'],
  ['Anna.Ö', 'Büro-PC', 'annabropc'],
  ['', '', 'somebody'],
  ['用户', '主机', 'somebody'],
])('the mark of %s at %s is %s', (user, host, mark) => {
  expect(ownerMark(user, host)).toBe(mark)
})

test('a time loses its signs and its fraction', () => {
  expect(stampOf('2026-11-20T14:22:33.123Z')).toBe('20261120T142233')
})

describe('no name of ours', () => {
  test.each([
    'sargable_scratch_',
    'sargable_scratch_mine',
    'sargable_scratch_20261120t142233_anna_a1b2c3',
    'sargable_scratch_20261120t142233_anna_a1b2c3_0f9e8d_copy',
    'my_sargable_scratch_20261120t142233_anna_a1b2c3_0f9e8d',
    'sargable_scratch_20261120t142233_an`na_a1b2c3_0f9e8d',
    'sargable_scratch_20261120t142233_anna_a1b2c3_0f9e8g',
    'sargable_sample_ssb',
  ])('%s', (text) => {
    expect(readScratchName(text)).toBeUndefined()
  })
})
