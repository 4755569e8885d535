import type { Randomness } from '../../src/core/randomness'

/** Random tables and statements of MySQL and MariaDB, for what is checked against the servers' key_len. */

export interface KeyTraits {
  readonly mariadb: boolean
  /** Functional and multi-valued key parts: MySQL 8.0.17. */
  readonly functional: boolean
  /** Stored, not only parsed: MySQL 8, MariaDB 10.8. */
  readonly descending: boolean
  /** Generated columns: MySQL 5.7, MariaDB. */
  readonly generated: boolean
  /** Lists of rows with texts of several character sets: MySQL 5.6.24 ends itself while it prints their plan. */
  readonly textRowLists: boolean
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
  /** The column's values come from other columns: none is inserted. */
  readonly generated?: boolean
}

export interface RandomTable {
  readonly name: string
  readonly textRowLists: boolean
  readonly columns: readonly RandomColumn[]
  readonly indexes: readonly {
    readonly name: string
    readonly columns: readonly string[]
    readonly functional: boolean
    /** Searches by its functional part. */
    readonly condition?: string | undefined
  }[]
  readonly ddl: string
  readonly inserts: readonly string[]
}

type Kind = Omit<RandomColumn, 'name' | 'nullable' | 'type'> & { readonly type: (random: Randomness) => string }

const whole = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
const words = ["'a1'", "'b2'", "'b3'", "'cc'", "'d'", "'eex'", "'f9'"] as const
const plain = { like: false, prefixes: [], needsPrefix: false } as const
const text = { values: words, like: true, prefixes: [1, 2, 5], needsPrefix: false } as const

function members(letter: string, count: number): string {
  return Array.from({ length: count }, (_, at) => `'${letter}${at + 1}'`).join(',')
}

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
    type: (random) => `SET(${members('s', random.pick([3, 8, 9, 16, 17, 24, 25, 32, 33, 64]))})`,
  },
  { ...plain, values: ["'x1'", "'x2'", "'x3'", "'x4'"], type: () => `ENUM(${members('x', 300)})` },
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

/** Types whose values may be made from the id; nullable unless declared otherwise, whatever they are made from. */
const generatedKinds: readonly [Kind & { readonly from: string }, ...(Kind & { readonly from: string })[]] = [
  { ...plain, values: whole, type: () => 'BIGINT', from: 'id * 2' },
  { ...plain, values: whole, type: () => 'INT UNSIGNED', from: 'id + 1' },
  { ...text, type: (random) => `VARCHAR(${random.pick([8, 12])})${charset(random)}`, from: "CONCAT('b', id)" },
  { ...plain, values: ["'2020-01-05'", "'2020-02-07'"], type: () => 'DATE', from: "'2020-01-01' + INTERVAL id DAY" },
]

function randomColumn(random: Randomness, name: string, traits: KeyTraits): RandomColumn {
  if (traits.generated && random.chance(0.08)) {
    const { from, ...kind } = random.pick(generatedKinds)
    const { values, like, prefixes, needsPrefix } = kind
    const stored = random.pick(['VIRTUAL', traits.mariadb ? 'PERSISTENT' : 'STORED'])
    const type = `${kind.type(random)} AS (${from}) ${stored}`
    return { name, type, nullable: true, values, like, prefixes, needsPrefix, generated: true }
  }
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
  const plainColumns = columns.filter((one) => !one.nullable && !one.needsPrefix && !one.generated)
  const extra =
    first !== undefined && plainColumns.includes(first) && random.chance(0.25)
      ? plainColumns.slice(0, 1 + random.below(3))
      : []
  const primary = random.shuffled(['id', ...extra.map((one) => one.name)]).join(', ')
  const indexes = Array.from({ length: 1 + random.below(3) }, (_, at) =>
    randomIndex(random, `ix${at}`, columns, traits),
  )
  const inMemory = columns.some((one) => /TEXT|BLOB/.test(one.type) || one.generated) ? [] : ['MEMORY']
  const others = ['MyISAM', ...inMemory, ...(traits.mariadb ? ['Aria'] : [])]
  const engine = random.chance(0.8) ? 'InnoDB' : random.pick(['MyISAM', ...others])
  const method = engine === 'MEMORY' ? ' USING BTREE' : ''
  const definitions = [
    `id ${random.pick(['INT', 'BIGINT', 'MEDIUMINT UNSIGNED'])} NOT NULL`,
    ...columns.map((one) => `${one.name} ${one.type}${one.generated ? '' : one.nullable ? ' NULL' : ' NOT NULL'}`),
    'pad CHAR(30) NOT NULL',
    ...(traits.functional && engine === 'InnoDB' ? ['tags JSON'] : []),
    `PRIMARY KEY${method} (${primary})`,
    ...indexes.map((one) => `${one.unique ? 'UNIQUE ' : ''}KEY ${one.name}${method} (${one.parts})`),
  ]
  const stored = columns.filter((one) => !one.generated)
  // Enough of them sometimes that a MariaDB row id filter pays.
  const rows = Array.from({ length: random.chance(0.06) ? 2500 : 60 }, (_, row) => {
    const values = stored.map((one) => (one.nullable && random.chance(0.1) ? 'NULL' : random.pick(one.values)))
    return `(${[row + 1, ...values, "'p'"].join(', ')})`
  })
  return {
    name,
    textRowLists: traits.textRowLists,
    columns,
    indexes: [...indexes, { name: 'PRIMARY', columns: primary.split(', '), functional: false }],
    ddl: `CREATE TABLE ${name} (${definitions.join(', ')}) ENGINE=${engine} DEFAULT CHARSET=latin1 ROW_FORMAT=DYNAMIC`,
    inserts: [
      `INSERT IGNORE INTO ${name} (${['id', ...stored.map((one) => one.name), 'pad'].join(', ')}) VALUES ${rows.join(', ')}`,
    ],
  }
}

