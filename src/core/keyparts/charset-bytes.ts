/**
 * Bytes of the longest character, for catalogs that do not tell (pasted CREATE TABLE text). A server's own
 * information_schema.CHARACTER_SETS.MAXLEN always wins. Charsets that are not listed have one byte.
 */
const maxBytes: Readonly<Record<string, number>> = {
  big5: 2,
  cp932: 2,
  euckr: 2,
  gb2312: 2,
  gbk: 2,
  sjis: 2,
  ucs2: 2,
  eucjpms: 3,
  ujis: 3,
  utf8: 3,
  utf8mb3: 3,
  gb18030: 4,
  utf16: 4,
  utf16le: 4,
  utf32: 4,
  utf8mb4: 4,
}
const singleByte = new Set(
  [
    'armscii8 ascii binary cp1250 cp1251 cp1256 cp1257 cp850 cp852 cp866 dec8 geostd8 greek hebrew hp8 keybcs2 koi8r koi8u',
    'latin1 latin2 latin5 latin7 macce macroman swe7 tis620',
  ].flatMap((names) => names.split(' ')),
)

/** Bytes of the longest character of a MySQL or MariaDB character set; undefined for a name that is not known. */
export function charMaxBytesOf(charset: string): number | undefined {
  const name = charset.toLowerCase()
  return maxBytes[name] ?? (singleByte.has(name) ? 1 : undefined)
}

/** The character set that a collation belongs to: `utf8mb4_0900_ai_ci` is of `utf8mb4`. */
export function charsetOfCollation(collation: string): string {
  const head = collation.split('_')[0] ?? collation
  return head.toLowerCase()
}
