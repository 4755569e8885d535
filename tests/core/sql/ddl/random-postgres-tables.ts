import type { Seeded } from './seeded'

interface MadeColumn {
  readonly name: string
  readonly kind: 'number' | 'text' | 'time' | 'json' | 'other'
  readonly type: string
  readonly definition: string
}

const types: Readonly<Record<MadeColumn['kind'], readonly string[]>> = {
  number: [
    'int',
    'integer',
    'int4',
    'bigint',
    'int8',
    'smallint',
    'int2',
    'numeric',
    'numeric(8)',
    'decimal(12,3)',
    'dec',
    'real',
    'float4',
    'double precision',
    'float8',
    'float',
    'float(20)',
    'pg_catalog.int4',
  ],
  text: [
    'text',
    'varchar',
    'varchar(20)',
    'character varying(7)',
    'char(5)',
    'char',
    'national character varying(9)',
    'nchar(3)',
  ],
  time: [
    'date',
    'timestamp',
    'timestamp(3)',
    'timestamptz',
    'timestamp with time zone',
    'time',
    'time(2) with time zone',
    'timetz',
    'interval',
    'interval(3)',
    'interval year to month',
    'timestamp without time zone',
  ],
  json: ['jsonb'],
  other: [
    'boolean',
    'bool',
    'uuid',
    'bytea',
    'json',
    'inet',
    'bit',
    'bit(4)',
    'bit varying(5)',
    'int[]',
    'text[][]',
    'varchar(4)[]',
    'int4range',
    'money',
    'oid',
    'name',
    '"char"',
    'macaddr',
    'tsvector',
    'numeric(5,1)[]',
    'int ARRAY',
  ],
}

const kinds: readonly MadeColumn['kind'][] = [
  'number',
  'number',
  'number',
  'text',
  'text',
  'text',
  'time',
  'json',
  'other',
]

function column(random: Seeded, at: number): MadeColumn {
  const kind = random.pick(kinds)
  const type = random.pick(types[kind])
  const name = random.chance(0.1) ? `"C ${at}"` : random.chance(0.2) ? `C${at}` : `c${at}`
  const collate = kind === 'text' && random.chance(0.2) ? ' COLLATE "C"' : ''
  const rest = random.pick([' NOT NULL', ' NULL', '', '', ` CONSTRAINT x${at} NOT NULL`])
  const check = random.chance(0.1) ? ` CHECK (${name} IS NOT NULL)` : ''
  const fallback =
    kind === 'number' && random.chance(0.2)
      ? ' DEFAULT 1 + 2'
      : kind === 'text' && random.chance(0.2)
        ? " DEFAULT 'a'::text"
        : ''
  const unique = (kind === 'number' || kind === 'text') && random.chance(0.1) ? ' UNIQUE' : ''
  return { name, kind, type, definition: `${name} ${type}${collate}${fallback}${rest}${check}${unique}` }
}

const numberExpressions = [
  'N + 1',
  '(N + 2) * 3',
  'N - (N - 1)',
  '-N',
  'abs(N)',
  'N IS NULL',
  'coalesce(N, 0)',
  'N * 2 + N',
  'greatest(N, 3)',
  "CASE WHEN N > 1 THEN 'x' ELSE 'y' END",
  'CASE WHEN N > 1 AND N < 5 THEN N END',
  'N = 1 OR N = 2 AND N <> 4',
  'N IN (1, 2, 3)',
  'N::bigint',
  'N % 3',
  'NOT (N = 3)',
  'N BETWEEN 1 AND 5',
  'round(N)',
  'N > 1.5',
  '(N + N)::numeric',
  'nullif(N, 0)',
] as const
const textExpressions = [
  'lower(S)',
  'upper(S)',
  "S || 'x'",
  "S || '-' || S",
  'substr(S, 1, 3)',
  'left(S, 2)',
  'length(S)',
  'md5(S)',
  "coalesce(S, 'none')",
  "replace(S, 'a', 'b')",
  'lower(trim(S))',
  "S = 'x'",
  "S LIKE 'x%'",
  "S NOT LIKE '%y'",
  "S IN ('a', 'b')",
  "S <> 'it''s' AND S IS NOT NULL",
  'length(S) + 1',
  "split_part(S, '@', 2)",
  "nullif(S, '')",
  'substring(S from 2 for 3)',
  'S::text',
  "S > 'm' OR S ILIKE 'q%'",
] as const
const jsonExpressions = [
  "J ->> 'k'",
  "(J ->> 'n')::int",
  "J -> 'a' ->> 'b'",
  "J ? 'k'",
  'J @> \'{"b":1,"a":[1,2]}\'',
  "(J ->> 'k') IS NOT NULL",
  "lower(J ->> 'k')",
] as const

