// Protects the indexes that are designed: equalities, then one range or the order, then what covers; never one that is there.
import { describe, expect, test } from 'vitest'
import { designsFor } from '../../../src/core/advisor/index-design/designs-for'
import { indexAdvice } from '../../../src/core/advisor/index-design/index-advice'
import type { DesignedPart } from '../../../src/core/advisor/index-design/model'
import { readTrace } from '../../../src/core/trace/read'
import { mysql8, mysqlFacts } from '../../kit/advice-facts'

const messages = `CREATE TABLE infamous (
  member_id INT NOT NULL PRIMARY KEY, email VARCHAR(100), msg_type VARCHAR(20) NOT NULL, t2send INT NOT NULL,
  KEY t_msg (t2send, msg_type(5)), KEY msg_type (msg_type(5))) ENGINE=InnoDB DEFAULT CHARSET=latin1`
const orders = `CREATE TABLE o (id INT NOT NULL PRIMARY KEY, customer_id INT NOT NULL, status VARCHAR(10) NOT NULL,
  created_at DATETIME NOT NULL, amount INT NOT NULL, note TEXT, KEY created_at (created_at)) ENGINE=InnoDB`
const customers = `CREATE TABLE c (c_w_id INT NOT NULL, c_d_id INT NOT NULL, c_id INT NOT NULL, c_last VARCHAR(16) NOT NULL,
  c_first VARCHAR(16) NOT NULL, c_data VARCHAR(500), PRIMARY KEY (c_w_id, c_d_id, c_id)) ENGINE=InnoDB DEFAULT CHARSET=latin1`

function partText({ column, prefixChars, descending }: DesignedPart): string {
  return `${column}${prefixChars === undefined ? '' : `(${prefixChars})`}${descending ? ' DESC' : ''}`
}

/** The best design for the table that the plan reads last. */
function best(given: Parameters<typeof mysqlFacts>[0]) {
  const last = designsFor(mysqlFacts(given)).at(-1)
  if (!last) throw new Error('no access')
  const [first] = last.designs
  return first && { index: `(${first.parts.map(partText).join(', ')})`, ...first }
}

describe('designed', () => {
  test.each([
    [
      'the range last, behind a LIKE that fills the prefix',
      {
        schema: messages,
        rows: { infamous: 130_000 },
        sql: "SELECT member_id, email, msg_type FROM infamous WHERE t2send > 1234 AND msg_type LIKE 'prefix%'",
        plan: ['infamous|range|t_msg|4|3813|Using index condition'],
      },
      '(msg_type(5), t2send)',
      'extends',
    ],
    [
      'a prefix no longer than the literal, where no index has one',
      {
        schema: orders,
        rows: { o: 100_000 },
        sql: "SELECT id FROM o WHERE note LIKE 'ship%' AND amount > 100",
        plan: ['o|ALL|||100000|Using where'],
      },
      '(note(4), amount)',
      'new',
    ],
    [
      'the equality first, then the range',
      {
        schema: orders,
        rows: { o: 100_000 },
        sql: "SELECT amount, note FROM o WHERE status = 'open' AND created_at >= '2020-06-01'",
        plan: ['o|ALL|||100000|Using where'],
      },
      '(status, created_at)',
      'new',
    ],
    [
      'what covers behind what narrows, where little is needed',
      {
        schema: orders,
        rows: { o: 100_000 },
        sql: "SELECT SUM(amount) FROM o WHERE status = 'open'",
        plan: ['o|ALL|||100000|Using where'],
      },
      '(status, amount)',
      'new',
    ],
    [
      'the order behind equalities',
      {
        schema: customers,
        rows: { c: 90_000 },
        cardinality: { 'c.PRIMARY': 3 },
        sql: "SELECT c_id, c_data FROM c WHERE c_w_id = 1 AND c_d_id = 2 AND c_last = 'X' ORDER BY c_first",
        plan: ['c|ref|PRIMARY|8|3000|Using where; Using filesort'],
      },
      '(c_w_id, c_d_id, c_last, c_first)',
      'new',
    ],
    [
      'directions as the order asks for them',
      {
        schema: orders,
        rows: { o: 100_000 },
        sql: 'SELECT * FROM o ORDER BY status ASC, created_at DESC LIMIT 10',
        plan: ['o|ALL|||100000|Using filesort'],
      },
      '(status, created_at DESC)',
      'new',
    ],
    [
      'a join column, for the table that is read second',
      {
        schema: `${orders}; ${customers}`,
        rows: { o: 100_000, c: 90_000 },
        cardinality: { 'c.PRIMARY': 300 },
        sql: 'SELECT o.note FROM c JOIN o ON o.customer_id = c.c_id WHERE c.c_w_id = 1',
        plan: ['c|ref|PRIMARY|4|300|', 'o|ALL|||100000|Using where'],
      },
      '(customer_id)',
      'new',
    ],
  ] as const)('%s', (_says, given, index, relation) => {
    const found = best(given)
    expect(found?.index).toBe(index)
    expect(found?.relation.kind).toBe(relation)
  })

  test('an index that the new one begins with is no longer needed', () => {
    const found = best({
      schema: messages,
      rows: { infamous: 130_000 },
      sql: "SELECT email FROM infamous WHERE t2send > 1234 AND msg_type LIKE 'prefix%'",
      plan: ['infamous|range|t_msg|4|3813|Using index condition'],
    })
    expect(found?.replaces.map(({ name }) => name)).toEqual(['msg_type'])
  })
})

