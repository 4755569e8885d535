import { day, Random, stamp, wholeTime } from './random'
import { country, words } from './shop-people'
import { columns, type TableSpec } from './table'

export const productCount = 6000
export const storeCount = 2000
const categoryCount = 2000
const supplierCount = 2000

const brands = [
  'Acero',
  'Boreal',
  'Cirrus',
  'Delmar',
  'Everest',
  'Fjord',
  'Granit',
  'Horizon',
  'Ibis',
  'Jura',
  'Kestrel',
  'Lumen',
  'Merid',
  'Nimbus',
  'Orbis',
  'Pinea',
] as const
const things = [
  'lamp',
  'chair',
  'table',
  'jacket',
  'boots',
  'tent',
  'kettle',
  'phone',
  'cable',
  'bag',
  'watch',
  'mug',
  'desk',
  'shelf',
  'rug',
  'clock',
] as const
const colors = ['black', 'white', 'red', 'green', 'blue', 'sand', 'grey'] as const

export const goods: readonly TableSpec[] = [
  {
    name: 'categories',
    columns: columns(
      'id INT',
      'parent_id INT NULL',
      'name VARCHAR(60)',
      'depth INT',
      'position INT',
      'visible TINYINT',
    ),
    primaryKey: ['id'],
    *rows() {
      const random = new Random(11)
      for (let id = 1; id <= categoryCount; id++) {
        const depth = id <= 20 ? 0 : id <= 300 ? 1 : 2
        const parent = depth === 0 ? null : depth === 1 ? random.between(1, 20) : random.between(21, 300)
        yield [
          id,
          parent,
          `${random.of(things)} ${random.of(colors)} ${id}`,
          depth,
          random.between(1, 40),
          random.chance(0.9) ? 1 : 0,
        ]
      }
    },
  },
  {
    name: 'suppliers',
    columns: columns(
      'id INT',
      'name VARCHAR(60)',
      'country CHAR(2)',
      'rating INT',
      'contract_until DATE',
      'blocked TINYINT',
    ),
    primaryKey: ['id'],
    *rows() {
      const random = new Random(12)
      for (let id = 1; id <= supplierCount; id++) {
        yield [
          id,
          `${random.of(brands)} supply ${id}`,
          country(random),
          random.between(1, 100),
          day(random.between(200, 1500)),
          random.chance(0.02) ? 1 : 0,
        ]
      }
    },
  },
  {
    name: 'products',
    columns: columns(
      'id INT',
      'sku VARCHAR(20)',
      'category_id INT',
      'brand VARCHAR(30)',
      'name VARCHAR(120)',
      'price DECIMAL(10,2)',
      'weight_grams INT',
      "status ENUM('on_sale','sold_out','hidden','discontinued')",
      'created_at DATETIME',
      'discontinued_at DATETIME NULL',
      'description TEXT',
    ),
    primaryKey: ['id'],
    *rows() {
      const random = new Random(13)
      for (let id = 1; id <= productCount; id++) {
        const status = random.weighted({ on_sale: 80, sold_out: 10, hidden: 3, discontinued: 7 })
        const created = random.between(0, wholeTime)
        const brand = brands[random.skewed(brands.length, 2) - 1] ?? brands[0]
        yield [
          id,
          `${brand.slice(0, 3).toUpperCase()}-${String(id).padStart(6, '0')}`,
          random.chance(0.5) ? random.between(301, 340) : random.between(301, categoryCount),
          brand,
          `${random.of(colors)} ${random.of(things)} ${random.words(words, 1, 3)}`,
          random.skewed(90_000, 3) / 100,
          random.skewed(20_000, 3),
          status,
          stamp(created),
          status === 'discontinued' ? stamp(random.between(created, wholeTime)) : null,
          random.words(words, 20, 60),
        ]
      }
    },
  },
  {
    name: 'product_suppliers',
    columns: columns('product_id INT', 'supplier_id INT', 'cost DECIMAL(10,2)', 'lead_days INT', 'preferred TINYINT'),
    primaryKey: ['product_id', 'supplier_id'],
    *rows() {
      const random = new Random(14)
      for (let product = 1; product <= productCount; product++) {
        const first = random.skewed(supplierCount, 2)
        for (let nth = 0; nth < random.between(1, 4); nth++) {
          const supplier = 1 + ((first + nth * 37) % supplierCount)
          yield [
            product,
            supplier,
            random.skewed(50_000, 3) / 100,
            random.weighted({ 1: 5, 3: 40, 7: 40, 30: 14, 90: 1 }),
            nth === 0 ? 1 : 0,
          ]
        }
      }
    },
  },
  {
    name: 'stores',
    columns: columns(
      'id INT',
      'code VARCHAR(10)',
      'country CHAR(2)',
      "kind ENUM('shop','warehouse','partner')",
      'opened_on DATE',
      'closed_on DATE NULL',
    ),
    primaryKey: ['id'],
    *rows() {
      const random = new Random(15)
      for (let id = 1; id <= storeCount; id++) {
        yield [
          id,
          `S${String(id).padStart(5, '0')}`,
          country(random),
          random.weighted({ shop: 90, warehouse: 2, partner: 8 }),
          day(random.between(0, 729)),
          random.chance(0.1) ? day(random.between(300, 729)) : null,
        ]
      }
    },
  },
  {
    name: 'stock',
    columns: columns(
      'store_id INT',
      'product_id INT',
      'quantity INT',
      'reserved INT',
      'restock_at DATETIME NULL',
      'updated_at DATETIME',
    ),
    primaryKey: ['store_id', 'product_id'],
    *rows() {
      const random = new Random(16)
      for (let store = 1; store <= storeCount; store++) {
        const first = random.between(1, productCount)
        for (let nth = 0; nth < 30; nth++) {
          const quantity = random.chance(0.06) ? 0 : random.skewed(400, 3)
          yield [
            store,
            1 + ((first + nth * 197) % productCount),
            quantity,
            random.chance(0.8) ? 0 : random.between(1, 9),
            quantity === 0 && random.chance(0.5) ? stamp(random.between(0, wholeTime)) : null,
            stamp(random.between(0, wholeTime)),
          ]
        }
      }
    },
  },
]
