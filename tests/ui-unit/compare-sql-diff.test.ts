// Protects the difference of two statements: word by word, texts whole, no confetti, and nothing of the variant lost.
import { describe, expect, test } from 'vitest'
import { sqlDiff } from '../../src/ui/compare/sql-diff'

/** `[-gone-]` and `{+new+}` in the text that is in both. */
function marked(baseline: string, variant: string): string {
  return sqlDiff(baseline, variant)
    .pieces.map(({ kind, text }) => (kind === 'same' ? text : kind === 'gone' ? `[-${text}-]` : `{+${text}+}`))
    .join('')
}

describe('word by word', () => {
  test.each([
    ['the same', 'SELECT 1', 'SELECT 1', 'SELECT 1'],
    [
      'a hint is new',
      'SELECT a FROM t WHERE b = 1',
      'SELECT a FROM t FORCE INDEX (b) WHERE b = 1',
      'SELECT a FROM t {+FORCE INDEX (b) +}WHERE b = 1',
    ],
    [
      'a text is one word',
      "SELECT a FROM t WHERE b LIKE 'one two%' AND c = 2",
      "SELECT a FROM t WHERE b LIKE 'one three%' AND c = 2",
      "SELECT a FROM t WHERE b LIKE [-'one two%'-]{+'one three%'+} AND c = 2",
    ],
    [
      'an addition is gone',
      'SELECT a, b, c FROM t WHERE k + 0 = 7',
      'SELECT a, b, c FROM t WHERE k = 7',
      'SELECT a, b, c FROM t WHERE k [-+ 0 -]= 7',
    ],
  ])('%s', (_name, baseline, variant, expected) => expect(marked(baseline, variant)).toBe(expected))

  test('other line breaks are no difference, and are the variant’s', () => {
    expect(sqlDiff('SELECT a FROM t', 'SELECT a\nFROM t').pieces).toEqual([{ kind: 'same', text: 'SELECT a\nFROM t' }])
  })
})

test('chance agreement between two differences is part of the difference', () => {
  const { pieces } = sqlDiff(
    "SELECT id, v, w, x FROM things WHERE (k = 'A' OR k = 'B') ORDER BY id DESC LIMIT 20",
    "SELECT id, v, w, x FROM things WHERE k IN ('A', 'B') ORDER BY id DESC LIMIT 20",
  )
  expect(pieces.filter(({ kind }) => kind === 'new')).toHaveLength(1)
})

test('a statement that was written anew is shown as it is', () => {
  const variant = 'WITH x AS (SELECT 1) SELECT count(*) FROM x JOIN other USING (id)'
  expect(sqlDiff('SELECT a, b, c FROM t WHERE d = 5 ORDER BY e LIMIT 3', variant)).toEqual({
    rewritten: true,
    pieces: [{ kind: 'same', text: variant }],
  })
})

test('what is in both and what is new, put together, are the variant', () => {
  const baseline = 'SELECT * FROM items FORCE INDEX(col1) WHERE (a=1 OR a=2) ORDER BY id DESC LIMIT 20'
  const variant = 'SELECT * FROM items FORCE INDEX(PRIMARY) WHERE (a=1 OR a=2 OR a=3) ORDER BY id DESC LIMIT 10'
  const { pieces } = sqlDiff(baseline, variant)
  const text = pieces.map((piece) => (piece.kind === 'gone' ? '' : piece.text)).join('')
  expect(text).toBe(variant)
})