/** An expression over one of the columns; undefined when none fits. `truth` wants one for WHERE. */
function expressionOver(random: Seeded, columns: readonly MadeColumn[], truth = false): string | undefined {
  const fitting = columns.filter((one) => one.kind === 'number' || one.kind === 'text' || one.kind === 'json')
  if (fitting.length === 0) return undefined
  const from = random.pick(fitting)
  const all = from.kind === 'number' ? numberExpressions : from.kind === 'text' ? textExpressions : jsonExpressions
  const isTruth = (text: string) => /^(?:NOT|[NSJ] (?:IS|IN|=|>|<>|BETWEEN|LIKE|NOT|\?|@>)|\(J ->> 'k'\) IS)/.test(text)
  // The remainder of a division is of whole numbers.
  const whole = /^(?:int|bigint|smallint|pg_catalog|numeric|dec)/.test(from.type)
  const usable = all.filter(
    (text) => (!truth || isTruth(text)) && (whole || !text.includes('%') || from.kind !== 'number'),
  )
  return random.pick<string>(usable).replaceAll(/\b[NSJ]\b(?!['(])/g, from.name)
}

function part(random: Seeded, columns: readonly MadeColumn[]): string | undefined {
  const direction = random.pick(['', '', ' DESC', ' ASC', ' NULLS FIRST', ' DESC NULLS LAST'])
  if (random.chance(0.3)) {
    const expression = expressionOver(random, columns)
    return expression === undefined ? undefined : `(${expression})${direction}`
  }
  const ordered = columns.filter((one) => one.kind === 'number' || one.kind === 'text' || one.kind === 'time')
  if (ordered.length === 0) return undefined
  const { name, kind, type } = random.pick(ordered)
  const collate = kind === 'text' ? random.pick(['', '', ' COLLATE "C"', ' COLLATE "POSIX"']) : ''
  const pattern = type === 'text' ? random.pick(['', ' text_pattern_ops', ' text_ops']) : ''
  return `${name}${collate}${pattern}${direction}`
}

function index(random: Seeded, table: string, at: number, columns: readonly MadeColumn[]): string[] {
  const parts = [part(random, columns), random.chance(0.5) ? part(random, columns) : undefined].flatMap(
    (one) => one ?? [],
  )
  if (parts.length === 0) return []
  const name = random.chance(0.5) ? ` i${at}_${table.replace(/\W/g, '')}` : ''
  const include = random.chance(0.15) ? ` INCLUDE (${random.pick(columns).name})` : ''
  const where = random.chance(0.4) ? expressionOver(random, columns, true) : undefined
  const unique = random.chance(0.3) ? 'UNIQUE ' : ''
  return [
    `CREATE ${unique}INDEX${name} ON ${table}${random.pick(['', ' USING btree'])} (${parts.join(', ')})${include}${where === undefined ? '' : ` WHERE ${where}`}`,
  ]
}

export const parentsTable = 'CREATE TABLE parents (a int UNIQUE, b int, PRIMARY KEY (a, b))'

/** One table with its indexes, and sometimes statements that change it. `parents` is there before. */
export function randomPostgresTable(random: Seeded, at: number): readonly string[] {
  const table = random.chance(0.05) ? `"T ${at}"` : `t${at}`
  const columns = Array.from({ length: 1 + random.below(7) }, (_, place) => column(random, place))
  const items = columns.map((one) => one.definition)
  const keyed = columns.filter((one) => one.kind === 'number' || one.kind === 'text')
  switch (random.below(5)) {
    case 0:
      items.unshift('id serial PRIMARY KEY')
      break
    case 1:
      items.unshift('id bigint GENERATED ALWAYS AS IDENTITY')
      break
    case 2:
      if (keyed.length > 0) items.push(`PRIMARY KEY (${random.pick(keyed).name})`)
      break
    case 3:
      if (keyed.length > 1)
        items.push(
          `CONSTRAINT pk_${at} PRIMARY KEY (${keyed[0]?.name}, ${keyed[1]?.name}) INCLUDE (${columns[0]?.name})`,
        )
  }
  for (let more = random.below(3); more > 0 && keyed.length > 0; more--) {
    items.push(`${random.pick(['', `CONSTRAINT u${more}_${at} `])}UNIQUE (${random.pick(keyed).name})`)
  }
  if (random.chance(0.2))
    items.push('pa int REFERENCES parents (a)', 'pb int', 'FOREIGN KEY (pa, pb) REFERENCES parents')
  if (random.chance(0.3)) {
    const expression = expressionOver(random, columns, true)
    if (expression !== undefined) items.push(`made boolean GENERATED ALWAYS AS (${expression}) STORED`)
  }
  const statements = [`CREATE TABLE ${table} (${items.join(', ')})`]
  for (let more = random.below(4); more > 0; more--) statements.push(...index(random, table, more, columns))
  return [...statements, ...changes(random, table, at)]
}

function changes(random: Seeded, table: string, at: number): string[] {
  switch (random.below(8)) {
    case 0:
      return [
        `ALTER TABLE ONLY ${table} ADD COLUMN n1 varchar(3) NOT NULL DEFAULT 'x', ADD CONSTRAINT n_${at} UNIQUE (n1)`,
      ]
    case 1:
      return [
        `ALTER TABLE ${table} ADD n2 int, ADD n3 text`,
        `CREATE INDEX ON ${table} (n2, lower(n3))`,
        `ALTER TABLE ${table} DROP COLUMN n2`,
      ]
    case 2:
      return [
        `ALTER TABLE ${table} ADD n4 int`,
        `ALTER TABLE ${table} ALTER n4 SET NOT NULL, ALTER COLUMN n4 TYPE numeric(4,1)`,
      ]
    case 3:
      return [`ALTER TABLE ${table} ADD n5 int UNIQUE`, `ALTER TABLE ${table} RENAME n5 TO n6`]
    default:
      return []
  }
}
