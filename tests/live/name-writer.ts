import { Seeded } from '../core/sql/ddl/seeded'

interface Factor {
  readonly sql: string
  readonly name: string
}

/** Random SELECTs whose names hit, miss and collide. No HAVING: there servers have rules about grouping besides. */
export class NameWriter {
  private readonly random: Seeded
  private count = 0

  constructor(seed: number) {
    this.random = new Seeded(seed)
  }

  query(outer: readonly string[] = [], depth = 0): string {
    const factors = Array.from({ length: 1 + this.random.below(3) }, () => this.factor(depth))
    const names = factors.map((factor) => factor.name)
    const seen = [...names, ...outer]
    const items = Array.from({ length: depth > 0 ? 1 : 1 + this.random.below(3) }, () => {
      const alias = this.random.below(3) === 0 ? ` AS ${this.letter()}` : ''
      return this.random.below(8) === 0 ? `${this.column(seen)} + 1${alias}` : `${this.column(seen)}${alias}`
    })
    if (depth === 0 && this.random.below(6) === 0) items.splice(0, items.length, '*')
    const where = this.random.below(2) === 0 ? ` WHERE ${this.condition(seen, depth)}` : ''
    const group = this.random.below(6) === 0 ? ` GROUP BY ${this.column(seen)}` : ''
    const order =
      this.random.below(3) === 0 ? ` ORDER BY ${this.column(seen)}${this.random.pick(['', ' + 0', ' DESC'])}` : ''
    return `SELECT ${items.join(', ')} FROM ${this.joined(factors)}${where}${group}${order}`
  }

  private factor(depth: number): Factor {
    const table = this.random.pick(['p', 'q', 'r'])
    const name = `${this.random.pick(['s', 't'])}${this.count++}`
    if (depth < 2 && this.random.below(5) === 0) {
      const column = `${this.letter()}`
      return { sql: `(SELECT x.${this.ofTable(table)} AS ${column}, x.c AS z FROM ${table} x) ${name}`, name }
    }
    return { sql: `${table} ${name}`, name }
  }

  private joined(factors: readonly Factor[]): string {
    return factors.reduce((left, { sql, name }, index) => {
      const before = factors.slice(0, index).map((factor) => factor.name)
      switch (index === 0 ? -1 : this.random.below(6)) {
        case -1:
          return sql
        case 0:
          return `${left}, ${sql}`
        case 1:
          return `${left} JOIN ${sql} USING (c)`
        case 2:
          return `${left} NATURAL JOIN ${sql}`
        case 3:
          return `${left} NATURAL LEFT JOIN ${sql}`
        case 4:
          return `${left} RIGHT JOIN ${sql} USING (c)`
        default:
          return `${left} JOIN ${sql} ON ${this.column([...before, name])} = ${this.column([...before, name])}`
      }
    }, '')
  }

  private condition(seen: readonly string[], depth: number): string {
    if (depth < 2 && this.random.below(2) === 0) return `${this.column(seen)} IN (${this.query(seen, depth + 1)})`
    return `${this.column(seen)} > ${this.column(seen)}`
  }

  private column(seen: readonly string[]): string {
    return this.random.below(5) < 2 ? this.letter() : `${this.random.pick([...seen])}.${this.letter()}`
  }

  private letter(): string {
    return this.random.pick(['a', 'b', 'c', 'd', 'e'])
  }

  private ofTable(table: string): string {
    return this.random.pick({ p: ['a', 'b', 'c'], q: ['b', 'c', 'd'] }[table] ?? ['c', 'e'])
  }
}