describe('nothing is designed', () => {
  test.each([
    [
      'where the index is there',
      {
        schema: messages,
        rows: { infamous: 130_000 },
        sql: 'SELECT email FROM infamous WHERE t2send = 7',
        plan: ['infamous|ref|t_msg|4|10|'],
      },
    ],
    [
      'for a condition that no index serves',
      {
        schema: orders,
        rows: { o: 100_000 },
        sql: "SELECT note FROM o WHERE LEFT(status, 2) = 'op'",
        plan: ['o|ALL|||100000|Using where'],
      },
    ],
    [
      'for a small table',
      {
        schema: orders,
        rows: { o: 100 },
        sql: "SELECT note FROM o WHERE status = 'open'",
        plan: ['o|ALL|||100|Using where'],
      },
    ],
    [
      'where the order is given and LIMIT ends the read',
      {
        schema: orders,
        rows: { o: 100_000 },
        sql: 'SELECT * FROM o ORDER BY id LIMIT 10',
        plan: ['o|index|PRIMARY|4|10|'],
      },
    ],
    [
      'without conditions',
      { schema: orders, rows: { o: 100_000 }, sql: 'SELECT note FROM o', plan: ['o|ALL|||100000|'] },
    ],
  ])('%s', (_says, given) => {
    expect(best(given)).toBeUndefined()
  })
})

describe('joins', () => {
  const buyers = `CREATE TABLE buyer (id INT NOT NULL PRIMARY KEY, code INT NOT NULL, name VARCHAR(80) NOT NULL, KEY code (code)) ENGINE=InnoDB;
    CREATE TABLE sale (id INT NOT NULL PRIMARY KEY, buyer_id INT NOT NULL, amount INT NOT NULL, note TEXT) ENGINE=InnoDB`
  const designs = (given: Parameters<typeof mysqlFacts>[0]) =>
    designsFor(mysqlFacts(given)).flatMap(({ of, designs: [first] }) =>
      first ? [`${of.alias} (${first.parts.map(partText).join(', ')})`] : [],
    )

  test.each([
    [
      "few outer rows: the inner table by the column that it is joined by, and the plan's order may change for it",
      {
        schema: buyers,
        rows: { buyer: 30_000, sale: 100_000 },
        cardinality: { 'buyer.code': 30_000 },
        sql: 'SELECT sale.note FROM sale JOIN buyer ON buyer.id = sale.buyer_id WHERE buyer.code = 7',
        plan: ['sale|ALL|||100000|', 'buyer|eq_ref|PRIMARY|4|1|Using where'],
      },
      ['sale (buyer_id)'],
    ],
    [
      'all outer rows: reading the inner table once is as good',
      {
        schema: buyers,
        rows: { buyer: 30_000, sale: 100_000 },
        sql: 'SELECT SUM(sale.amount) FROM buyer JOIN sale ON sale.buyer_id = buyer.id',
        plan: ['sale|ALL|||100000|', 'buyer|eq_ref|PRIMARY|4|1|'],
      },
      [],
    ],
    [
      'what the other table is fixed to holds here, too',
      {
        schema: buyers,
        rows: { buyer: 30_000, sale: 100_000 },
        sql: 'SELECT sale.note FROM buyer JOIN sale ON sale.buyer_id = buyer.id WHERE buyer.id = 7',
        plan: ['buyer|const|PRIMARY|4|1|', 'sale|ALL|||100000|Using where'],
      },
      ['sale (buyer_id)'],
    ],
    [
      'the condition of an outer join leaves no row of its outer side out',
      {
        schema: buyers,
        rows: { buyer: 30_000, sale: 100_000 },
        sql: 'SELECT sale.note FROM sale LEFT JOIN buyer ON buyer.id = sale.buyer_id AND sale.amount = 7',
        plan: ['sale|ALL|||100000|', 'buyer|eq_ref|PRIMARY|4|1|Using where'],
      },
      [],
    ],
    [
      'the statement names the index to be read: a new one would not be',
      {
        schema: buyers,
        rows: { buyer: 30_000, sale: 100_000 },
        sql: 'SELECT note FROM sale FORCE INDEX (PRIMARY) WHERE buyer_id = 7',
        plan: ['sale|ALL|||100000|Using where'],
      },
      [],
    ],
  ])('%s', (_says, given, wanted) => {
    expect(designs(given)).toEqual(wanted)
  })
})

