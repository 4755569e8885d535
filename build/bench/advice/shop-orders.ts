import { Random, stamp, wholeTime } from './random'
import { productCount, storeCount } from './shop-goods'
import { agentCount, country, couponCount, customerCount, words } from './shop-people'
import { columns, type TableSpec } from './table'

export const orderCount = 70_000
const shipmentCount = 50_000
const ticketCount = 12_000

/** Open ones are young, as everywhere: the older an order, the surer it is done. */
function orderStatus(random: Random, age: number) {
  if (age < 0.02) return random.weighted({ pending: 40, paid: 30, shipped: 20, delivered: 8, cancelled: 2 })
  return random.weighted({ pending: 0.2, paid: 0.5, shipped: 1, delivered: 93, cancelled: 5, disputed: 0.3 })
}

export const orders: readonly TableSpec[] = [
  {
    name: 'orders',
    columns: columns(
      'id INT',
      'customer_id INT',
      'store_id INT',
      "status ENUM('pending','paid','shipped','delivered','cancelled','disputed')",
      "channel ENUM('web','app','phone','store')",
      'placed_at DATETIME',
      'shipped_at DATETIME NULL',
      'total DECIMAL(10,2)',
      'currency CHAR(3)',
      'coupon_id INT NULL',
      'gift TINYINT',
      'remark VARCHAR(200) NULL',
    ),
    primaryKey: ['id'],
    *rows() {
      const random = new Random(21)
      for (let id = 1; id <= orderCount; id++) {
        const placed = Math.floor((id / orderCount) * wholeTime)
        const status = orderStatus(random, 1 - id / orderCount)
        yield [
          id,
          random.skewed(customerCount, 2),
          random.skewed(storeCount, 2),
          status,
          random.weighted({ web: 60, app: 35, phone: 1, store: 4 }),
          stamp(placed),
          status === 'shipped' || status === 'delivered'
            ? stamp(Math.min(wholeTime, placed + random.between(3600, 400_000)))
            : null,
          random.skewed(200_000, 4) / 100,
          random.weighted({ EUR: 95, SEK: 3, DKK: 2 }),
          random.chance(0.1) ? random.skewed(couponCount, 2) : null,
          random.chance(0.02) ? 1 : 0,
          random.chance(0.05) ? random.words(words, 2, 12) : null,
        ]
      }
    },
  },
  {
    name: 'order_lines',
    columns: columns(
      'order_id INT',
      'line_no INT',
      'product_id INT',
      'quantity INT',
      'unit_price DECIMAL(10,2)',
      'discount DECIMAL(5,2)',
      'returned TINYINT',
    ),
    primaryKey: ['order_id', 'line_no'],
    *rows() {
      const random = new Random(22)
      for (let id = 1; id <= orderCount; id++) {
        const lines = random.weighted({ 1: 40, 2: 30, 3: 20, 4: 10 })
        for (let line = 1; line <= Number(lines); line++) {
          yield [
            id,
            line,
            random.skewed(productCount, 2),
            random.skewed(12, 4),
            random.skewed(90_000, 3) / 100,
            random.chance(0.85) ? 0 : random.between(1, 6) * 5,
            random.chance(0.01) ? 1 : 0,
          ]
        }
      }
    },
  },
  {
    name: 'payments',
    columns: columns(
      'id INT',
      'order_id INT',
      "method ENUM('card','wallet','invoice','transfer','cash')",
      "state ENUM('captured','failed','refunded','open')",
      'amount DECIMAL(10,2)',
      'paid_at DATETIME',
      'provider_ref VARCHAR(64)',
    ),
    primaryKey: ['id'],
    *rows() {
      const random = new Random(23)
      for (let id = 1; id <= 75_000; id++) {
        const order = Math.min(orderCount, Math.max(1, Math.floor((id / 75_000) * orderCount) + random.between(-3, 3)))
        yield [
          id,
          order,
          random.weighted({ card: 55, wallet: 30, invoice: 12, transfer: 2.5, cash: 0.5 }),
          random.weighted({ captured: 94, failed: 3, refunded: 2.7, open: 0.3 }),
          random.skewed(200_000, 4) / 100,
          stamp(Math.floor((order / orderCount) * wholeTime) + random.between(0, 7200)),
          `${random.of(['pay', 'txn', 'ref'])}_${random.hex(24)}`,
        ]
      }
    },
  },
  {
    name: 'shipments',
    columns: columns(
      'id INT',
      'order_id INT',
      'carrier VARCHAR(20)',
      'tracking_no VARCHAR(30)',
      "state ENUM('created','in_transit','delivered','lost','returned')",
      'sent_at DATETIME',
      'delivered_at DATETIME NULL',
      'weight_grams INT',
      'destination CHAR(2)',
    ),
    primaryKey: ['id'],
    *rows() {
      const random = new Random(24)
      for (let id = 1; id <= shipmentCount; id++) {
        const sent = Math.floor((id / shipmentCount) * wholeTime)
        const state = random.weighted({ created: 1, in_transit: 4, delivered: 93, lost: 0.3, returned: 1.7 })
        yield [
          id,
          Math.max(1, Math.floor((id / shipmentCount) * orderCount)),
          random.weighted({ swiftpost: 50, rapid: 30, northway: 15, courierx: 4, bikers: 1 }),
          `${random.of(['SW', 'RP', 'NW'])}${random.hex(14)}`,
          state,
          stamp(sent),
          state === 'delivered' ? stamp(Math.min(wholeTime, sent + random.between(40_000, 600_000))) : null,
          random.skewed(30_000, 3),
          country(random),
        ]
      }
    },
  },
  {
    name: 'shipment_events',
    columns: columns('id INT', 'shipment_id INT', 'code VARCHAR(20)', 'happened_at DATETIME', 'place VARCHAR(60)'),
    primaryKey: ['id'],
    *rows() {
      const random = new Random(25)
      for (let id = 1; id <= 120_000; id++) {
        const shipment = Math.max(1, Math.floor((id / 120_000) * shipmentCount) - random.between(0, 40))
        yield [
          id,
          shipment,
          random.weighted({
            scanned: 60,
            loaded: 25,
            delivered: 10,
            attempt_failed: 4,
            damaged: 0.5,
            customs_hold: 0.5,
          }),
          stamp(Math.floor((shipment / shipmentCount) * wholeTime) + random.between(0, 500_000)),
          `hub ${random.skewed(200, 2)}`,
        ]
      }
    },
  },
  {
    name: 'reviews',
    columns: columns(
      'id INT',
      'product_id INT',
      'customer_id INT',
      'rating INT',
      'title VARCHAR(120)',
      'body TEXT',
      "state ENUM('published','waiting','rejected')",
      'helpful INT',
      'created_at DATETIME',
    ),
    primaryKey: ['id'],
    *rows() {
      const random = new Random(26)
      for (let id = 1; id <= 25_000; id++) {
        yield [
          id,
          random.skewed(productCount, 3),
          random.skewed(customerCount, 2),
          Number(random.weighted({ 5: 50, 4: 25, 3: 10, 2: 5, 1: 10 })),
          random.words(words, 2, 6),
          random.words(words, 10, 60),
          random.weighted({ published: 96, waiting: 1, rejected: 3 }),
          random.skewed(200, 6) - 1,
          stamp(Math.floor((id / 25_000) * wholeTime)),
        ]
      }
    },
  },
  {
    name: 'tickets',
    columns: columns(
      'id INT',
      'customer_id INT',
      'order_id INT NULL',
      'topic VARCHAR(20)',
      'priority INT',
      "state ENUM('open','waiting','solved','spam')",
      'assignee_id INT NULL',
      'opened_at DATETIME',
      'closed_at DATETIME NULL',
      'subject VARCHAR(200)',
    ),
    primaryKey: ['id'],
    *rows() {
      const random = new Random(27)
      for (let id = 1; id <= ticketCount; id++) {
        const opened = Math.floor((id / ticketCount) * wholeTime)
        const state = random.weighted({ open: id / ticketCount > 0.97 ? 60 : 0.5, waiting: 1.5, solved: 94, spam: 4 })
        yield [
          id,
          random.skewed(customerCount, 2),
          random.chance(0.6) ? random.between(1, orderCount) : null,
          random.weighted({ delivery: 45, refund: 25, account: 15, product: 14, legal: 1 }),
          Number(random.weighted({ 1: 2, 2: 18, 3: 80 })),
          state,
          random.chance(0.95) ? random.skewed(agentCount, 3) : null,
          stamp(opened),
          state === 'solved' ? stamp(Math.min(wholeTime, opened + random.between(600, 900_000))) : null,
          `${random.of(['Re: ', 'Fwd: ', '', ''])}${random.words(words, 3, 8)}`,
        ]
      }
    },
  },
  {
    name: 'ticket_messages',
    columns: columns(
      'id INT',
      'ticket_id INT',
      "author_kind ENUM('customer','agent','robot')",
      'sent_at DATETIME',
      'body TEXT',
    ),
    primaryKey: ['id'],
    *rows() {
      const random = new Random(28)
      for (let id = 1; id <= 40_000; id++) {
        const ticket = Math.max(1, Math.floor((id / 40_000) * ticketCount) - random.between(0, 20))
        yield [
          id,
          ticket,
          random.weighted({ customer: 50, agent: 40, robot: 10 }),
          stamp(Math.floor((ticket / ticketCount) * wholeTime) + random.between(0, 800_000)),
          random.words(words, 15, 60),
        ]
      }
    },
  },
]
