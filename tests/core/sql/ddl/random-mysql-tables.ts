import { atLeast, type EngineIdentity } from '../../../../src/core/engine'
import type { Seeded } from './seeded'

interface MadeColumn {
  readonly name: string
  readonly kind: 'number' | 'text' | 'long' | 'binary' | 'time' | 'members' | 'json'
  readonly definition: string
  readonly nullable: boolean
}

/** What this server takes besides the common ground. */
function featuresOf({ product, version }: EngineIdentity) {
  const mariadb = product === 'mariadb'
  return {
    mariadb,
    json: mariadb || atLeast(version, 5, 7, 8),
    generated: mariadb || atLeast(version, 5, 7, 6),
    hidden: mariadb ? 'IGNORED' : atLeast(version, 8) ? 'INVISIBLE' : '',
    functional: !mariadb && atLeast(version, 8, 0, 13),
  }
}
type Features = ReturnType<typeof featuresOf>

const numberTypes = [
  'INT',
  'INTEGER',
  'INT UNSIGNED',
  'INT(5) ZEROFILL',
  'BIGINT',
  'BIGINT UNSIGNED',
  'INT8',
  'SMALLINT',
  'SMALLINT(3) SIGNED',
  'MEDIUMINT UNSIGNED',
  'MIDDLEINT',
  'TINYINT',
  'TINYINT(1)',
  'TINYINT(1) UNSIGNED',
  'BOOL',
  'BOOLEAN',
  'DECIMAL',
  'DECIMAL(8)',
  'NUMERIC(12,3)',
  'DEC(5,5) UNSIGNED',
  'FIXED(9) ZEROFILL',
  'FLOAT',
  'FLOAT(30)',
  'FLOAT(7,3)',
  'DOUBLE',
  'DOUBLE PRECISION',
  'REAL UNSIGNED',
  'DOUBLE(9,2)',
  'BIT',
  'BIT(11)',
  'YEAR',
  'YEAR(4)',
  'FLOAT8',
  'INT2',
] as const
const textTypes = [
  'CHAR',
  'CHAR(7)',
  'VARCHAR(20)',
  'CHARACTER VARYING(12)',
  'CHARACTER(3)',
  'NCHAR(4)',
  'NATIONAL VARCHAR(5)',
  'NVARCHAR(6)',
] as const
const longTypes = [
  'TEXT',
  'TINYTEXT',
  'MEDIUMTEXT',
  'LONGTEXT',
  'TEXT(40)',
  'TEXT(100)',
  'TEXT(20000)',
  'LONG',
  'LONG VARCHAR',
] as const
const binaryTypes = [
  'BINARY(6)',
  'VARBINARY(12)',
  'BLOB',
  'TINYBLOB',
  'BLOB(300)',
  'LONG VARBINARY',
  'CHAR(4) BYTE',
] as const
const timeTypes = [
  'DATE',
  'DATETIME',
  'DATETIME(3)',
  'DATETIME(0)',
  'TIME',
  'TIME(2)',
  'TIMESTAMP',
  'TIMESTAMP(6)',
] as const
const memberTypes = ["ENUM('a','it''s','c  ')", "SET('x','y')", 'ENUM("say \\"q\\"",\'back\\\\slash\')'] as const
const charsets = ['latin1', 'utf8', 'utf8mb3', 'utf8mb4', 'gbk', 'ucs2', 'cp1251', 'binary', 'ascii'] as const
const collations = [
  'utf8mb4_bin',
  'utf8_unicode_ci',
  'latin1_general_ci',
  'utf8mb4_unicode_520_ci',
  'hebrew_bin',
] as const

const kinds: readonly MadeColumn['kind'][] = [
  'number',
  'number',
  'text',
  'text',
  'long',
  'binary',
  'time',
  'members',
  'json',
]

/** Charset clauses of a column: both orders of nothing, CHARACTER SET, COLLATE, BINARY. */
function charsetClause(random: Seeded, type: string): string {
  if (type.startsWith('N') || type.startsWith('LONG ')) return ''
  switch (random.below(6)) {
    case 0:
      return ` CHARACTER SET ${random.pick(charsets)}`
    case 1:
      return ` COLLATE ${random.pick(collations)}`
    case 2:
      return random.pick([' CHARSET utf8mb4 COLLATE utf8mb4_bin', ' CHARACTER SET latin1 COLLATE latin1_spanish_ci'])
    case 3:
      return type.includes('BINARY') ? '' : ` CHARACTER SET ${random.pick(['latin1', 'utf8mb4'])} BINARY`
    default:
      return ''
  }
}

