/** Repeatable randomness: a linear congruential generator, so that a failing case comes back with its seed. */
export class Randomness {
  constructor(private state: number) {}

  /** 0 ≤ result < 1 */
  next(): number {
    this.state = (this.state * 1_103_515_245 + 12_345) % 2_147_483_648
    return this.state / 2_147_483_648
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.below(items.length)] ?? items[0]
  }
}

export interface RandomColumn {
  readonly name: string
  readonly kind: 'number' | 'text' | 'time' | 'enum'
  readonly type: string
  readonly nullable: boolean
  /** `(3)` behind the column's name in the index, or nothing. */
  readonly prefix: string
}

export function randomColumn(random: Randomness, at: number): RandomColumn {
  const name = `c${at}`
  const nullable = random.chance(0.4)
  const kind = random.pick(['number', 'number', 'text', 'time', 'enum'])
  switch (kind) {
    case 'number': {
      const type = random.pick([
        'TINYINT',
        'SMALLINT UNSIGNED',
        'MEDIUMINT',
        'INT',
        'BIGINT',
        'DECIMAL(10,2)',
        'DECIMAL(18,9)',
        'DOUBLE',
        'FLOAT',
        'YEAR',
      ]) // prettier-ignore
      return { name, kind, type, nullable, prefix: '' }
    }
    case 'time': {
      const type = random.pick(['DATE', 'DATETIME', 'DATETIME(3)', 'TIMESTAMP(6)', 'TIME', 'TIME(2)'])
      return { name, kind, type, nullable: nullable || type.startsWith('TIMESTAMP'), prefix: '' }
    }
    case 'enum':
      return { name, kind, type: "ENUM('x1','x2','x3','x4')", nullable, prefix: '' }
    default: {
      const type = random.pick(['VARCHAR(10)', 'CHAR(8)', 'VARCHAR(40)', 'TEXT', 'VARBINARY(12)', 'BINARY(6)', 'BLOB'])
      const charset =
        type.includes('BINARY') || type === 'BLOB'
          ? ''
          : ` CHARACTER SET ${random.pick(['latin1', 'utf8', 'utf8mb4', 'gbk'])}`
      const needsPrefix = type === 'TEXT' || type === 'BLOB'
      const prefix = needsPrefix ? `(${random.pick([3, 5, 10])})` : random.chance(0.3) ? '(3)' : ''
      return { name, kind: 'text', type: type + charset, nullable, prefix }
    }
  }
}

/** A literal that fits the column. */
export function randomValue(random: Randomness, column: RandomColumn): string {
  switch (column.kind) {
    case 'number':
      return column.type === 'YEAR' ? String(2001 + random.below(9)) : String(1 + random.below(9))
    case 'time':
      return column.type.startsWith('TIME') && !column.type.startsWith('TIMESTAMP')
        ? random.pick(["'10:00:00'", "'11:30:00'"])
        : random.pick(["'2020-01-05'", "'2020-02-07'"])
    default:
      return random.pick(["'x1'", "'x2'", "'x3'"])
  }
}

export function randomCondition(random: Randomness, column: RandomColumn): string {
  const { name } = column
  const value = () => randomValue(random, column)
  const forms: [() => string, ...(() => string)[]] = [
    () => `${name} = ${value()}`,
    () => `${name} = ${value()}`,
    () => `${name} = ${value()}`,
    () => `${name} > ${value()}`,
    () => `${name} >= ${value()}`,
    () => `${name} < ${value()}`,
    () => `${name} <= ${value()}`,
    () => `${name} BETWEEN ${value()} AND ${value()}`,
    () => `${name} IN (${value()}, ${value()})`,
    () => `${name} IS ${random.pick(['NULL', 'NOT NULL'])}`,
    () => `${name} <> ${value()}`,
    () => `(${name} = ${value()} OR ${name} > ${value()})`,
    () => `${name} >= ${value()} AND ${name} < ${value()}`,
    () =>
      column.kind === 'text'
        ? `${name} LIKE ${random.pick(["'x%'", "'x1%'", "'xyzab%'", "'%x'"])}`
        : `${name} = ${value()}`,
  ]
  return random.pick(forms)()
}
