import type { Randomness } from '../../src/core/randomness'

/** Random tables and statements of MySQL and MariaDB, for what is checked against the servers' key_len. */

export interface KeyTraits {
  readonly mariadb: boolean
  /** Functional and multi-valued key parts: MySQL 8.0.17. */
  readonly functional: boolean
  /** Stored, not only parsed: MySQL 8, MariaDB 10.8. */
  readonly descending: boolean
}

export interface RandomColumn {
  readonly name: string
  readonly type: string
  readonly nullable: boolean
  /** Literals in ascending order. */
  readonly values: readonly [string, ...string[]]
  readonly like: boolean
  /** Prefix lengths that an index of it may or must have. */
  readonly prefixes: readonly number[]
  readonly needsPrefix: boolean
}

export interface RandomTable {
  readonly name: string
  readonly columns: readonly RandomColumn[]
  readonly indexes: readonly {
    readonly name: string
    readonly columns: readonly string[]
    readonly functional: boolean
  }[]
  readonly ddl: string
  readonly inserts: readonly string[]
}

type Kind = Omit<RandomColumn, 'name' | 'nullable' | 'type'> & { readonly type: (random: Randomness) => string }

const whole = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
const words = ["'a1'", "'b2'", "'b3'", "'cc'", "'d'", "'eex'", "'f9'"] as const
const plain = { like: false, prefixes: [], needsPrefix: false } as const
const text = { values: words, like: true, prefixes: [1, 2, 5], needsPrefix: false } as const

function charset(random: Randomness): string {
  return ` CHARACTER SET ${random.pick(['latin1', 'utf8', 'utf8mb4', 'gbk', 'ascii', 'ucs2', 'utf16', 'latin2'])}`
}

const kinds: readonly [Kind, ...Kind[]] = [
  {
    ...plain,
    values: whole,
    type: (random) =>
      random.pick(['TINYINT', 'SMALLINT UNSIGNED', 'MEDIUMINT', 'INT', 'INT UNSIGNED', 'BIGINT', 'BIGINT UNSIGNED']),
  },
  {
    ...plain,
    values: whole,
    type: (random) => `DECIMAL(${random.pick(['10,2', '18,9', '20,6', '38,10', '5,0', '9,9', '65,30', '12,5'])})`,
  },
  { ...plain, values: whole, type: (random) => random.pick(['DOUBLE', 'FLOAT', 'FLOAT(30)', 'REAL']) },
  { ...plain, values: ["'2001'", "'2005'", "'2011'", "'2020'"], type: () => 'YEAR' },
  {
    ...plain,
    values: ["'2020-01-05'", "'2020-02-07'", "'2020-03-09'", "'2021-01-01'"],
    type: (random) =>
      random.pick(['DATE', 'DATETIME', 'DATETIME(3)', 'DATETIME(6)', 'TIMESTAMP NULL', 'TIMESTAMP(4) NULL']),
  },
  {
    ...plain,
    values: ["'10:00:00'", "'11:30:00'", "'12:00:00'"],
    type: (random) => random.pick(['TIME', 'TIME(2)', 'TIME(5)']),
  },
  {
    ...plain,
    values: ["'x1'", "'x2'", "'x3'", "'x4'"],
    type: (random) => `ENUM('x1','x2','x3','x4')${random.chance(0.3) ? charset(random) : ''}`,
  },
  {
    ...plain,
    values: ["'s1'", "'s1,s2'", "'s3'"],
    type: (random) => `SET('s1','s2','s3'${random.chance(0.5) ? ",'s4','s5','s6','s7','s8','s9'" : ''})`,
  },
  { ...plain, values: ["b'0'", "b'1'"], type: (random) => `BIT(${random.pick([1, 7, 9, 17])})` },
  { ...text, type: (random) => `VARCHAR(${random.pick([6, 10, 40, 60])})${charset(random)}` },
  { ...text, type: (random) => `CHAR(${random.pick([5, 8, 12])})${charset(random)}` },
  { ...text, type: (random) => random.pick(['VARBINARY(12)', 'BINARY(6)']) },
  { ...text, needsPrefix: true, type: (random) => random.pick(['TEXT', 'TINYTEXT', 'MEDIUMTEXT']) + charset(random) },
  { ...text, needsPrefix: true, type: (random) => random.pick(['BLOB', 'TINYBLOB']) },
]
const mariadbKinds: readonly [Kind, ...Kind[]] = [
  { ...plain, values: ["'10.0.0.1'", "'10.0.0.2'", "'11.0.0.1'"], type: () => 'INET4' },
  { ...plain, values: ["'::1'", "'fe80::1'", "'fe80::2'"], type: () => 'INET6' },
  {
    ...plain,
    values: ["'123e4567-e89b-12d3-a456-426655440000'", "'123e4567-e89b-12d3-a456-426655440001'"],
    type: () => 'UUID',
  },
]

