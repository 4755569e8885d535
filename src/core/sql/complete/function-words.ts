import type { Dialect } from '../../engine'

export interface FunctionWord {
  readonly name: string
  readonly signature: string
  readonly about: string
  readonly families: 'both' | 'mysql' | 'mariadb' | 'mysql-family' | 'postgres'
}

function functions(families: FunctionWord['families'], text: string): readonly FunctionWord[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [signature = '', about = ''] = line.trim().split(' — ')
      return { name: signature.replace(/\(.*$/, ''), signature, about, families }
    })
}

/** Functions that statements use most, with one line each; which others exist is in sql/functions. */
export const functionWords: readonly FunctionWord[] = [
  ...functions(
    'both',
    `
COUNT(*) — Number of rows; of an expression, those where it is not NULL.
SUM(expression) — Sum of the values that are not NULL.
AVG(expression) — Mean of the values that are not NULL.
MIN(expression) — Smallest value; an index on it alone gives it without reading rows.
MAX(expression) — Largest value; an index on it alone gives it without reading rows.
COALESCE(value, …) — The first that is not NULL.
NULLIF(a, b) — NULL where both are equal, else the first.
GREATEST(value, …) — The largest of the values.
LEAST(value, …) — The smallest of the values.
CONCAT(text, …) — The texts one behind the other.
CONCAT_WS(separator, text, …) — The texts with a separator between them; NULLs are left out.
LOWER(text) — In lower case. Around a column it keeps an index on the bare column from being used.
UPPER(text) — In upper case. Around a column it keeps an index on the bare column from being used.
TRIM(text) — Without the blanks around it.
LTRIM(text) — Without the blanks before it.
RTRIM(text) — Without the blanks behind it.
SUBSTRING(text, from, length) — A piece of the text, counted from 1.
LEFT(text, length) — The beginning of the text.
RIGHT(text, length) — The end of the text.
REPLACE(text, from, to) — Every occurrence replaced.
REVERSE(text) — Characters in reverse order.
CHAR_LENGTH(text) — Length in characters.
ROUND(number, digits) — Rounded.
FLOOR(number) — The next whole number below.
CEIL(number) — The next whole number above.
ABS(number) — Without its sign.
MOD(a, b) — Remainder.
POWER(base, exponent) — Base raised to the exponent.
CAST(value AS type) — The value as another type.
NOW() — Time at which the statement (PostgreSQL: the transaction) began.
CURRENT_TIMESTAMP — Time at which the statement (PostgreSQL: the transaction) began.
CURRENT_DATE — Today, by the session's time zone.
EXTRACT(unit FROM date) — One field of a date. Around a column it keeps an index on the bare column from being used.
ROW_NUMBER() — Number of the row in its window.
RANK() — Rank in the window, with gaps.
DENSE_RANK() — Rank in the window, without gaps.
LAG(expression, offset) — The value of a row before in the window.
LEAD(expression, offset) — The value of a row behind in the window.
FIRST_VALUE(expression) — The value of the first row of the frame.
LAST_VALUE(expression) — The value of the last row of the frame.
`,
  ),
  ...functions(
    'mysql-family',
    `
IF(condition, then, else) — One of two values.
IFNULL(value, otherwise) — The value, or the other where it is NULL.
ISNULL(value) — 1 where the value is NULL.
GROUP_CONCAT(expression ORDER BY … SEPARATOR ',') — The values of a group as one text, cut at group_concat_max_len.
DATE(value) — The date of a date and time. Around a column it keeps an index on the bare column from being used.
YEAR(date) — Around a column it keeps an index on the bare column from being used.
MONTH(date) — Month, 1 to 12.
DAY(date) — Day of the month.
HOUR(time) — Hour.
DATE_ADD(date, INTERVAL n unit) — Later by an interval.
DATE_SUB(date, INTERVAL n unit) — Earlier by an interval.
DATEDIFF(a, b) — Days between two dates.
TIMESTAMPDIFF(unit, from, to) — Whole units between two times.
DATE_FORMAT(date, format) — A date as text.
STR_TO_DATE(text, format) — A text as date.
UNIX_TIMESTAMP(date) — Seconds since 1970.
FROM_UNIXTIME(seconds) — A time from seconds since 1970.
CURDATE() — Today.
SUBSTRING_INDEX(text, separator, count) — What stands before the separator's n-th occurrence.
LOCATE(part, text) — Place of a part in a text, 0 where it is not.
INSTR(text, part) — Place of a part in a text, 0 where it is not.
FIND_IN_SET(text, list) — Place in a comma list; cannot use an index.
LENGTH(text) — Length in bytes.
HEX(value) — As hexadecimal digits.
MD5(text) — Checksum as 32 hexadecimal digits.
RAND() — A random number from 0 to 1; ORDER BY RAND() sorts the whole result.
UUID() — A new UUID as text.
LAST_INSERT_ID() — The AUTO_INCREMENT value given last in this session.
FOUND_ROWS() — Rows without LIMIT, after SQL_CALC_FOUND_ROWS.
JSON_EXTRACT(document, path) — A part of a JSON document.
JSON_UNQUOTE(value) — JSON text without quotes.
JSON_CONTAINS(document, value) — 1 where the document holds the value.
JSON_OBJECT(key, value, …) — A JSON object.
JSON_ARRAYAGG(expression) — The values of a group as JSON array.
INET_ATON(address) — An IPv4 address as number.
SLEEP(seconds) — Waits.
`,
  ),
  ...functions(
    'mysql',
    `
ANY_VALUE(expression) — Some value of the group, for ONLY_FULL_GROUP_BY.
BIN_TO_UUID(binary) — A UUID as text.
UUID_TO_BIN(text, swap) — A UUID as 16 bytes; swapped, new ones are neighbours in an index.
JSON_OVERLAPS(a, b) — 1 where both documents share something; a multi-valued index serves it.
`,
  ),
  ...functions(
    'mariadb',
    `
NVL(value, otherwise) — The value, or the other where it is NULL.
MEDIAN(expression) — Middle value, as window function.
`,
  ),
  ...functions(
    'postgres',
    `
array_agg(expression) — The values of a group as array.
string_agg(text, separator) — The texts of a group as one text.
json_agg(expression) — The values of a group as JSON.
jsonb_build_object(key, value, …) — A JSON object.
date_trunc(unit, timestamp) — Cut to the unit. Around a column it keeps an index on the bare column from being used.
to_char(value, format) — A number or time as text.
to_timestamp(seconds) — A time from seconds since 1970.
age(timestamp) — Time from then to today.
split_part(text, separator, n) — The n-th piece of a text.
position(part in text) — Place of a part in a text, 0 where it is not.
length(text) — Length in characters.
regexp_replace(text, pattern, to) — What a regular expression finds, replaced.
generate_series(from, to, step) — A row for each value.
unnest(array) — A row for each element.
percentile_cont(fraction) — Percentile, between two values where needed; with WITHIN GROUP (ORDER BY …).
random() — A random number from 0 to 1.
gen_random_uuid() — A new random UUID.
nextval(sequence) — The next value of a sequence; writes.
bool_and(condition) — True where it holds for all rows of the group.
bool_or(condition) — True where it holds for a row of the group.
clock_timestamp() — Time now, also within a statement.
`,
  ),
]

export function isOfDialect({ families }: FunctionWord, dialect: Dialect): boolean {
  if (families === 'both') return true
  if (families === 'mysql-family') return dialect !== 'postgres'
  return families === dialect
}
