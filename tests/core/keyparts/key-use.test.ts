// Protects the heart: which parts of which index each access uses, by role, and why not more, on plans of real servers.
import { describe, expect, test } from 'vitest'
import { keyUseOf } from '../../../src/core/keyparts/key-use'
import { keyUseSchema } from '../../../src/core/keyparts/model'
import { catalogFor, lineOf, planOf, recordedPlans, recordsOf } from './recorded'
import { chosenLines, usesOf } from './recorded-uses'

const all = ['mysql56', 'mysql57', 'mysql80', 'mysql97', 'mariadb1011', 'mariadb114']
const newer = ['mysql80', 'mysql97']
const withoutSkipScan = ['mysql56', 'mysql57', 'mariadb1011', 'mariadb114']
const typed = ['mysql80', 'mysql97', 'mariadb1011', 'mariadb114']

describe('equality and LIKE prefix: the story', () => {
  test.each(recordsOf('equality-like-prefix', ...all))('$server', (record) => {
    expect(usesOf(record).map(lineOf)).toEqual([
      `infamous_table.t_msg* 4: t2send range seek "> 1234" | msg_type(5) unused "like 'prefix%'" previous-part-is-range | +id unused not-in-condition`,
      'infamous_table.PRIMARY: id unused not-in-condition',
      'infamous_table.f: flag unused not-in-condition | +id unused not-in-condition',
      'infamous_table.email: email unused not-in-condition | +id unused not-in-condition',
      `infamous_table.msg_type: msg_type(5) range seek "like 'prefix%'" not-chosen | +id unused not-in-condition`,
    ])
  })

  test.each(recordsOf('equality-like-prefix', ...all))('$server: bytes, basis, sentence and place', (record) => {
    const [chosen, , , , other] = usesOf(record)
    expect(chosen).toMatchObject({ keyLengthBytes: 4, computedBytes: 4, agrees: true })
    expect(chosen?.parts[0]).toMatchObject({
      basis: 'stated',
      keyLenBytes: { dataBytes: 4, nullFlagBytes: 0, lengthPrefixBytes: 0 },
    })
    const second = chosen?.parts[1]
    expect(second?.keyLenBytes).toEqual({ dataBytes: 5, nullFlagBytes: 0, lengthPrefixBytes: 2 })
    expect(second?.reason?.text).toBe(
      'Range on `t2send` ends the usable prefix: `t2send > 1234` is a range, so later parts cannot narrow the read. A prefix of 5 characters is not enough to check the condition in the index either.',
    )
    const span = second?.reason?.sqlSpan
    expect(span && record.sql.slice(span.start, span.end)).toBe("msg_type LIKE 'prefix%'")
    expect(other?.computedBytes).toBe(7)
  })

  test.each(recordsOf('equality-like-prefix', 'pg15', 'pg18'))('$server: roles without bytes', (record) => {
    const uses = usesOf(record)
    expect(uses.map(lineOf)).toEqual([
      `infamous_table.t_msg*: t2send range seek "> 1234" | msg_type unused "like 'prefix%'" previous-part-is-range`,
      'infamous_table.infamous_table_pkey: id unused not-in-condition',
    ])
    expect(uses.flatMap((use) => use.parts).filter((part) => part.keyLenBytes !== undefined)).toEqual([])
  })

  test.each(recordsOf('better-index', ...all))(
    '$server: a literal that fills the prefix lets both parts narrow',
    (record) => {
      expect(chosenLines(record)).toEqual([
        `infamous_table.better_multicolumn_index* 11: msg_type(5) range seek "like 'prefix%'" | t2send range seek "> 1234" | +id unused not-in-condition`,
      ])
    },
  )

  test.each(recordsOf('short-literal', ...all))(
    '$server: a short literal leaves only the edges, whatever key_len says',
    (record) => {
      expect(chosenLines(record)).toEqual([
        `infamous_table.better_multicolumn_index* 11: msg_type(5) range seek "like 'abc%'" literal-shorter-than-prefix | t2send range edges "> 1234" literal-shorter-than-prefix | +id unused not-in-condition`,
      ])
      expect(usesOf(record)[0]?.parts[0]?.reason?.text).toBe(
        'The literal `abc` has 3 characters, the index prefix 5: the LIKE is a range of prefixes, so later parts narrow only its edges, although key_len counts them.',
      )
    },
  )
})

