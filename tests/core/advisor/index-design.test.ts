// Protects the indexes that are designed: equalities, then one range or the order, then what covers; never one that is there.
import { describe, expect, test } from 'vitest'
import { demandOf } from '../../../src/core/advisor/index-design/demand'
import { designIndexes } from '../../../src/core/advisor/index-design/design'
import type { DesignedPart } from '../../../src/core/advisor/index-design/model'
import { mysqlFacts } from '../../kit/advice-facts'

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
  const { tables, accesses } = mysqlFacts(given)
  const access = accesses.at(-1)
  if (!access) throw new Error('no access')
  const limit = tables.find(({ table }) => table === access.table)?.block.limit?.count
  const [first] = designIndexes(demandOf(access, limit)).designs
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
        sql: 'SELECT o.note FROM c JOIN o ON o.customer_id = c.c_id WHERE c.c_w_id = 1',
        plan: ['c|ref|PRIMARY|4|30000|', 'o|ALL|||100000|Using where'],
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
