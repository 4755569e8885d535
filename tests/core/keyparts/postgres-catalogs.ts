import type { Catalog, Column, Index } from '../../../src/core/catalog/model'

const column = (name: string, type: string, nullable = false): Column => ({ name, type, nullable })
const index = (name: string, columns: readonly string[], unique = false): Index => ({
  name,
  unique,
  visible: true,
  method: 'btree',
  parts: columns.map((part) => ({ column: part, descending: false })),
})
const one = (name: string, rows: number, columns: readonly Column[], indexes: readonly Index[]): Catalog => ({
  tables: [{ schema: 'public', name, engine: 'heap', rows, columns, indexes, foreignKeys: [] }],
})

const customer = [
  column('c_id', 'integer'),
  column('c_d_id', 'integer'),
  column('c_w_id', 'integer'),
  column('c_first', 'character varying(16)', true),
  column('c_last', 'character varying(16)', true),
]
const customerKey = index('customer_pkey', ['c_w_id', 'c_d_id', 'c_id'], true)

/** The recorded PostgreSQL schemas as the catalog describes them. */
export const postgresCatalogs: Readonly<Record<string, Catalog>> = {
  'infamous-pg': one(
    'infamous_table',
    131_072,
    [
      column('id', 'integer'),
      column('member_id', 'integer'),
      column('email', 'character varying(200)'),
      column('msg_type', 'character varying(255)'),
      column('t2send', 'integer'),
      column('flag', 'character(1)'),
      column('sent', 'character varying(100)'),
    ],
    [index('infamous_table_pkey', ['id'], true), index('t_msg', ['t2send', 'msg_type'])],
  ),
  'items-pg': one(
    'items',
    131_072,
    [
      column('id', 'integer'),
      column('col1', 'text', true),
      column('title', 'character varying(80)'),
      column('payload', 'character varying(600)'),
    ],
    [index('items_pkey', ['id'], true), index('col1', ['col1'])],
  ),
  'customer-pg': one('customer', 120_000, customer, [customerKey]),
  'customer-name-pg': one('customer', 120_000, customer, [
    customerKey,
    index('c_name', ['c_w_id', 'c_d_id', 'c_last', 'c_first']),
  ]),
  'parts-pg': one(
    'parts',
    40_000,
    [
      column('id', 'integer'),
      column('a', 'integer'),
      column('b', 'text', true),
      column('d', 'date'),
      column('e', 'integer', true),
      column('name', 'character varying(30)'),
      column('flag', 'boolean'),
    ],
    [
      index('parts_pkey', ['id'], true),
      index('ix', ['a', 'b', 'd']),
      { ...index('low', []), parts: [{ expression: 'lower((name)::text)', descending: false }] },
      {
        ...index('pat', []),
        parts: [
          { column: 'name', descending: false, opclass: 'text_pattern_ops' },
          { column: 'e', descending: false },
        ],
      },
      { ...index('part', ['e']), where: 'flag' },
      { ...index('inc', ['e', 'd']), include: ['b'] },
      {
        ...index('descending', []),
        parts: [
          { column: 'd', descending: true },
          { column: 'id', descending: false },
        ],
      },
    ],
  ),
  'new-order-pg': one(
    'new_order',
    90_000,
    [column('no_o_id', 'integer'), column('no_d_id', 'integer'), column('no_w_id', 'integer')],
    [index('new_order_pkey', ['no_o_id', 'no_d_id', 'no_w_id'], true)],
  ),
}
