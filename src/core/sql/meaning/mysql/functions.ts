/** Aggregates of MySQL and MariaDB, when no OVER follows (manuals, "Aggregate Functions"). */
const aggregates: ReadonlySet<string> = new Set(
  (
    'AVG BIT_AND BIT_OR BIT_XOR COUNT GROUP_CONCAT JSON_ARRAYAGG JSON_OBJECTAGG MAX MIN STD STDDEV STDDEV_POP ' +
    'STDDEV_SAMP SUM VAR_POP VAR_SAMP VARIANCE ST_COLLECT PERCENTILE_CONT PERCENTILE_DISC MEDIAN'
  ).split(' '),
)

/** Built-in functions that only read and still give another value at each call. SYSDATE is the time of the call. */
const volatile: ReadonlySet<string> = new Set(
  'RAND UUID UUID_V4 UUID_V7 UUID_SHORT SYS_GUID RANDOM_BYTES SYSDATE SLEEP BENCHMARK'.split(' '),
)

const resultTypes: Readonly<Record<string, string>> = {
  NOW: 'datetime',
  CURRENT_TIMESTAMP: 'datetime',
  LOCALTIME: 'datetime',
  LOCALTIMESTAMP: 'datetime',
  UTC_TIMESTAMP: 'datetime',
  SYSDATE: 'datetime',
  FROM_UNIXTIME: 'datetime',
  CURDATE: 'date',
  CURRENT_DATE: 'date',
  UTC_DATE: 'date',
  DATE: 'date',
  CURTIME: 'time',
  CURRENT_TIME: 'time',
  UTC_TIME: 'time',
  UNIX_TIMESTAMP: 'integer',
  YEAR: 'integer',
  MONTH: 'integer',
  DAY: 'integer',
  LENGTH: 'integer',
  CHAR_LENGTH: 'integer',
  COUNT: 'integer',
  CONCAT: 'string',
  LOWER: 'string',
  UPPER: 'string',
  HEX: 'string',
  DATE_FORMAT: 'string',
  JSON_UNQUOTE: 'string',
  UNHEX: 'binary',
}

/** Names in any case. */
export function isAggregate(name: string): boolean {
  return aggregates.has(name.toUpperCase())
}

export function isVolatile(name: string): boolean {
  return volatile.has(name.toUpperCase())
}

/** The type of a built-in function's result, where it is always the same. */
export function resultTypeOf(name: string): string | undefined {
  return resultTypes[name.toUpperCase()]
}