function column(random: Seeded, at: number, features: Features): MadeColumn {
  const name = random.chance(0.1) ? `\`C ${at}\`` : random.chance(0.2) ? `C${at}` : `c${at}`
  const kind = random.pick(kinds)
  const types: Readonly<Record<Exclude<MadeColumn['kind'], 'json'>, readonly string[]>> = {
    number: numberTypes,
    text: textTypes,
    long: longTypes,
    binary: binaryTypes,
    time: timeTypes,
    members: memberTypes,
  }
  const type = kind === 'json' ? (features.json ? 'JSON' : 'INT') : random.pick(types[kind])
  const charset = kind === 'text' || kind === 'long' || kind === 'members' ? charsetClause(random, type) : ''
  const written = random.pick([' NOT NULL', ' NULL', '', ''])
  const isTimestamp = type.startsWith('TIMESTAMP')
  // Without a default a second TIMESTAMP NOT NULL is refused by strict servers.
  const fallback = isTimestamp && written !== ' NULL' ? " DEFAULT '2001-02-03 04:05:06'" : ''
  const comment = random.chance(0.1) ? " COMMENT 'a, b) it''s'" : ''
  return {
    name,
    kind: kind === 'json' && !features.json ? 'number' : kind,
    definition: `${name} ${type}${charset}${written}${fallback}${comment}`,
    nullable: written !== ' NOT NULL',
  }
}

/** A key part that every server takes: long columns with a prefix, others sometimes. */
function part(random: Seeded, of: MadeColumn): string {
  const direction = random.pick(['', '', ' ASC', ' DESC'])
  const definition = of.definition.slice(of.name.length + 1)
  const isBlob = of.kind === 'long' || /BLOB|LONG/.test(definition)
  if (isBlob) return `${of.name}(${random.pick([3, 10])})${direction}`
  const prefix =
    /^(?:VARCHAR|CHARACTER VARYING)/.test(definition) && random.chance(0.4) ? `(${random.pick([2, 5])})` : ''
  return `${of.name}${prefix}${direction}`
}

function parts(random: Seeded, from: readonly MadeColumn[], most: number): string {
  const chosen: MadeColumn[] = []
  const count = 1 + random.below(most)
  while (chosen.length < count && chosen.length < from.length) {
    const next = from[random.below(from.length)]
    if (next !== undefined && !chosen.includes(next)) chosen.push(next)
  }
  return chosen.map((one) => part(random, one)).join(', ')
}

function keys(random: Seeded, name: string, columns: readonly MadeColumn[], features: Features): string[] {
  const usable = columns.filter((one) => one.kind !== 'json')
  if (usable.length === 0) return []
  const items: string[] = []
  const count = random.below(5)
  for (let at = 0; at < count; at++) {
    const given = random.chance(0.5) ? ` k${at}_${name}` : ''
    const using = random.chance(0.15) ? random.pick([' USING HASH', ' USING BTREE']) : ''
    const hidden = random.chance(0.2) && features.hidden !== '' ? ` ${features.hidden}` : ''
    const mixed = parts(random, usable, 3)
    // MySQL 8 wants no order in a hash, even where it makes a B-tree of it.
    const list = using === ' USING HASH' && !features.mariadb ? mixed.replace(/ (?:ASC|DESC)/g, '') : mixed
    switch (random.below(4)) {
      case 0:
        items.push(`UNIQUE${random.pick(['', ' KEY', ' INDEX'])}${given} (${list})`)
        break
      case 1:
        items.push(`CONSTRAINT u${at}_${name} UNIQUE (${list})`)
        break
      default:
        items.push(`${random.pick(['KEY', 'INDEX'])}${given}${using} (${list})${hidden}`)
    }
  }
  const full = columns.find((one) => /^\w+ (?:VARCHAR\(20\)|TEXT|CHAR\(7\))(?: NOT NULL| NULL)?$/.test(one.definition))
  if (full !== undefined && random.chance(0.5)) items.push(`FULLTEXT KEY (${full.name})`)
  return items
}