function randomColumn(random: Randomness, name: string, traits: KeyTraits): RandomColumn {
  const kind = traits.mariadb && random.chance(0.1) ? random.pick(mariadbKinds) : random.pick(kinds)
  const type = kind.type(random)
  const nullable = type.endsWith(' NULL') || random.chance(0.4)
  const { values, like, prefixes, needsPrefix } = kind
  return { name, type: type.replace(/ NULL$/, ''), nullable, values, like, prefixes, needsPrefix }
}

/** A table with three to five columns and one to three indexes, and 60 rows for it. */
export function randomTable(random: Randomness, name: string, traits: KeyTraits): RandomTable {
  const columns = Array.from({ length: 3 + random.below(3) }, (_, at) => randomColumn(random, `c${at}`, traits))
  const [first] = columns
  const composite = first !== undefined && !first.nullable && !first.needsPrefix && random.chance(0.2)
  const primary = composite ? (random.chance(0.5) ? 'id, c0' : 'c0, id') : 'id'
  const indexes = Array.from({ length: 1 + random.below(3) }, (_, at) =>
    randomIndex(random, `ix${at}`, columns, traits),
  )
  const engine = random.chance(0.85) ? 'InnoDB' : 'MyISAM'
  // AUTO_INCREMENT needs an index of its own that begins with it.
  const definitions = [
    `id ${random.pick(['INT', 'BIGINT', 'MEDIUMINT UNSIGNED'])} NOT NULL`,
    ...columns.map((one) => `${one.name} ${one.type} ${one.nullable ? 'NULL' : 'NOT NULL'}`),
    'pad CHAR(30) NOT NULL',
    `PRIMARY KEY (${primary})`,
    ...indexes.map((one) => one.definition),
  ]
  const rows = Array.from({ length: 60 }, (_, row) => {
    const values = columns.map((one) => (one.nullable && random.chance(0.1) ? 'NULL' : random.pick(one.values)))
    return `(${row + 1}, ${values.join(', ')}, 'p')`
  })
  return {
    name,
    columns,
    indexes: [...indexes, { name: 'PRIMARY', columns: primary.split(', '), functional: false }],
    ddl: `CREATE TABLE ${name} (${definitions.join(', ')}) ENGINE=${engine} DEFAULT CHARSET=latin1 ROW_FORMAT=DYNAMIC`,
    inserts: [`INSERT INTO ${name} (id, ${columns.map((one) => one.name).join(', ')}, pad) VALUES ${rows.join(', ')}`],
  }
}

function randomIndex(random: Randomness, name: string, columns: readonly RandomColumn[], traits: KeyTraits) {
  const chosen = random.shuffled(columns).slice(0, 1 + random.below(Math.min(4, columns.length)))
  const functional = traits.functional && random.chance(0.12)
  const parts = chosen.map((one) => {
    const prefix = one.needsPrefix || (one.prefixes.length > 0 && random.chance(0.35))
    const length = prefix ? `(${random.pick([1, 2, 5])})` : ''
    return `${one.name}${length}${traits.descending && random.chance(0.2) ? ' DESC' : ''}`
  })
  if (functional) parts.push(random.pick(['(id + 1)', '(LOWER(pad))', '(CAST(id AS CHAR(8)))']))
  return {
    name,
    columns: chosen.map((one) => one.name),
    functional,
    definition: `KEY ${name} (${parts.join(', ')})`,
  }
}

function value(random: Randomness, column: RandomColumn): string {
  return random.pick(column.values)
}

/** A condition on the column; `alias.` in front of its name. */
function condition(random: Randomness, column: RandomColumn, alias: string): string {
  const name = alias + column.name
  const ordered = random.shuffled(column.values).slice(0, 2).sort()
  const [low = value(random, column), high = low] = ordered
  const forms: [() => string, ...(() => string)[]] = [
    () => `${name} = ${low}`,
    () => `${name} = ${low}`,
    () => `${name} = ${low}`,
    () => `${low} = ${name}`,
    () => `${name} <=> ${low}`,
    () => `${name} > ${low}`,
    () => `${name} >= ${low}`,
    () => `${name} < ${high}`,
    () => `${name} <= ${high}`,
    () => `${name} BETWEEN ${low} AND ${high}`,
    () => `${name} >= ${low} AND ${name} < ${high}`,
    () => `${name} > ${low} AND ${name} <= ${high}`,
    () => `${name} IN (${low}, ${high})`,
    () => `${name} IS ${random.pick(['NULL', 'NOT NULL'])}`,
    () => `${name} <> ${low}`,
    () => `NOT ${name} > ${low}`,
    () => `(${name} = ${low} OR ${name} = ${high})`,
    () => `(${name} = ${low} OR ${name} IS NULL)`,
    () => `(${name} = ${low} OR ${name} > ${high})`,
    () =>
      column.like ? `${name} LIKE ${random.pick(["'b%'", "'ee%'", "'abcdefg%'", "'b_'", "'%x'"])}` : `${name} = ${low}`,
  ]
  return random.pick(forms)()
}