describe('MySQL and MariaDB, the index that is read', () => {
  const cases: [string, readonly string[], readonly string[]][] = [
    ['enum-or', all, ['items.PRIMARY* 4: id order index-scan']],
    ['enum-or-forced', all, [`items.col1* 2: col1 in-list seek "= 'A' or = 'B'" | +id unused order-breaks`]],
    ['enum-one', all, ['items.col1* 2: col1 equality seek "const" | +id order']],
    [
      'customer-by-name',
      ['mysql56', 'mysql97', 'mariadb1011'],
      [
        'customer.PRIMARY* 8: c_w_id equality seek "const" | c_d_id equality seek "const" | c_id unused not-in-condition',
      ],
    ],
    [
      'customer-by-name-index',
      ['mysql56', 'mysql97', 'mariadb1011'],
      [
        'customer.c_name* 27: c_w_id equality seek "const" | c_d_id equality seek "const" | c_last equality seek "const" | c_first order | +c_id cover not-in-condition',
      ],
    ],
    [
      'customer-range-before-sort',
      ['mysql56', 'mysql97', 'mariadb1011'],
      [
        `customer.c_name* 27: c_w_id equality seek "= 2" | c_d_id equality seek "= 4" | c_last range seek "like 'ANTI%'" | c_first cover order-breaks | +c_id cover not-in-condition`,
      ],
    ],
    [
      'new-order',
      ['mysql56', 'mariadb1011'],
      [
        'new_order.PRIMARY* 12: no_o_id cover index-scan | no_d_id index-filter "= 1" previous-part-not-used | no_w_id index-filter "= 3" previous-part-not-used',
      ],
    ],
    [
      'new-order',
      ['mysql97'],
      [
        'new_order.PRIMARY* 8: no_o_id skipped | no_d_id equality seek "= 1" | no_w_id index-filter "= 3" previous-part-not-used',
      ],
    ],
    [
      'new-order-index',
      ['mysql56', 'mysql97', 'mariadb1011'],
      [
        'new_order.no_w_d* 8: no_w_id equality seek "const" | no_d_id equality seek "const" | no_o_id cover not-in-condition',
      ],
    ],
    [
      'stock-update',
      ['mysql56', 'mysql97', 'mariadb1011'],
      [
        'stock.PRIMARY* 4: s_w_id equality seek "= 2" | s_i_id unused not-in-condition | s_quantity unused not-in-condition',
      ],
    ],
    [
      'ssb-dim-first',
      ['mysql56', 'mysql97', 'mariadb1011'],
      ['lineorder.LO_OrderDateKey* 4: LO_OrderDateKey equality seek "shop.d.D_DateKey"'],
    ],
    [
      'ssb-fact-first',
      ['mysql56', 'mysql97', 'mariadb1011'],
      ['dim_date.PRIMARY* 4: D_DateKey equality seek "shop.lineorder.LO_OrderDateKey"'],
    ],
    [
      'closed-range',
      all,
      [
        `parts.ix* 47: a range seek "between 1 and 4" | b equality edges "= 'x1'" narrows-only-range-edges | d unused not-in-condition | +id unused not-in-condition`,
      ],
    ],
    [
      'open-range',
      all,
      [
        `parts.ix* 4: a range seek "> 1 and < 4" | b index-filter "= 'x1'" previous-part-is-range | d unused not-in-condition | +id unused not-in-condition`,
      ],
    ],
    [
      'half-closed-both',
      all,
      [
        `parts.ix* 47: a range seek ">= 1" | b range edges "> 'x1'" narrows-only-range-edges | d unused not-in-condition | +id unused not-in-condition`,
      ],
    ],
    [
      'gap',
      ['mysql56', 'mysql57'],
      [
        `parts.ix* 4: a equality seek "const" | b unused not-in-condition | d index-filter "= '2020-01-05'" previous-part-not-used | +id unused not-in-condition`,
      ],
    ],
    [
      'gap',
      typed,
      [
        `parts.ix* 4: a equality seek "const" | b unused not-in-condition | d index-filter "= TIMESTAMP'2020-01-05 00:00:00'" previous-part-not-used | +id unused not-in-condition`,
      ],
    ],
    [
      'eq-range',
      all,
      [
        `parts.ix* 47: a equality seek "= 1" | b range seek "> 'x1'" | d unused not-in-condition | +id unused not-in-condition`,
      ],
    ],
    [
      'like',
      all,
      [
        `parts.ix* 47: a equality seek "= 1" | b range seek "like 'x%'" | d unused not-in-condition | +id unused not-in-condition`,
      ],
    ],
    [
      'ref-or-null',
      all,
      [
        'parts.ix* 47: a equality seek "const" | b equality seek "const" | d unused not-in-condition | +id unused not-in-condition',
      ],
    ],
    [
      'function',
      all,
      [
        `parts.ix* 4: a equality seek "const" | b index-filter "= 'x1'" function-or-expression | d unused not-in-condition | +id unused not-in-condition`,
      ],
    ],
    ['row-greater', all, []],
    ['row-in', ['mysql56'], []],
    [
      'row-in',
      newer,
      [
        `parts.ix* 47: a in-list seek "in ((1,'x1'), (2,'x2'))" | b in-list seek "in ((1,'x1'), (2,'x2'))" | d unused not-in-condition | +id unused not-in-condition`,
      ],
    ],
    [
      'or-parts',
      all,
      [
        `parts.ix* 4: a equality seek "const" | b index-filter "b = 'x1' OR d = '2020-01-05'" or-spans-parts | d index-filter "b = 'x1' OR d = '2020-01-05'" or-spans-parts | +id unused not-in-condition`,
      ],
    ],
    [
      'or-of-ands',
      all,
      [
        `parts.ix* 47: a in-list seek "= 1 or = 2" | b range seek "= 'x1' or > 'x2'" | d unused not-in-condition | +id unused not-in-condition`,
      ],
    ],
    [
      'pk-suffix',
      ['mysql56', 'mysql57'],
      [
        `parts.ix* 56: a equality seek "= 1" | b equality seek "= 'x1'" | d equality seek "= '2020-01-05'" | +id range seek "> 3"`,
      ],
    ],
    [
      'index-merge-union',
      all,
      [
        'parts.e* 5: e equality seek "= 5" | +id unused not-in-condition',
        `parts.name* 32: name equality seek "= 'n7'" | +id unused not-in-condition`,
      ],
    ],
    [
      'covering-scan',
      ['mysql56', 'mysql57', 'mariadb1011', 'mariadb114'],
      [
        `parts.ix* 52: a unused index-scan | b index-filter "= 'x1'" previous-part-not-used | d index-filter "> '2020-03-01'" previous-part-not-used | +id unused not-in-condition`,
      ],
    ],
    [
      'skip-scan',
      newer,
      [`parts.ix* 47: a skipped | b range seek "> 'x8'" | d unused not-in-condition | +id unused not-in-condition`],
    ],
    [
      'skip-scan',
      withoutSkipScan,
      [
        `parts.ix* 52: a cover index-scan | b index-filter "> 'x8'" previous-part-not-used | d unused not-in-condition | +id unused not-in-condition`,
      ],
    ],
    [
      'order-by-index',
      all,
      ['parts.ix* 47: a equality seek "const" | b equality seek "const" | d order | +id unused not-in-condition'],
    ],
    ['const', all, ['parts.PRIMARY* 4: id equality seek "const"']],
    [
      'delete',
      all,
      [
        `parts.ix* 47: a equality seek "= 1" | b equality seek "= 'x1'" | d unused not-in-condition | +id unused not-in-condition`,
      ],
    ],
    [
      'functional',
      newer,
      [
        `func.fx* 88: (LOWER(b)) equality seek "= 'x'" | a range seek "> TIMESTAMP'2020-01-01 00:00:00'" | +id unused not-in-condition`,
      ],
    ],
    [
      'fulltext',
      ['mysql57', 'mysql97', 'mariadb114'],
      ['docs.ft* 0: title equality seek "match … against" | body equality seek "match … against"'],
    ],
    [
      'descending',
      ['mysql97', 'mariadb114'],
      ['downs.ix* 13: a equality seek "= 1" | b range seek "> 2" | +id unused not-in-condition'],
    ],
    [
      'multi-valued',
      ['mysql97'],
      [
        `tags.ix* 13: a equality seek "const" | (CAST(j->'$.tags' AS UNSIGNED ARRAY)) equality seek "const" | +id unused not-in-condition`,
      ],
    ],
    [
      'intersect',
      ['mysql56', 'mysql97', 'mariadb114'],
      [
        'two.b* 4: b equality seek "= 4" | +id unused not-in-condition',
        'two.a* 4: a equality seek "= 3" | +id unused not-in-condition',
      ],
    ],
    [
      'outer-join',
      ['mysql57', 'mysql97', 'mariadb114'],
      [
        'two.b* 4: b equality seek "const" | +id unused not-in-condition',
        'two.PRIMARY* 4: id equality seek "shop.x.a"',
      ],
    ],
    [
      'dependent',
      ['mysql57', 'mysql97', 'mariadb114'],
      [
        'two.a* 4: a equality seek "const" | +id unused not-in-condition',
        'two.a* 4: a equality seek "shop.x.b" | +id unused not-in-condition',
      ],
    ],
    [
      'rowid-filter',
      ['mariadb1011'],
      [
        'wide.ix_c* 4: c equality seek "const" | +id unused not-in-condition',
        `wide.ix_p*: p range seek "between '2020-03-01 00:00:00.000000' and '2020-03-02 00:00:00.000000'" | +id unused not-in-condition`,
      ],
    ],
  ]
  const rows = cases.flatMap(([name, servers, expected]) =>
    recordsOf(name, ...servers)
      .filter((record) => servers.includes(record.server))
      .map((record) => ({ name, server: record.server, record, expected })),
  )
  test.each(rows)('$name on $server', ({ record, expected }) => {
    expect(chosenLines(record)).toEqual(expected)
  })

  test('the recorded servers of a case are all there', () => {
    for (const [name, servers] of cases) {
      const found = recordsOf(name, ...servers).map((record) => record.server)
      expect([name, ...found].sort()).toEqual([name, ...servers].sort())
    }
  })
})

