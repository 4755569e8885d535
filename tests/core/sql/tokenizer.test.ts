// Protects: every token of each dialect is cut where the server cuts it, and nothing of the text is lost.
import { describe, expect, test } from 'vitest'
import type { Dialect } from '../../../src/core/engine'
import { type TokenizerOptions, tokenize } from '../../../src/core/sql/tokenizer'
import { TokenKind } from '../../../src/core/sql/tokens'

const names = new Map<number, string>(Object.entries(TokenKind).map(([name, kind]) => [kind, name]))

/** `kind:text` for every token that is not a blank. */
function tokensOf(text: string, dialect: Dialect, options: TokenizerOptions = {}): string[] {
  const tokens = tokenize(text, dialect, options)
  const out: string[] = []
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.kind(i) !== TokenKind.blank) out.push(`${names.get(tokens.kind(i))}:${tokens.textOf(i)}`)
  }
  return out
}

type Row = readonly [
  what: string,
  dialect: Dialect,
  text: string,
  tokens: readonly string[],
  options?: TokenizerOptions,
]

const rows: readonly Row[] = [
  ['a doubled quote stays inside', 'mysql', "'it''s'", ["string:'it''s'"]],
  ['a backslash hides a quote in MySQL', 'mysql', "'a\\'b'", ["string:'a\\'b'"]],
  ['a backslash hides a backslash', 'mysql', "'a\\\\' b", ["string:'a\\\\'", 'word:b']],
  ['a backslash is a character in PostgreSQL', 'postgres', "'a\\' b", ["string:'a\\'", 'word:b']],
  ['NO_BACKSLASH_ESCAPES', 'mysql', "'a\\' b", ["string:'a\\'", 'word:b'], { noBackslashEscapes: true }],
  ['double quotes are a string in MySQL', 'mysql', '"a""b"', ['string:"a""b"']],
  ['double quotes are a name with ANSI_QUOTES', 'mysql', '"a\\"', ['quotedName:"a\\"'], { ansiQuotes: true }],
  ['double quotes are a name in PostgreSQL', 'postgres', '"a""b"', ['quotedName:"a""b"']],
  ['back-ticks are a name in MySQL', 'mysql', '`a``b`', ['quotedName:`a``b`']],
  ['a backslash means nothing in back-ticks', 'mysql', '`a\\` b', ['quotedName:`a\\`', 'word:b']],
  ['national string', 'mysql', "N'x' n'y'", ["string:N'x'", "string:n'y'"]],
  ['hexadecimal and bit strings', 'mysql', "X'1F' b'01'", ["string:X'1F'", "string:b'01'"]],
  ['character set before a string', 'mysql', '_utf8mb4\'x\' _latin1"y"', ["string:_utf8mb4'x'", 'string:_latin1"y"']],
  ['an unknown word before a string is a word', 'mysql', "_foo'x'", ['word:_foo', "string:'x'"]],
  ['escape string', 'postgres', "E'a\\'b'", ["string:E'a\\'b'"]],
  ['escape string, lower case', 'postgres', "e'\\n' x", ["string:e'\\n'", 'word:x']],
  ['E is a word in MySQL', 'mysql', "e'x'", ['word:e', "string:'x'"]],
  ['unicode string and name', 'postgres', 'U&\'\\0061\' U&"x"', ["string:U&'\\0061'", 'quotedName:U&"x"']],
  ['u and then &', 'postgres', 'u&1', ['word:u', 'operator:&', 'number:1']],
  ['bit string in PostgreSQL', 'postgres', "B'101' X'1F'", ["string:B'101'", "string:X'1F'"]],
  ['dollar quote', 'postgres', "$$a 'b' ; $$", ["dollarString:$$a 'b' ; $$"]],
  ['dollar quote with a tag', 'postgres', '$t$a $$ b$t$ c', ['dollarString:$t$a $$ b$t$', 'word:c']],
  ['a dollar inside a name opens nothing', 'postgres', 'a$b$c', ['word:a$b$c']],
  ['no dollar quotes in MySQL', 'mysql', 'a $$ b', ['word:a', 'word:$$', 'word:b']],
  ['a routine body of MySQL 9', 'mysql', 'AS $$ x; $$', ['word:AS', 'dollarString:$$ x; $$']],
  ['numbered parameter', 'postgres', '$1::int', ['placeholder:$1', 'operator:::', 'word:int']],
  ['numbered parameter elsewhere', 'mysql', 'a = $1', ['word:a', 'operator:=', 'placeholder:$1']],
  ['a name may begin with $ in MySQL', 'mysql', '$1a', ['word:$1a']],
  ['question mark', 'mysql', 'a=?', ['word:a', 'operator:=', 'placeholder:?']],
  [
    'question mark in PostgreSQL',
    'postgres',
    'a=? AND b IN (?,?)',
    [
      'word:a',
      'operator:=',
      'placeholder:?',
      'word:AND',
      'word:b',
      'word:IN',
      'openParen:(',
      'placeholder:?',
      'comma:,',
      'placeholder:?',
      'closeParen:)',
    ],
  ],
  ['question mark after a keyword', 'postgres', 'LIMIT ?', ['word:LIMIT', 'placeholder:?']],
  ['the operator ? of jsonb', 'postgres', "e ? 'k'", ['word:e', 'operator:?', "string:'k'"]],
  ['the operators ?| and ?&', 'postgres', 'f ?| a ?& b', ['word:f', 'operator:?|', 'word:a', 'operator:?&', 'word:b']],
  ['named parameter', 'mysql', 'a = :id_1', ['word:a', 'operator:=', 'placeholder::id_1']],
  ['a cast is no named parameter', 'postgres', 'a::text', ['word:a', 'operator:::', 'word:text']],
  [
    'an array slice is no named parameter',
    'postgres',
    'a[i:j]',
    ['word:a', 'openBracket:[', 'word:i', 'operator::', 'word:j', 'closeBracket:]'],
  ],
  ['a label is no named parameter', 'mysql', 'l1: LOOP', ['word:l1', 'operator::', 'word:LOOP']],
  ['assignment', 'mysql', '@a:=1', ['userVariable:@a', 'operator::=', 'number:1']],
  [
    'user variables',
    'mysql',
    "@a @`b c` @'d' @e.f",
    ['userVariable:@a', 'userVariable:@`b c`', "userVariable:@'d'", 'userVariable:@e.f'],
  ],
  ['system variables', 'mysql', '@@x @@session.y', ['systemVariable:@@x', 'systemVariable:@@session.y']],
  [
    'an account',
    'mysql',
    "'u'@'h' `r`@`h`",
    ["string:'u'", 'operator:@', "string:'h'", 'quotedName:`r`', 'operator:@', 'quotedName:`h`'],
  ],
  ['comment to the line end', 'mysql', '-- a\nb', ['lineComment:-- a', 'word:b']],
  [
    'two minus signs without a blank subtract in MySQL',
    'mysql',
    '1--1',
    ['number:1', 'operator:-', 'operator:-', 'number:1'],
  ],
  ['two minus signs are a comment in PostgreSQL', 'postgres', '1--1', ['number:1', 'lineComment:--1']],
  ['a comment ends before CR LF', 'mysql', '-- a\r\nb', ['lineComment:-- a', 'word:b']],
  ['a carriage return ends a comment in PostgreSQL', 'postgres', '-- a\rb', ['lineComment:-- a', 'word:b']],
  ['it does not in MySQL', 'mysql', '-- a\rb', ['lineComment:-- a\rb']],
  [
    'an escape string goes on after a line end',
    'postgres',
    "E'a'\n'\\'b' c",
    ["string:E'a'", "string:'\\'b'", 'word:c'],
  ],
  [
    'a plain string does not take escapes from the one before',
    'postgres',
    "'a'\n'\\' c",
    ["string:'a'", "string:'\\'", 'word:c'],
  ],
  ['hash comment', 'mysql', '# a\nb', ['lineComment:# a', 'word:b']],
  ['hash is an operator in PostgreSQL', 'postgres', 'a # b', ['word:a', 'operator:#', 'word:b']],
  ['block comments do not nest in MySQL', 'mysql', '/* /* */ a', ['blockComment:/* /* */', 'word:a']],
  ['block comments nest in PostgreSQL', 'postgres', '/* /* */ a */ b', ['blockComment:/* /* */ a */', 'word:b']],
  ['hints', 'mysql', 'SELECT /*+ MRR(t) */ a', ['word:SELECT', 'hint:/*+ MRR(t) */', 'word:a']],
  [
    'executable comment',
    'mysql',
    '/*!50001 a */ b',
    ['executableOpen:/*!50001', 'word:a', 'executableClose:*/', 'word:b'],
  ],
  ['executable comment without a version', 'mysql', '/*!a*/', ['executableOpen:/*!', 'word:a', 'executableClose:*/']],
  [
    'a comment inside an executable one',
    'mysql',
    '/*! a /* x */ b */',
    ['executableOpen:/*!', 'word:a', 'blockComment:/* x */', 'word:b', 'executableClose:*/'],
  ],
  [
    'a string inside an executable comment',
    'mysql',
    "/*! '*/' */",
    ['executableOpen:/*!', "string:'*/'", 'executableClose:*/'],
  ],
  [
    'MariaDB only executable comment',
    'mariadb',
    '/*M!100100 a */',
    ['executableOpen:/*M!100100', 'word:a', 'executableClose:*/'],
  ],
  ['it is a comment in MySQL', 'mysql', '/*M!100100 a */', ['blockComment:/*M!100100 a */']],
  ['there is none in PostgreSQL', 'postgres', '/*! a */', ['blockComment:/*! a */']],
  ['multiplication is no comment end', 'mysql', 'a */ b', ['word:a', 'operator:*', 'operator:/', 'word:b']],
  [
    'numbers',
    'mysql',
    '1 1.5 .5 1. 1e3 1.5E-3',
    ['number:1', 'number:1.5', 'number:.5', 'number:1.', 'number:1e3', 'number:1.5E-3'],
  ],
  ['hexadecimal and binary numbers', 'mysql', '0x1F 0b01', ['number:0x1F', 'number:0b01']],
  ['what looks like one is a name', 'mysql', '0xZZ 0b12', ['word:0xZZ', 'word:0b12']],
  ['names may begin with digits', 'mysql', '1abc 2024_x', ['word:1abc', 'word:2024_x']],
  ['a number with a letter is two tokens in PostgreSQL', 'postgres', '1 a', ['number:1', 'word:a']],
  ['grouped digits', 'postgres', '1_000 0xFF_FF 0o17', ['number:1_000', 'number:0xFF_FF', 'number:0o17']],
  ['grouped digits are a name in MySQL', 'mysql', '1_000', ['word:1_000']],
  ['a range is two numbers', 'postgres', '1..2', ['number:1', 'operator:..', 'number:2']],
  [
    'after a dot comes a name',
    'mysql',
    't.1a db.2024',
    ['word:t', 'dot:.', 'word:1a', 'word:db', 'dot:.', 'word:2024'],
  ],
  ['dotted names', 'mysql', '`a`.b.*', ['quotedName:`a`', 'dot:.', 'word:b', 'dot:.', 'operator:*']],
  ['e without digits is a name', 'mysql', '1e', ['word:1e']],
  [
    'comparison operators',
    'mysql',
    '<=> <= >= <> != <<',
    ['operator:<=>', 'operator:<=', 'operator:>=', 'operator:<>', 'operator:!=', 'operator:<<'],
  ],
  [
    'JSON operators',
    'mysql',
    "a->'$.b' ->>'$.c'",
    ['word:a', 'operator:->', "string:'$.b'", 'operator:->>', "string:'$.c'"],
  ],
  [
    'logical operators',
    'mysql',
    'a&&b||!c',
    ['word:a', 'operator:&&', 'word:b', 'operator:||', 'operator:!', 'word:c'],
  ],
  [
    'operators of PostgreSQL',
    'postgres',
    'a @> b <-> c #>> d ~* e',
    ['word:a', 'operator:@>', 'word:b', 'operator:<->', 'word:c', 'operator:#>>', 'word:d', 'operator:~*', 'word:e'],
  ],
  ['a minus after = is a sign', 'postgres', 'a=-1', ['word:a', 'operator:=', 'operator:-', 'number:1']],
  ['a minus after @ belongs to the operator', 'postgres', 'a@-1', ['word:a', 'operator:@-', 'number:1']],
  ['a comment ends an operator', 'postgres', 'a</* x */b', ['word:a', 'operator:<', 'blockComment:/* x */', 'word:b']],
  [
    'named argument',
    'postgres',
    'f(a => 1)',
    ['word:f', 'openParen:(', 'word:a', 'operator:=>', 'number:1', 'closeParen:)'],
  ],
  ['terminators', 'mysql', 'a; b \\G c', ['word:a', 'terminator:;', 'word:b', 'terminator:\\G', 'word:c']],
  [
    'DELIMITER',
    'mysql',
    'DELIMITER //\na; b//\nDELIMITER ;\nc;',
    [
      'delimiterCommand:DELIMITER //',
      'word:a',
      'semicolon:;',
      'word:b',
      'terminator://',
      'delimiterCommand:DELIMITER ;',
      'word:c',
      'terminator:;',
    ],
  ],
  [
    'a delimiter of name characters',
    'mysql',
    'delimiter $$\nEND$$',
    ['delimiterCommand:delimiter $$', 'word:END', 'terminator:$$'],
  ],
  [
    'a column called delimiter',
    'mysql',
    'SELECT\ndelimiter FROM t',
    ['word:SELECT', 'word:delimiter', 'word:FROM', 'word:t'],
  ],
  ['no DELIMITER in PostgreSQL', 'postgres', 'DELIMITER //', ['word:DELIMITER', 'operator://']],
  ['psql command', 'postgres', '\\d t\nSELECT 1', ['clientCommand:\\d t', 'word:SELECT', 'number:1']],
  ['psql \\gx ends a statement', 'postgres', 'SELECT 1 \\gx', ['word:SELECT', 'number:1', 'clientCommand:\\gx']],
  [
    'data of COPY',
    'postgres',
    "COPY t FROM stdin;\n1\t'\n\\.\nSELECT 1",
    [
      'word:COPY',
      'word:t',
      'word:FROM',
      'word:stdin',
      'terminator:;',
      "copyData:\n1\t'\n\\.",
      'word:SELECT',
      'number:1',
    ],
  ],
  [
    'COPY without data',
    'postgres',
    'COPY t FROM stdin;',
    ['word:COPY', 'word:t', 'word:FROM', 'word:stdin', 'terminator:;'],
  ],
  ['\\N is a word', 'mysql', 'a = \\N', ['word:a', 'operator:=', 'word:\\N']],
  ['letters beyond ASCII are names', 'mysql', 'größe 列', ['word:größe', 'word:列']],
  ['a no-break space is part of a name, as servers read it', 'mysql', 'a\u00a0b', ['word:a\u00a0b']],
  ['NUL has no meaning', 'mysql', 'a\0\0b', ['word:a', 'unknown:\0\0', 'word:b']],
  ['a back-tick is an operator in PostgreSQL', 'postgres', 'a ` b', ['word:a', 'operator:`', 'word:b']],
  ['a string that never ends', 'mysql', "'abc", ["string:'abc"]],
  ['a comment that never ends', 'mysql', '/* abc', ['blockComment:/* abc']],
  ['a dollar quote that never ends', 'postgres', '$a$ b', ['dollarString:$a$ b']],
]

