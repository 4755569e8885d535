import { day, Random, stamp, wholeTime } from './random'
import { columns, type TableSpec } from './table'

export const customerCount = 20_000
export const agentCount = 2000
export const couponCount = 3000

/** Countries by how many customers live there, with the prefix of their postcodes; cities go with the country. */
const countries = { DE: 40, FR: 18, NL: 12, AT: 8, PL: 7, IT: 5, ES: 4, BE: 3, SE: 1.5, DK: 1, PT: 0.4, IS: 0.1 }

const lastNames = [
  'Meyer',
  'Novak',
  'Rossi',
  'Jansen',
  'Dubois',
  'Schmitt',
  'Kowalski',
  'Lindqvist',
  'Garcia',
  'Huber',
  'Moreau',
  'Visser',
  'Berg',
  'Costa',
  'Peeters',
  'Winter',
  'Sommer',
  'Keller',
  'Arnaud',
  'Zielinski',
] as const
const firstNames = [
  'Anna',
  'Bram',
  'Clara',
  'David',
  'Elena',
  'Felix',
  'Greta',
  'Hugo',
  'Ines',
  'Jonas',
  'Karla',
  'Lukas',
  'Mira',
  'Nils',
  'Olga',
  'Paul',
] as const
export const words = [
  'parcel',
  'blue',
  'late',
  'refund',
  'please',
  'size',
  'broken',
  'thanks',
  'again',
  'color',
  'invoice',
  'missing',
  'great',
  'box',
  'quality',
  'return',
  'today',
  'where',
  'order',
  'arrived',
] as const

export function country(random: Random): string {
  return random.weighted(countries)
}

/** Each country has its own cities, the first of them the largest by far. */
export function city(random: Random, of: string): string {
  return `${of} city ${random.skewed(60, 2.5)}`
}

export const people: readonly TableSpec[] = [
  {
    name: 'customers',
    columns: columns(
      'id INT',
      'email VARCHAR(100)',
      'last_name VARCHAR(40)',
      'first_name VARCHAR(40)',
      'country CHAR(2)',
      'city VARCHAR(40)',
      "segment ENUM('private','business','reseller')",
      "status ENUM('active','closed','blocked')",
      'loyalty_points INT',
      'referrer_id INT NULL',
      'created_at DATETIME',
      'last_login_at DATETIME NULL',
      'deleted_at DATETIME NULL',
      'notes TEXT NULL',
    ),
    primaryKey: ['id'],
    *rows() {
      const random = new Random(1)
      for (let id = 1; id <= customerCount; id++) {
        const created = Math.floor((id / customerCount) * wholeTime)
        const from = country(random)
        const last = `${random.of(lastNames)}${random.chance(0.6) ? '' : random.between(1, 200)}`
        const first = random.of(firstNames)
        yield [
          id,
          `${first}.${last}.${id}@mail${random.skewed(30, 3)}.example`.toLowerCase(),
          last,
          first,
          from,
          city(random, from),
          random.weighted({ private: 90, business: 9, reseller: 1 }),
          random.weighted({ active: 93, closed: 6.5, blocked: 0.5 }),
          random.chance(0.6) ? 0 : random.skewed(5000, 3),
          random.chance(0.05) ? random.skewed(customerCount, 2) : null,
          stamp(created),
          random.chance(0.8) ? stamp(random.between(created, wholeTime)) : null,
          random.chance(0.03) ? stamp(random.between(created, wholeTime)) : null,
          random.chance(0.2) ? random.words(words, 20, 80) : null,
        ]
      }
    },
  },
  {
    name: 'addresses',
    columns: columns(
      'id INT',
      'customer_id INT',
      "kind ENUM('delivery','billing','pickup')",
      'country CHAR(2)',
      'postcode VARCHAR(10)',
      'city VARCHAR(40)',
      'street VARCHAR(80)',
      'verified TINYINT',
    ),
    primaryKey: ['id'],
    *rows() {
      const random = new Random(2)
      for (let id = 1; id <= 30_000; id++) {
        const where = country(random)
        const town = city(random, where)
        const area = String(10 + (Number(town.split(' ')[2]) % 89))
        yield [
          id,
          random.between(1, customerCount),
          random.weighted({ delivery: 70, billing: 27, pickup: 3 }),
          where,
          `${area}${String(random.between(0, 999)).padStart(3, '0')}`,
          town,
          `${random.of(lastNames)} street ${random.between(1, 250)}`,
          random.chance(0.9) ? 1 : 0,
        ]
      }
    },
  },
  {
    name: 'agents',
    columns: columns('id INT', 'name VARCHAR(60)', 'team VARCHAR(20)', 'active TINYINT', 'hired_on DATE'),
    primaryKey: ['id'],
    *rows() {
      const random = new Random(3)
      for (let id = 1; id <= agentCount; id++) {
        yield [
          id,
          `${random.of(firstNames)} ${random.of(lastNames)}`,
          `team ${random.skewed(40, 2)}`,
          random.chance(0.3) ? 1 : 0,
          day(random.between(0, 729)),
        ]
      }
    },
  },
  {
    name: 'coupons',
    columns: columns(
      'id INT',
      'code VARCHAR(20)',
      "kind ENUM('percent','amount','shipping')",
      'value INT',
      'valid_from DATE',
      'valid_until DATE',
      'used INT',
      'owner_id INT NULL',
    ),
    primaryKey: ['id'],
    *rows() {
      const random = new Random(4)
      for (let id = 1; id <= couponCount; id++) {
        const from = random.between(0, 700)
        yield [
          id,
          `C${random.hex(8)}`,
          random.weighted({ percent: 80, amount: 15, shipping: 5 }),
          random.between(5, 50),
          day(from),
          day(from + random.between(7, 90)),
          random.skewed(500, 4),
          random.chance(0.3) ? random.skewed(customerCount, 2) : null,
        ]
      }
    },
  },
]
