// Protects the search in raw text, and the keys of the diagram.
import { describe, expect, test } from 'vitest'
import { alikeSiblings } from '../../src/ui/plan/alike-siblings'
import { diagramOf } from '../../src/ui/plan/diagram-geometry'
import { diagramAction } from '../../src/ui/plan/diagram-keys'
import { flattenPlan } from '../../src/ui/plan/flat-plan'
import { cardTree, nothingFolded } from '../../src/ui/plan/folding'
import { lineCount, linesOf } from '../../src/ui/plan/text-lines'
import { cutAtHits, linesWith } from '../../src/ui/plan/text-search'
import { drawn } from './plan-trees'

describe('lines with what was typed', () => {
  const text = 'Sort\n  -> Seq Scan on orders\n  -> Index Scan, scan twice\nend'
  test.each([
    { title: 'case does not matter', text, typed: 'SCAN', lines: [1, 2] },
    { title: 'a line counts once', text, typed: 'scan', lines: [1, 2] },
    { title: 'blanks around it do not count', text, typed: '  orders ', lines: [1] },
    { title: 'the last line is looked at', text, typed: 'end', lines: [3] },
    { title: 'nothing typed finds nothing', text, typed: ' ', lines: [] },
    { title: 'a line break at the end does not count', text, typed: 'sort\n', lines: [0] },
    // İ is two characters when small, so that offsets of the small text would be wrong.
    { title: 'letters that grow when made small', text: 'İİİ\nİ x\nx', typed: 'x', lines: [1, 2] },
  ])('$title', ({ text: own, typed, lines }) => {
    const split = linesOf(own)
    expect(linesWith(own, own.toLowerCase(), typed, lineCount(split), (line) => split.starts[line] ?? 0)).toEqual(lines)
  })

  test.each([
    { words: 'Seq Scan, scan', typed: 'scan', hits: ['Scan', 'scan'] },
    { words: 'Seq Scan', typed: 'seq scan', hits: ['Seq Scan'] },
    { words: 'Seq Scan', typed: undefined, hits: [] },
    { words: 'Seq Scan', typed: 'hash', hits: [] },
  ])('$typed in $words', ({ words, typed, hits }) => {
    const pieces = cutAtHits(words, typed)
    expect(pieces.map((piece) => piece.text).join('')).toBe(words)
    expect(pieces.filter((piece) => piece.hit).map((piece) => piece.text)).toEqual(hits)
  })
})

describe('keys of the diagram', () => {
  // Cards: a 0, b 1 (c and d folded), e 2.
  const flat = flattenPlan(drawn('a(b(c d) e)'))
  const tree = cardTree(flat, alikeSiblings(flat), { ...nothingFolded, collapsed: new Set([1]) })
  const down = diagramOf(tree, new Uint8Array(3), 'down')
  test.each([
    { key: 'ArrowDown', from: undefined, does: { act: 'go', card: 0 } },
    { key: 'ArrowDown', from: 0, does: { act: 'go', card: 1 } },
    { key: 'ArrowDown', from: 1, does: { act: 'unfold', card: 1 } },
    { key: 'ArrowRight', from: 1, does: { act: 'go', card: 2 } },
    { key: 'ArrowDown', from: 2, does: { act: 'stay' } },
    { key: 'End', from: 0, does: { act: 'go', card: 2 } },
    { key: ' ', from: 0, does: { act: 'fold', card: 0 } },
    { key: ' ', from: 1, does: { act: 'unfold', card: 1 } },
    { key: ' ', from: 2, does: { act: 'stay' } },
    { key: 'f', from: 0, does: { act: 'fit' } },
    { key: '0', from: 0, does: { act: 'own-size' } },
    { key: 'x', from: 0, does: undefined },
  ])('$key from $from', ({ key, from, does }) => {
    expect(diagramAction(key, tree, down, from)).toEqual(does)
  })
})
