import type { BenchIndex, BenchSchema } from './model'
import { goods } from './shop-goods'
import { orders } from './shop-orders'
import { people } from './shop-people'
import { traffic } from './shop-traffic'
import { statementFile } from './statement-file'
import { createTable, inserts } from './table'

/**
 * A shop of twenty tables as applications grow them: few values that most rows have and rare ones that everybody asks
 * for, columns that go together, series in time, texts with common beginnings, columns that are mostly NULL.
 */
export function shopSchema(root: string): BenchSchema {
  const specs = [...people, ...goods, ...orders, ...traffic]
  return {
    name: 'shop',
    dataVersion: 'shop 1',
    tables: new Map(specs.map((spec) => [spec.name, spec.columns])),
    create: (family) => specs.map((spec) => createTable(spec, family)),
    *fill() {
      for (const spec of specs) yield* inserts(spec)
    },
    indexes: () => indexes,
    statements: () => statementFile(root, 'shop'),
  }
}

/** What is found in practice: keys of other tables, a flag alone, a range before an equality, an order that is nearly right. */
const indexes: readonly BenchIndex[] = [
  { table: 'customers', columns: ['email'] },
  { table: 'customers', columns: ['last_name'] },
  { table: 'customers', columns: ['status'] },
  { table: 'customers', columns: ['created_at', 'country'] },
  { table: 'addresses', columns: ['customer_id'] },
  { table: 'addresses', columns: ['country', 'city'] },
  { table: 'categories', columns: ['parent_id'] },
  { table: 'products', columns: ['sku'] },
  { table: 'products', columns: ['category_id'] },
  { table: 'products', columns: ['price', 'status'] },
  { table: 'product_suppliers', columns: ['supplier_id'] },
  { table: 'stores', columns: ['code'] },
  { table: 'stock', columns: ['product_id'] },
  { table: 'orders', columns: ['customer_id'] },
  { table: 'orders', columns: ['placed_at', 'status'] },
  { table: 'orders', columns: ['status'] },
  { table: 'orders', columns: ['coupon_id'] },
  { table: 'order_lines', columns: ['product_id'] },
  { table: 'payments', columns: ['order_id'] },
  { table: 'payments', columns: ['state'] },
  { table: 'payments', columns: ['paid_at', 'method', 'state'] },
  { table: 'shipments', columns: ['order_id'] },
  { table: 'shipments', columns: ['tracking_no'] },
  { table: 'shipments', columns: ['carrier', 'sent_at', 'state'] },
  { table: 'shipment_events', columns: ['shipment_id'] },
  { table: 'shipment_events', columns: ['happened_at'] },
  { table: 'reviews', columns: ['product_id'] },
  { table: 'reviews', columns: ['customer_id'] },
  { table: 'tickets', columns: ['customer_id'] },
  { table: 'tickets', columns: ['assignee_id'] },
  { table: 'tickets', columns: ['opened_at', 'state'] },
  { table: 'ticket_messages', columns: ['ticket_id'] },
  { table: 'coupons', columns: ['code'] },
  { table: 'page_views', columns: ['session_key'] },
  { table: 'page_views', columns: ['viewed_at'] },
  { table: 'page_views', columns: ['customer_id', 'viewed_at'] },
  { table: 'audit_log', columns: ['entity', 'entity_id'] },
  { table: 'audit_log', columns: ['actor_id'] },
  { table: 'audit_log', columns: ['logged_at', 'action'] },
]