/** One table, and sometimes statements that change it. `before` are the tables that foreign keys may point to. */
export function randomMysqlTable(random: Seeded, at: number, engine: EngineIdentity): readonly string[] {
  const features = featuresOf(engine)
  const name = `t${at}`
  const columns = Array.from({ length: 1 + random.below(7) }, (_, place) => column(random, place, features))
  const items: string[] = columns.map((one) => one.definition)
  const strict = columns.filter((one) => !one.nullable && one.kind !== 'json')
  const primary = random.below(4)
  if (primary === 0) items.unshift('id INT AUTO_INCREMENT PRIMARY KEY')
  else if (primary === 1) items.unshift('id SERIAL')
  else if (primary === 2 && strict.length > 0) items.push(`PRIMARY KEY (${parts(random, strict, 2)})`)
  if (at > 0 && random.chance(0.2)) items.push(...foreignKeys(random, name))
  if (features.generated && random.chance(0.3)) items.push(...generated(random, columns, features))
  const listed = keys(random, name, columns, features)
  if (features.functional && random.chance(0.3)) listed.push(...functional(random, columns, features))
  // Keys may stand between columns.
  if (random.chance(0.2)) items.splice(1 + random.below(items.length), 0, ...listed)
  else items.push(...listed)
  const options = random.pick([
    '',
    '',
    ' ENGINE=InnoDB',
    ' ENGINE=InnoDB DEFAULT CHARSET=latin1',
    ' CHARSET utf8mb4 COLLATE utf8mb4_unicode_ci',
    ' COLLATE=utf8_bin',
    ' DEFAULT CHARACTER SET = utf8',
    " COMMENT='x' AUTO_INCREMENT=7",
    '/*!50100 ROW_FORMAT=DYNAMIC */',
    '/*!99999 ENGINE=CSV */',
  ])
  return [`CREATE TABLE ${name} (${items.join(', ')})${options}`, ...changes(random, name, columns, features)]
}

/** Points to `parents` of the schema, whose key is (a, b). */
function foreignKeys(random: Seeded, name: string): string[] {
  const reference = random.pick(['', `CONSTRAINT fk_${name} `])
  const indexName = random.pick(['', `fx_${name} `])
  return [
    'pa INT',
    'pb INT',
    ...(random.chance(0.5) ? [`KEY (${random.pick(['pa, pb', 'pa', 'pb, pa'])})`] : []),
    `${reference}FOREIGN KEY ${indexName}(${random.pick(['pa', 'pa, pb'])}) REFERENCES parents (a, b)`.replace(
      /\(pa\) REFERENCES parents \(a, b\)/,
      '(pa) REFERENCES parents (a) ON DELETE CASCADE',
    ),
    ...(random.chance(0.3) ? ['FOREIGN KEY (pa) REFERENCES parents (a)'] : []),
  ]
}

export const parentsTable = 'CREATE TABLE parents (a INT NOT NULL UNIQUE, b INT NOT NULL, PRIMARY KEY (a, b))'

/** Expressions over a number and a text column; every server of the family takes them. */
const numberExpressions = [
  'N + 1',
  'N*2-1',
  '(N + 1) * 2',
  'N - (N - 3)',
  '-N',
  'N IS NULL',
  'N IN (1, 2,3)',
  'N NOT IN (4)',
  'N BETWEEN 1 AND 5',
  'CASE WHEN N > 1 THEN 2 WHEN N = 0 THEN 3 ELSE N END',
  'CASE N WHEN 1 THEN 2 END',
  'IF(N = 1 AND N <> 2 AND N >= 0, 1, NULL)',
  'ABS(N)',
  'N DIV 2',
  'N % 3',
  'MOD(N, 4)',
  'COALESCE(N, 0)',
  'GREATEST(N, 7)',
  'N = 1 OR N = 2 OR N IS NOT NULL',
  'CAST(N AS SIGNED)',
  'NOT (N = 3)',
  'N <=> 4',
  'N & 3 | 1',
  'ROUND(N, 1)',
  'IFNULL(N, -1)',
  'N / 2 + N * 3',
  'POWER(N, 2)',
  'CEIL(N)',
] as const
const textExpressions = [
  'LOWER(S)',
  'UCASE(TRIM(S))',
  "CONCAT(S, '-', 'x')",
  'SUBSTRING(S, 1, 3)',
  'MID(S, 2, 2)',
  'LEFT(S, 3)',
  "REPLACE(S, 'a', '')",
  "S LIKE 'x%'",
  "S NOT LIKE '%y'",
  "S = 'it'",
  'CHAR_LENGTH(S)',
  'LENGTH(S) + 1',
  'SUBSTR(S FROM 2 FOR 3)',
  "LOCATE('a', S)",
  "COALESCE(S, 'none')",
  'CAST(S AS UNSIGNED)',
  'CAST(S AS CHAR(5))',
  "S IN ('a', 'b')",
  'S IS NOT NULL',
  "NULLIF(S, '')",
] as const