function conditions(random: Randomness, table: RandomTable, alias: string, leading: readonly string[]): string {
  const first = leading[0]
  const list = table.columns
    .filter((one) => (one.name === first ? random.chance(0.9) : random.chance(leading.includes(one.name) ? 0.6 : 0.15)))
    .map((one) => condition(random, one, alias))
  if (list.length === 0 || random.chance(0.2))
    list.push(`${alias}id ${random.pick(['> 3', '= 5', '>= 2', 'IN (4, 7)', 'BETWEEN 2 AND 9'])}`)
  return random.shuffled(list).join(' AND ')
}

/** A reading statement over the table, and sometimes a second one. */
export function randomStatement(random: Randomness, table: RandomTable, other: RandomTable): string {
  const index = random.pick([table.indexes[0] ?? { name: 'PRIMARY', columns: ['id'] }, ...table.indexes])
  const force = random.chance(0.65) ? ` FORCE INDEX (${index.name})` : ''
  const where = conditions(random, table, '', index.columns)
  const whole = random.pick(['*', '*', index.columns.join(', '), 'COUNT(*)', 'pad'])
  const forms: [() => string, ...(() => string)[]] = [
    () => `SELECT ${whole} FROM ${table.name}${force} WHERE ${where}`,
    () => `SELECT ${whole} FROM ${table.name}${force} WHERE ${where}`,
    () => `SELECT ${whole} FROM ${table.name}${force} WHERE ${where}`,
    () => `SELECT * FROM ${table.name}${force} WHERE ${where} ORDER BY ${index.columns.join(', ')} LIMIT 3`,
    () =>
      `SELECT ${index.columns[0]} FROM ${table.name} FORCE INDEX (${index.name}) ORDER BY ${index.columns.join(' , ')} LIMIT 4`,
    () => `SELECT ${index.columns[0]}, COUNT(*) FROM ${table.name}${force} WHERE ${where} GROUP BY ${index.columns[0]}`,
    () =>
      `SELECT * FROM ${table.name} WHERE (${where}) OR ${conditions(random, table, '', table.indexes[1]?.columns ?? ['id'])}`,
    () => rowIn(random, table, index.columns, force),
    () => joined(random, table, other),
    () => joined(random, table, other),
  ]
  return random.pick(forms)()
}

function rowIn(random: Randomness, table: RandomTable, names: readonly string[], force: string): string {
  // MySQL 5.6 falls over a row constructor that mixes texts with BIT values.
  const columns = names
    .flatMap((name) => table.columns.find((one) => one.name === name) ?? [])
    .filter((one) => !one.type.startsWith('BIT'))
    .slice(0, 2)
  if (columns.length < 2) return `SELECT * FROM ${table.name} WHERE id IN (3, 9)`
  const row = () => `(${columns.map((one) => value(random, one)).join(', ')})`
  return `SELECT * FROM ${table.name}${force} WHERE (${columns.map((one) => one.name).join(', ')}) IN (${row()}, ${row()})`
}

/** The other table's index is looked up by a column of this one, where one has the same type; else by its id. */
function joined(random: Randomness, table: RandomTable, other: RandomTable): string {
  const index = random.pick([other.indexes[0] ?? { name: 'PRIMARY', columns: ['id'] }, ...other.indexes])
  const inner = other.columns.find((one) => one.name === index.columns[0])
  const outer = table.columns.find((one) => one.type === inner?.type)
  const on = inner && outer ? `u.${inner.name} = t.${outer.name}` : 'u.id = t.id'
  const rest = conditions(random, other, 'u.', index.columns.slice(1))
  const hint = inner && outer ? ` FORCE INDEX (${index.name})` : ''
  return `SELECT STRAIGHT_JOIN t.id, u.pad FROM ${table.name} t ${random.pick(['JOIN', 'LEFT JOIN'])} ${other.name} u${hint} ON ${on} AND ${rest} WHERE t.id < 40`
}