test('OR on two columns has an index for each, made by one ALTER', () => {
  const facts = mysqlFacts({
    schema: orders,
    rows: { o: 100_000 },
    sql: 'SELECT note FROM o WHERE customer_id = 7 OR amount = 4242',
    plan: ['o|ALL|||100000|Using where'],
  })
  const [found] = designsFor(facts)
  const [design] = found?.designs ?? []
  if (!found || !design) throw new Error('nothing was designed')
  const [change, second] = indexAdvice(design, found, facts).variant.ddl
  expect(second).toBeUndefined()
  expect(change?.apply).toMatch(/ADD KEY `\w+` \(`customer_id`\), ADD KEY `\w+` \(`amount`\)$/)
  expect(change?.undo).toMatch(/DROP KEY `\w+`, DROP KEY `\w+`$/)
})

test('an index that is searched could give the order, too', () => {
  const [found] = designsFor(
    mysqlFacts({
      schema: customers.replace('PRIMARY KEY', 'KEY name (c_w_id, c_last), PRIMARY KEY'),
      rows: { c: 90_000 },
      sql: "SELECT c_data FROM c WHERE c_w_id = 1 AND c_last = 'X' ORDER BY c_first",
      plan: ['c|ref|name|22|2|Using where; Using filesort'],
    }),
  )
  expect(found?.designs).toEqual([])
  expect(found?.orderExtension?.parts.map(partText)).toEqual(['c_w_id', 'c_last', 'c_first'])
})

describe('what the optimizer counted in another index', () => {
  const facts = mysqlFacts({
    schema: messages,
    rows: { infamous: 130_000 },
    sql: "SELECT member_id, email, msg_type FROM infamous WHERE t2send > 1234 AND msg_type LIKE 'prefix%'",
    plan: ['infamous|range|t_msg|4|3813|Using index condition'],
  })
  // As MySQL 5.6 writes it: each index with the rows of its ranges.
  const ways = [
    { index: 't_msg', ranges: ['1234 < t2send'], rows: 3813, cost: 4576, chosen: true },
    { index: 'msg_type', ranges: ['prefi <= msg_type <= prefi'], rows: 5460, cost: 6553, chosen: false, cause: 'cost' },
  ]
  const traced = (table: string) =>
    readTrace(
      JSON.stringify({
        steps: [
          {
            join_optimization: {
              'select#': 1,
              steps: [
                {
                  rows_estimation: [
                    { table, range_analysis: { analyzing_range_alternatives: { range_scan_alternatives: ways } } },
                  ],
                },
              ],
            },
          },
        ],
      }),
      { engine: mysql8 },
    )

  test('is the share of its conditions, so that nothing is assumed', () => {
    const [found] = designsFor({ ...facts, trace: traced('`infamous`') })
    expect(found?.designs[0]?.assumed).toBe(false)
    // 3,813 of 130,000 and 5,460 of 130,000 rows, taken as independent.
    expect(found?.designs[0]?.expectedRows).toBeCloseTo((3813 / 130_000) * (5460 / 130_000) * 130_000, 0)
  })

  test('of another table is not', () => {
    const [found] = designsFor({ ...facts, trace: traced('`other`') })
    expect(found?.designs[0]?.assumed).toBe(true)
  })
})