describe('tokens', () => {
  for (const [what, dialect, text, tokens, options] of rows) {
    test(`${what} (${dialect})`, () => {
      expect(tokensOf(text, dialect, options)).toEqual(tokens)
    })
  }
})

test.each([
  ['string', 'mysql', "SELECT 'a", 7, 9, 'This quote is not closed.'],
  ['name', 'mysql', 'SELECT `a', 7, 9, 'This quote is not closed.'],
  ['comment', 'postgres', 'SELECT /* /* */', 7, 15, 'This comment is not closed.'],
  ['string that ends in an escape', 'mysql', "'a\\", 0, 3, 'This quote is not closed.'],
  ['dollar quote', 'postgres', '$x$ a', 0, 5, 'This quote is not closed.'],
  ['NUL', 'mysql', 'a \0', 2, 3, 'This character has no meaning in SQL.'],
] as const)('an open %s gives one note with its place', (_what, dialect, text, start, end, message) => {
  expect(tokenize(text, dialect).notes).toEqual([{ message, span: { start, end } }])
})

test('a byte order mark at the start is a blank', () => {
  expect(tokensOf('\ufeffSELECT', 'mysql')).toEqual(['word:SELECT'])
})

describe('placeholders of Python drivers', () => {
  test.each([
    ['a = %s', 'postgres', ['%s']],
    ['a=%s AND b>=%(name)s', 'postgres', ['%s', '%(name)s']],
    ['a IN (%s, %s)', 'mysql', ['%s', '%s']],
    ['LIMIT %s', 'mariadb', ['%s']],
    ['a % s', 'postgres', []],
    ['a %s', 'mysql', []],
    ['5 %size', 'postgres', []],
    ["a LIKE '%s'", 'postgres', []],
    ['a %(b)s', 'postgres', []],
    ['a <% s', 'postgres', []],
  ] as const)('%s in %s', (sql, dialect, expected) => {
    const tokens = tokenize(sql, dialect)
    const found = [...Array(tokens.count).keys()].filter((i) => tokens.kind(i) === TokenKind.placeholder)
    expect(found.map((i) => tokens.textOf(i))).toEqual(expected)
  })
})
