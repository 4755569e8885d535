// Protects advice without a connection: structural findings promise nothing, and what was not known is said.
import { describe, expect, test } from 'vitest'
import { adviseText } from '../../../src/core/advisor/unplanned/advise-text'
import { adviceDocumentSchema } from '../../../src/core/advisor/unplanned/model'

const schema = `CREATE TABLE o (id INT NOT NULL PRIMARY KEY, customer_id INT NOT NULL, status VARCHAR(10) NOT NULL,
  created_at DATETIME NOT NULL, note TEXT, KEY created_at (created_at)) ENGINE=InnoDB;
  CREATE TABLE c (id INT NOT NULL PRIMARY KEY, city VARCHAR(40) NOT NULL, KEY city (city)) ENGINE=InnoDB`

const advised = (sql: string, more: Partial<Parameters<typeof adviseText>[0]> = {}) =>
  adviseText({ sql, dialect: 'mysql', schema, ...more })
const indexes = ({ findings }: ReturnType<typeof advised>) =>
  findings.flatMap(({ advice }) =>
    advice.flatMap(({ index }) => (index ? [`${index.table} (${index.parts.join(', ')})`] : [])),
  )

describe('from the statement and its tables', () => {
  test.each([
    [
      'equalities, then the order',
      'SELECT * FROM o WHERE customer_id = 7 ORDER BY created_at',
      ['o (customer_id, created_at)'],
    ],
    ['a join column', "SELECT o.note FROM c JOIN o ON o.customer_id = c.id WHERE c.city = 'Rome'", ['o (customer_id)']],
    [
      'a table of a subquery',
      "SELECT * FROM c WHERE id IN (SELECT customer_id FROM o WHERE status = 'open')",
      ['o (status, customer_id)'],
    ],
    ['of an UPDATE', "UPDATE o SET note = '' WHERE customer_id = 7", ['o (customer_id)']],
    ['nothing where the index is there', "SELECT * FROM c WHERE city = 'Rome'", []],
    ['nothing without a condition', 'SELECT * FROM o', []],
  ])('%s', (_says, sql, expected) => {
    expect(indexes(advised(sql))).toEqual(expected)
  })

  test('it promises no rows, names no node, and says what it follows from', () => {
    const document = advised('SELECT * FROM o WHERE customer_id = 7 ORDER BY created_at')
    expect(adviceDocumentSchema.safeParse(JSON.parse(JSON.stringify(document))).error).toBeUndefined()
    const [finding] = document.findings
    expect(finding).toMatchObject({ rule: 'index-for-order-by', confidence: 'structural', nodes: [] })
    expect(finding?.savableFraction).toBeUndefined()
    expect(finding?.advice[0]?.expected).toBeUndefined()
    expect(finding?.advice[0]?.tradeOffs.join()).not.toMatch(/At most/)
    expect(finding?.advice[0]?.variant.ddl[0]?.apply).toBe(
      'ALTER TABLE `o` ADD KEY `ix_o_customer_id_created_at` (`customer_id`, `created_at`)',
    )
    const texts = finding?.evidence.map(({ text }) => text) ?? []
    expect(texts).toContain('customer_id = 7')
    expect(texts.join()).not.toMatch(/100,000/)
    const sql = finding?.evidence.find(({ kind }) => kind === 'sql')
    expect(sql?.sqlSpan).toEqual({ start: 22, end: 37 })
    expect(document.notes.map(({ message }) => message).join()).toMatch(/No server was asked/)
    expect(document.notChecked?.map(({ rule }) => rule)).toContain('index-missing-prefix')
  })

  test('a condition that no index can serve', () => {
    const { findings } = advised('SELECT * FROM o WHERE status = 5')
    expect(findings.map(({ rule }) => rule)).toContain('unsearchable-comparison')
    expect(findings.every(({ nodes }) => nodes.length === 0)).toBe(true)
  })

  test('tables that nothing is known of are named', () => {
    const { notes, findings } = advised('SELECT * FROM x WHERE a = 1')
    expect(notes.map(({ message }) => message)).toContain('Nothing is known of x: give CREATE TABLE text.')
    expect(findings).toEqual([])
  })

  test('a rule that is off is silent here too', () => {
    const settings = { rules: { 'index-for-order-by': false } }
    const document = advised('SELECT * FROM o WHERE customer_id = 7 ORDER BY created_at', { adviceSettings: settings })
    expect(document.findings.map(({ rule }) => rule)).not.toContain('index-for-order-by')
  })
})

test('with a plan it says what an analysis says, by the rows of the plan', () => {
  const text = [
    'id\tselect_type\ttable\ttype\tpossible_keys\tkey\tkey_len\tref\trows\tExtra',
    '1\tSIMPLE\to\tALL\tNULL\tNULL\tNULL\tNULL\t90000\tUsing where',
  ].join('\n')
  const document = advised('SELECT note FROM o WHERE customer_id = 7', {
    plan: { text, format: 'mysql-table', measured: false },
  })
  const finding = document.findings.find(({ rule }) => rule === 'index-missing-prefix')
  expect(finding?.nodes).toEqual([document.plans?.[0]?.root.id])
  expect(finding?.advice[0]?.index?.parts).toEqual(['customer_id'])
  expect(finding?.advice[0]?.expected?.rowsBefore).toBe(90_000)
})
