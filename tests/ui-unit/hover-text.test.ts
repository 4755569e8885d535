// Protects how a hover reads: names as code, numbers with units, nothing that Markdown would take for its own.
import { expect, test } from 'vitest'
import { hoverText } from '../../src/ui/editor/hover-text'

test('head, facts and indexes are paragraphs of their own', () => {
  expect(
    hoverText({
      span: { start: 0, end: 1 },
      kind: 'table',
      title: 'shop.order_items',
      about: '`oi` is order_items.',
      facts: [
        { name: 'rows, about', value: 107478, unit: 'rows' },
        { name: 'size', value: 9_437_184, unit: 'bytes' },
        { name: 'engine', text: 'InnoDB' },
      ],
      lines: [
        { name: 'ix_a', text: '(a, b*)', look: 'good' },
        { name: 'ix`b', text: 'part 2, but no equality on `a` before it', look: 'bad' },
      ],
    }),
  ).toEqual([
    '**shop.order\\_items**  \n`oi` is order\\_items.',
    'rows, about 107,478 · size 9.00 MiB · engine `InnoDB`',
    '- ✓ `ix_a` (a, b\\*)\n- ✗ `` ix`b `` part 2, but no equality on `a` before it',
  ])
})
