import { quoteName as mysqlName } from '../dialects/mysql-family'
import { quoteName as postgresName } from '../dialects/postgres'
import type { Family } from '../engine'

/** The part of the hash that is looked at: 32 bits in MySQL (eight hex digits), 30 in PostgreSQL. */
const mysqlSpan = 2 ** 32
const postgresSpan = 2 ** 30

/**
 * A condition that about `fraction` of the rows meet, always the same ones. By hash and never by modulus of the key:
 * values that follow the key in a rhythm (`id % 50`) would be all in the sample or none of them.
 * SHA2, because MySQL 9.7 has no MD5 and SHA1 any more, and servers under FIPS rules refuse them.
 * @param columns what tells the rows apart: the primary key, else all columns
 */
export function sampleCondition(family: Family, columns: readonly string[], fraction: number): string {
  if (family === 'mysql') {
    const text = `CONCAT_WS(',', ${columns.map(mysqlName).join(', ')}, 17)`
    return `CONV(LEFT(SHA2(${text}, 256), 8), 16, 10) + 0 < ${Math.round(fraction * mysqlSpan)}`
  }
  const text = `concat_ws(',', ${columns.map(postgresName).join(', ')})`
  return `(hashtextextended(${text}, 17) & ${postgresSpan - 1}) < ${Math.round(fraction * postgresSpan)}`
}
