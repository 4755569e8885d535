/** Character sets that MySQL and MariaDB take as `_name'literal'`. Any other `_name` is a plain name. */
export const charsetIntroducers: ReadonlySet<string> = new Set(
  (
    '_armscii8 _ascii _big5 _binary _cp1250 _cp1251 _cp1256 _cp1257 _cp850 _cp852 _cp866 _cp932 _dec8 _eucjpms _euckr ' +
    '_gb18030 _gb2312 _gbk _geostd8 _greek _hebrew _hp8 _keybcs2 _koi8r _koi8u _latin1 _latin2 _latin5 _latin7 ' +
    '_macce _macroman _sjis _swe7 _tis620 _ucs2 _ujis _utf16 _utf16le _utf32 _utf8 _utf8mb3 _utf8mb4'
  ).split(' '),
)