describe('MySQL and MariaDB, indexes that are not read', () => {
  test.each<[string, string, string]>([
    ['conversion', 'name', 'parts.name: name unused "= 5" implicit-conversion | +id unused not-in-condition'],
    [
      'const',
      'ix',
      'parts.ix: a unused not-in-condition | b unused not-in-condition | d unused not-in-condition | +id unused "= 7" previous-part-not-used',
    ],
    ['enum-or-forced', 'PRIMARY', 'items.PRIMARY: id order hint-forbids'],
    [
      'row-greater',
      'ix',
      `parts.ix: a unused "> 3" row-constructor | b unused "> 'x1'" row-constructor | d unused not-in-condition | +id unused not-in-condition`,
    ],
    [
      'leading-wildcard',
      'msg_type',
      `infamous_table.msg_type: msg_type(5) unused "like '%prefix%'" leading-wildcard | +id unused not-in-condition`,
    ],
  ])('%s: %s', (name, index, expected) => {
    for (const record of recordsOf(name, ...all)) {
      const use = usesOf(record).find((one) => one.index === index)
      expect(use && `${record.server} ${lineOf(use)}`).toBe(`${record.server} ${expected}`)
    }
  })

  test('a table that is read first cannot be looked up by a column of the next one', () => {
    for (const record of recordsOf('ssb-dim-first')) {
      const use = usesOf(record).find((one) => one.index === 'PRIMARY')
      expect(use?.parts[0]).toMatchObject({
        role: 'unused',
        narrows: 'none',
        reason: {
          code: 'other-table',
          text: '`D_DateKey = lineorder.LO_OrderDateKey` could be looked up only after `lineorder` is read.',
        },
      })
    }
  })

  test('the server says itself that a conversion keeps it from the index', () => {
    for (const record of recordsOf('conversion', ...all)) {
      const part = usesOf(record).find((one) => one.index === 'name')?.parts[0]
      expect(part?.reason?.text).toMatch(/The server says: Cannot use /)
    }
    const [old] = recordsOf('conversion', 'mysql56')
    if (old === undefined) throw new Error('no record')
    const unwarned = keyUseOf({ plans: [planOf(old)], catalog: catalogFor(old) })
    const part = unwarned.find((one) => one.index === 'name')?.parts[0]
    expect(part?.reason?.text).toBe(
      '`name = 5` compares a `varchar(30)` with a number: every value of `name` would have to be converted first.',
    )
  })

  test('an order that mixes directions breaks at the part that does not fit', () => {
    for (const record of recordsOf('order-mixed', ...all)) {
      const chosen = usesOf(record).find((use) => use.chosen)
      expect(chosen?.parts[2]?.reason?.code).toBe('mixed-order')
    }
  })
})

describe('every recorded plan', () => {
  test.each(recordedPlans)('$case on $server keeps the contract', (record) => {
    for (const use of usesOf(record)) {
      expect(keyUseSchema.safeParse(use).error).toBeUndefined()
      // Every index that is read adds up to the key_len that the server printed.
      if (use.keyLengthBytes !== undefined) expect([use.index, use.agrees]).toEqual([use.index, true])
      // A part that does not narrow says why, unless it has another use.
      for (const part of use.parts) {
        if (part.narrows === 'none' && part.role === 'unused' && part.included !== true)
          expect([use.index, part.position, part.reason === undefined]).toEqual([use.index, part.position, false])
      }
    }
  })
})