function expressionOver(random: Seeded, columns: readonly MadeColumn[], features: Features): string | undefined {
  const numbers = columns.filter((one) => one.kind === 'number' && !/BIT|YEAR|ZEROFILL|UNSIGNED/.test(one.definition))
  // MariaDB takes no CHAR here, because its blanks at the end depend on the session.
  const fits = features.mariadb ? /VARCHAR|VARYING/ : /CHAR/
  const texts = columns.filter(
    (one) => one.kind === 'text' && fits.test(one.definition) && !/binary|BYTE|ucs2/.test(one.definition),
  )
  const isText = texts.length > 0 && (numbers.length === 0 || random.chance(0.5))
  const [from] = isText ? texts : numbers
  if (from === undefined) return undefined
  const template = random.pick<string>(isText ? textExpressions : numberExpressions)
  return template.replaceAll(/\b[NS]\b(?![(\w])/g, from.name)
}

function generated(random: Seeded, columns: readonly MadeColumn[], features: Features): string[] {
  const expression = expressionOver(random, columns, features)
  if (expression === undefined) return []
  const head = random.pick(['AS', 'GENERATED ALWAYS AS'])
  return [
    `made VARCHAR(30) ${head} (${expression})${random.pick(['', ' STORED', ' VIRTUAL'])}${random.pick(['', '', ' UNIQUE'])}`,
  ]
}

function functional(random: Seeded, columns: readonly MadeColumn[], features: Features): string[] {
  const expression = expressionOver(random, columns, features)
  return expression === undefined
    ? []
    : [`KEY${random.pick(['', ' fun'])} ((${expression})${random.pick(['', ' DESC'])})`]
}

function changes(random: Seeded, name: string, columns: readonly MadeColumn[], features: Features): string[] {
  const usable = columns.filter((one) => one.kind !== 'json')
  if (usable.length === 0 || random.chance(0.6)) return []
  switch (random.below(6)) {
    case 0:
      return [`CREATE INDEX ix_${name} ON ${name} (${parts(random, usable, 2)})`]
    case 1:
      return [
        `ALTER TABLE ${name} ADD COLUMN n1 VARCHAR(9) FIRST, ADD n2 INT NOT NULL DEFAULT 3 UNIQUE, ADD KEY (n1(4), n2)`,
      ]
    case 2:
      return [
        `ALTER TABLE ${name} ADD INDEX (${parts(random, usable, 2)}), ADD COLUMN n3 TEXT AFTER ${columns[0]?.name}`,
      ]
    case 3:
      return [
        `ALTER TABLE ${name} ADD x INT, ADD y INT, ADD KEY zz (y, x)`,
        `ALTER TABLE ${name} DROP KEY zz, DROP COLUMN x`,
      ]
    case 4:
      return [
        `ALTER TABLE ${name} ADD x INT`,
        `ALTER TABLE ${name} CHANGE x renamed BIGINT UNSIGNED NOT NULL DEFAULT 1, ADD UNIQUE (renamed)`,
      ]
    default:
      return features.hidden === ''
        ? []
        : [
            `CREATE INDEX h_${name} ON ${name} (${parts(random, usable, 1)})`,
            `ALTER TABLE ${name} ALTER INDEX h_${name} ${features.hidden}`,
          ]
  }
}
