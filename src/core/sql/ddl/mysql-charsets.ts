import { atLeast, type Version } from '../../engine'
import { charMaxBytesOf, charsetOfCollation } from '../../keyparts/charset-bytes'

/** Which MySQL or MariaDB the text is read for. */
export interface MysqlTarget {
  readonly mariadb: boolean
  readonly version: Version
}

export interface CharsetChoice {
  readonly charset: string
  readonly collation: string
}

/** Default collations that are not `<charset>_general_ci`: information_schema.CHARACTER_SETS, the same on all versions. */
const defaultCollations: Readonly<Record<string, string>> = {
  big5: 'big5_chinese_ci',
  binary: 'binary',
  cp932: 'cp932_japanese_ci',
  dec8: 'dec8_swedish_ci',
  eucjpms: 'eucjpms_japanese_ci',
  euckr: 'euckr_korean_ci',
  gb18030: 'gb18030_chinese_ci',
  gb2312: 'gb2312_chinese_ci',
  gbk: 'gbk_chinese_ci',
  hp8: 'hp8_english_ci',
  latin1: 'latin1_swedish_ci',
  latin5: 'latin5_turkish_ci',
  sjis: 'sjis_japanese_ci',
  swe7: 'swe7_swedish_ci',
  tis620: 'tis620_thai_ci',
  ujis: 'ujis_japanese_ci',
}

/** Charsets whose default collation is a UCA 14 one since MariaDB 11.5 (its default of character_set_collations). */
const unicodeCharsets = new Set(['utf8mb3', 'utf8mb4', 'ucs2', 'utf16', 'utf32'])

/** The collation of text in a charset when nobody names one. Takes a name as `charsetName` gives it. */
export function defaultCollation(charset: string, { mariadb, version }: MysqlTarget): string {
  if (charset === 'utf8mb4' && !mariadb && atLeast(version, 8)) return 'utf8mb4_0900_ai_ci'
  if (mariadb && atLeast(version, 11, 5) && unicodeCharsets.has(charset)) return `${charset}_uca1400_ai_ci`
  return defaultCollations[charset] ?? `${charset}_general_ci`
}

/** latin1 on old servers, utf8mb4 since MySQL 8.0 and MariaDB 11.6 (variable character_set_server). */
export function serverDefault(target: MysqlTarget): CharsetChoice {
  const modern = target.mariadb ? atLeast(target.version, 11, 6) : atLeast(target.version, 8)
  const charset = modern ? 'utf8mb4' : 'latin1'
  return { charset, collation: defaultCollation(charset, target) }
}

/** The three-byte charset is `utf8` on old servers and `utf8mb3` since MySQL 8.0.29 and MariaDB 10.6. */
export function charsetName(name: string, target: MysqlTarget): string {
  const lower = name.toLowerCase()
  if (lower !== 'utf8' && lower !== 'utf8mb3') return lower
  return saysUtf8mb3(target, 29) ? 'utf8mb3' : 'utf8'
}

/** The names of its collations followed in MySQL 8.0.30. MariaDB 10.10 takes UCA names without their charset. */
export function collationName(name: string, charset: string, target: MysqlTarget): string {
  const lower = name.toLowerCase()
  if (lower.startsWith('uca1400_')) return `${charset}_${lower}`
  return lower.replace(/^utf8(?:mb3)?_/, saysUtf8mb3(target, 30) ? 'utf8mb3_' : 'utf8_')
}

function saysUtf8mb3({ mariadb, version }: MysqlTarget, patch: number): boolean {
  return mariadb ? atLeast(version, 10, 6) : atLeast(version, 8, 0, patch)
}

/**
 * What CHARACTER SET and COLLATE clauses mean where `inherited` holds without them: a charset alone has its default
 * collation, a collation alone brings its charset.
 */
export function chooseCharset(
  written: { readonly charset?: string | undefined; readonly collation?: string | undefined },
  inherited: CharsetChoice,
  target: MysqlTarget,
): CharsetChoice {
  const named = written.charset === undefined ? undefined : charsetName(written.charset, target)
  if (written.collation !== undefined) {
    const collation = collationName(written.collation, named ?? inherited.charset, target)
    return { charset: charsetName(charsetOfCollation(collation), target), collation }
  }
  if (named === undefined) return inherited
  return { charset: named, collation: defaultCollation(named, target) }
}

/** Bytes of the longest character; 1 for charsets that nobody knows. */
export function bytesPerChar(charset: string): number {
  return charMaxBytesOf(charset) ?? 1
}
