import { Random, stamp, wholeTime } from './random'
import { productCount } from './shop-goods'
import { country, customerCount, words } from './shop-people'
import { columns, type TableSpec } from './table'

const viewCount = 120_000

export const traffic: readonly TableSpec[] = [
  {
    name: 'page_views',
    columns: columns(
      'id INT',
      'session_key CHAR(32)',
      'customer_id INT NULL',
      'url VARCHAR(200)',
      'product_id INT NULL',
      'viewed_at DATETIME',
      "device ENUM('phone','desktop','tablet','bot')",
      'country CHAR(2)',
      'millis INT',
    ),
    primaryKey: ['id'],
    *rows() {
      const random = new Random(31)
      let session = random.hex(32)
      let customer: number | null = null
      for (let id = 1; id <= viewCount; id++) {
        if (random.chance(0.2)) {
          session = random.hex(32)
          customer = random.chance(0.4) ? random.skewed(customerCount, 2) : null
        }
        const product = random.chance(0.6) ? random.skewed(productCount, 3) : null
        yield [
          id,
          session,
          customer,
          product === null
            ? `/shop/${random.of(['home', 'cart', 'search', 'account', 'help'])}`
            : `/shop/products/${product}/${random.of(words)}`,
          product,
          stamp(Math.floor((id / viewCount) * wholeTime)),
          random.weighted({ phone: 60, desktop: 35, tablet: 4, bot: 1 }),
          country(random),
          random.skewed(8000, 5),
        ]
      }
    },
  },
  {
    name: 'audit_log',
    columns: columns(
      'id INT',
      "actor_kind ENUM('agent','system','customer')",
      'actor_id INT',
      'action VARCHAR(40)',
      'entity VARCHAR(30)',
      'entity_id INT',
      'logged_at DATETIME',
      'detail TEXT NULL',
    ),
    primaryKey: ['id'],
    *rows() {
      const random = new Random(32)
      for (let id = 1; id <= 100_000; id++) {
        const entity = random.weighted({ order: 60, customer: 20, product: 15, coupon: 5 })
        yield [
          id,
          random.weighted({ system: 75, agent: 20, customer: 5 }),
          random.skewed(2000, 2),
          `${entity}.${random.weighted({ update: 70, view: 20, create: 8, delete: 1.5, export: 0.5 })}`,
          entity,
          random.skewed(20_000, 2),
          stamp(Math.floor((id / 100_000) * wholeTime)),
          random.chance(0.3) ? random.words(words, 5, 20) : null,
        ]
      }
    },
  },
]
