/** Aggregates of PostgreSQL, when no OVER follows (manual, "Aggregate Functions"). */
const aggregates: ReadonlySet<string> = new Set(
  (
    'any_value array_agg avg bit_and bit_or bit_xor bool_and bool_or count every json_agg json_agg_strict ' +
    'json_object_agg json_object_agg_strict json_object_agg_unique json_object_agg_unique_strict jsonb_agg ' +
    'jsonb_agg_strict jsonb_object_agg jsonb_object_agg_strict jsonb_object_agg_unique ' +
    'jsonb_object_agg_unique_strict max min range_agg range_intersect_agg string_agg sum xmlagg corr covar_pop ' +
    'covar_samp regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy stddev ' +
    'stddev_pop stddev_samp variance var_pop var_samp mode percentile_cont percentile_disc'
  ).split(' '),
)

/** Built-in functions that only read and still give another value at each call (pg_proc.provolatile = 'v'). */
const volatile: ReadonlySet<string> = new Set(
  'random random_normal gen_random_uuid uuidv4 uuidv7 clock_timestamp timeofday pg_sleep pg_sleep_for'.split(' '),
)

const resultTypes: Readonly<Record<string, string>> = {
  now: 'timestamp with time zone',
  transaction_timestamp: 'timestamp with time zone',
  statement_timestamp: 'timestamp with time zone',
  clock_timestamp: 'timestamp with time zone',
  to_timestamp: 'timestamp with time zone',
  to_date: 'date',
  make_date: 'date',
  lower: 'text',
  upper: 'text',
  concat: 'text',
  substring: 'text',
  btrim: 'text',
  ltrim: 'text',
  rtrim: 'text',
  replace: 'text',
  to_char: 'text',
  md5: 'text',
  length: 'integer',
  char_length: 'integer',
  count: 'bigint',
  to_tsvector: 'tsvector',
  to_tsquery: 'tsquery',
  plainto_tsquery: 'tsquery',
  phraseto_tsquery: 'tsquery',
  websearch_to_tsquery: 'tsquery',
}

/** What a function of a FROM list gives, where its columns have names of their own. */
const columnsOfFunctions: Readonly<Record<string, readonly string[]>> = {
  json_each: ['key', 'value'],
  jsonb_each: ['key', 'value'],
  json_each_text: ['key', 'value'],
  jsonb_each_text: ['key', 'value'],
  json_array_elements: ['value'],
  jsonb_array_elements: ['value'],
  json_array_elements_text: ['value'],
  jsonb_array_elements_text: ['value'],
}

/** Functions that give one column, called as the table's alias or as the function. */
const scalarFunctions: ReadonlySet<string> = new Set(
  (
    'generate_series generate_subscripts string_to_table regexp_split_to_table regexp_matches json_object_keys ' +
    'jsonb_object_keys jsonb_path_query now random abs coalesce lower upper current_date'
  ).split(' '),
)

export function isAggregate(name: string): boolean {
  return aggregates.has(name)
}

export function isVolatile(name: string): boolean {
  return volatile.has(name)
}

/** The type of a built-in function's result, where it is always the same. */
export function resultTypeOf(name: string): string | undefined {
  return Object.hasOwn(resultTypes, name) ? resultTypes[name] : undefined
}

/**
 * The columns of a call in a FROM list; undefined when nobody tells.
 * @param name of the function, without its schema
 * @param alias of the table
 */
export function columnsOfCall(
  name: string,
  alias: string | undefined,
  argumentCount: number,
): readonly string[] | undefined {
  const own = Object.hasOwn(columnsOfFunctions, name) ? columnsOfFunctions[name] : undefined
  if (own !== undefined) return own
  if (name === 'unnest')
    return argumentCount === 1 ? [alias ?? name] : Array.from({ length: argumentCount }, () => name)
  return scalarFunctions.has(name) ? [alias ?? name] : undefined
}