/** With a condition that searches by it. */
const functionalParts: readonly [FunctionalPart, ...FunctionalPart[]] = [
  { expression: 'id + 1', condition: 'id + 1 = 7' },
  { expression: 'id * 3', condition: 'id * 3 > 9' },
  { expression: 'LOWER(pad)', condition: "LOWER(pad) = 'p'" },
  { expression: 'UPPER(pad)', condition: "UPPER(pad) = 'P'" },
  { expression: 'CAST(id AS CHAR(8))', condition: "CAST(id AS CHAR(8)) = '7'" },
  { expression: 'CAST(id AS DECIMAL(12, 3))', condition: 'CAST(id AS DECIMAL(12, 3)) = 7' },
  { expression: "CAST(tags->'$.n' AS UNSIGNED ARRAY)", condition: "7 MEMBER OF (tags->'$.n')" },
  { expression: "CAST(tags->'$.d' AS DATE ARRAY)", condition: `JSON_CONTAINS(tags->'$.d', '["2020-01-05"]')` },
  { expression: "CAST(tags->'$.w' AS CHAR(12) ARRAY)", condition: `'b2' MEMBER OF (tags->'$.w')` },
]

interface FunctionalPart {
  readonly expression: string
  readonly condition: string
}

function randomIndex(random: Randomness, name: string, columns: readonly RandomColumn[], traits: KeyTraits) {
  const chosen = random.shuffled(columns).slice(0, 1 + random.below(Math.min(4, columns.length)))
  const functional = traits.functional && random.chance(0.12)
  const parts = chosen.map((one) => {
    const prefix = one.needsPrefix || (one.prefixes.length > 0 && random.chance(0.35))
    const length = prefix ? `(${random.pick([1, 2, 5])})` : ''
    return `${one.name}${length}${traits.descending && random.chance(0.2) ? ' DESC' : ''}`
  })
  const part = functional ? random.pick(functionalParts) : undefined
  if (part !== undefined) parts.splice(random.below(parts.length + 1), 0, `(${part.expression})`)
  return {
    name,
    columns: chosen.map((one) => one.name),
    functional,
    condition: part?.condition,
    unique: !functional && random.chance(0.15),
    parts: parts.join(', '),
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
    // Beyond eq_range_index_dive_limit, 200 as a rule.
    () =>
      column.values === whole
        ? `${name} IN (${Array.from({ length: 230 }, (_, at) => at + 1).join(', ')})`
        : `${name} = ${low}`,
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
  const functional =
    'condition' in index && index.condition !== undefined && random.chance(0.7) ? [index.condition] : []
  const where = [...functional, conditions(random, table, '', index.columns)].join(' AND ')
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
    () => `SELECT DISTINCT ${index.columns[0]} FROM ${table.name}${force} WHERE ${where}`,
    () =>
      `SELECT ${index.columns[0]}, MIN(${index.columns[1] ?? 'id'}) FROM ${table.name}${force} GROUP BY ${index.columns[0]}`,
    () => semiJoined(random, table, other),
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
  if (columns.length < 2 || (!table.textRowLists && columns.some((one) => one.values !== whole)))
    return `SELECT * FROM ${table.name} WHERE id IN (3, 9)`
  const row = () => `(${columns.map((one) => value(random, one)).join(', ')})`
  return `SELECT * FROM ${table.name}${force} WHERE (${columns.map((one) => one.name).join(', ')}) IN (${row()}, ${row()})`
}

/** IN and EXISTS with a subquery on the other table. */
function semiJoined(random: Randomness, table: RandomTable, other: RandomTable): string {
  const index = random.pick([other.indexes[0] ?? { name: 'PRIMARY', columns: ['id'] }, ...other.indexes])
  const inner = other.columns.find((one) => one.name === index.columns[0])
  const outer = table.columns.find((one) => one.type === inner?.type)
  const names = inner && outer ? { inner: inner.name, outer: outer.name } : { inner: 'id', outer: 'id' }
  const rest = conditions(random, other, 'u.', index.columns.slice(1))
  return random.pick([
    `SELECT t.id FROM ${table.name} t WHERE t.id < 30 AND t.${names.outer} IN (SELECT u.${names.inner} FROM ${other.name} u WHERE ${rest})`,
    `SELECT t.id FROM ${table.name} t WHERE EXISTS (SELECT 1 FROM ${other.name} u WHERE u.${names.inner} = t.${names.outer} AND ${rest}) LIMIT 5`,
    `SELECT t.id, (SELECT COUNT(*) FROM ${other.name} u WHERE u.${names.inner} = t.${names.outer} AND ${rest}) FROM ${table.name} t`,
  ])
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
