// Protects the reader of printed conditions: what servers write in plans becomes predicates, and nothing is guessed.
import { describe, expect, test } from 'vitest'
import type { Family } from '../../../src/core/engine'
import { predicatesOf } from '../../../src/core/keyparts/conditions'
import type { Predicate } from '../../../src/core/keyparts/predicate'

/** `range a "> 1" open..`: kind, subject, what it is compared with, ends, references, obstacle. */
function lineOf(predicate: Predicate): string {
  const column = predicate.column
  const subject =
    column === undefined
      ? predicate.expression === undefined
        ? `[${predicate.columns.map((one) => one.name).join(' ')}]`
        : `{${predicate.expression}}`
      : [column.table, column.name].filter((name) => name !== undefined).join('.')
  return [
    predicate.kind,
    subject,
    `"${predicate.comparedWith}"`,
    ...(predicate.low || predicate.high ? [`${predicate.low ?? ''}..${predicate.high ?? ''}`] : []),
    ...(predicate.fixedPrefix === undefined ? [] : [`prefix=${predicate.fixedPrefix}`]),
    ...(predicate.references.length > 0 ? [`refs=${predicate.references.map((one) => one.name).join(',')}`] : []),
    ...(predicate.obstacle === undefined ? [] : [predicate.obstacle]),
  ].join(' ')
}

const lines = (text: string, family: Family) => predicatesOf(text, family).map(lineOf)

describe('MySQL and MariaDB', () => {
  test.each<[string, string, readonly string[]]>([
    [
      'fully qualified names in backticks',
      "((`shop`.`t`.`a` > 1234) and (`shop`.`t`.`b` like 'prefix%'))",
      ['range t.a "> 1234" open..', 'like t.b "like \'prefix%\'" prefix=prefix'],
    ],
    [
      'MariaDB without backticks',
      "t.a > 1 and t.b like 'x'",
      ['range t.a "> 1" open..', 'like t.b "like \'x\'" prefix=x'],
    ],
    ['a constant on the left', '(5 <= `t`.`a`)', ['range t.a ">= 5" closed..']],
    ['between', '(`t`.`a` between 1 and 4)', ['range t.a "between 1 and 4" closed..closed']],
    ['a list', "(`t`.`b` in ('x1','x2'))", ["in-list t.b \"in ('x1', 'x2')\""]],
    ['a list of one is an equality', '(a in (1))', ['equality a "in (1)"']],
    ['an OR of one column is a list', "((`t`.`c` = 'A') or (`t`.`c` = 'B'))", ["in-list t.c \"= 'A' or = 'B'\""]],
    ['an OR with a range is a range', '((a = 1) or (a > 7))', ['range a "= 1 or > 7" closed..']],
    ['an OR of two columns bounds neither', '((a = 1) or (b = 2))', ['or [a b] "(a = 1) or (b = 2)" or-spans-parts']],
    [
      'an OR bounds the column that all its branches bound',
      '((a = 1) and (b = 2)) or ((a = 3) and (b > 4))',
      [
        'in-list a "= 1 or = 3"',
        'range b "= 2 or > 4" closed..',
        'or [a b a b] "((a = 1) and (b = 2)) or ((a = 3) and (b > 4))" or-spans-parts',
      ],
    ],
    ['equality or NULL', '((b = 5) or isnull(b))', ['in-list b "= 5 or is null"']],
    ['negation', "(`t`.`b` <> 'x')", ['other t.b "<> \'x\'" negation']],
    ['NOT around a comparison is turned round', '(not((a > 3)))', ['range a "<= 3" ..closed']],
    ['NOT LIKE', "(not((b like 'x%')))", ['other b "like \'x%\'" prefix=x negation']],
    ['NOT IN', '(a not in (1,2))', ['other a "not in (1, 2)" negation']],
    ['IS NOT NULL', '(a is not null)', ['null-test a "is not null"']],
    ['a leading wildcard', "(b like '%x')", ['like b "like \'%x\'" prefix= leading-wildcard']],
    ['an underscore is a wildcard', "(b like 'ab_d')", ['like b "like \'ab_d\'" prefix=ab']],
    ['an escaped wildcard is not', "(b like 'a\\_b%')", ['like b "like \'a\\_b%\'" prefix=a_b']],
    [
      'a join gives a predicate to each side',
      '(`shop`.`p`.`id` = `shop`.`o`.`part_id`)',
      ['equality p.id "o.part_id" refs=part_id', 'equality o.part_id "p.id" refs=id'],
    ],
    [
      'a function around the column',
      "(lower(`t`.`b`) = 'x')",
      ['equality {lower(b)} "= \'x\'" function-or-expression'],
    ],
    ['arithmetic around the column', '((a + 1) = 4)', ['equality {(a+1)} "= 4" function-or-expression']],
    [
      'a row constructor',
      "((a,b) in ((1,'x1'),(2,'x2')))",
      ["in-list a \"in ((1,'x1'), (2,'x2'))\"", "in-list b \"in ((1,'x1'), (2,'x2'))\""],
    ],
    ['equal rows are equal columns', '((a,b) = (1,2))', ['equality a "= 1"', 'equality b "= 2"']],
    ['cached constants', "(a = <cache>(length('abc')))", ['equality a "= <cache>(length(\'abc\'))"']],
    ['the condition of an outer join', '<if>(is_not_null_compl(t), (`t`.`a` = 3), true)', ['equality t.a "= 3"']],
    ['MariaDB trigger condition', 'trigcond(t.a = 3)', ['equality t.a "= 3"']],
    [
      'introducers and typed literals',
      "(d > TIMESTAMP'2020-01-01 00:00:00')",
      ['range d "> TIMESTAMP\'2020-01-01 00:00:00\'" open..'],
    ],
    [
      'member of a JSON array',
      "json'3' member of (json_extract(j,'$.t'))",
      ["equality {json_extract(j,'$.t')} \"member of json'3'\" function-or-expression"],
    ],
    [
      'an array element',
      "(3 member of (json_extract(`j`,'$.t')))",
      ['equality {json_extract(j,\'$.t\')} "member of 3" function-or-expression'],
    ],
    [
      'a subquery is not understood, the rest is',
      '((a = 1) and <in_optimizer>(b,<exists>(select 1 from x)) and (c < 2))',
      [
        'equality a "= 1"',
        'other [b] "<in_optimizer>(b,<exists>(select 1 from x))" function-or-expression',
        'range c "< 2" ..open',
      ],
    ],
    ['true', 'true', []],
    ['a broken end', '((a = 1) and (b = ', ['equality a "= 1"', 'other [b] "b =" not-understood']],
  ])('%s', (_, text, expected) => {
    expect(lines(text, 'mysql')).toEqual(expected)
  })
})

describe('PostgreSQL', () => {
  test.each<[string, string, readonly string[]]>([
    ['casts of literals', "(c.id = '5'::bigint)", ['equality c.id "= \'5\'"']],
    [
      'a LIKE with casts',
      "((t.msg_type)::text ~~ 'prefix%'::text)",
      ['like t.msg_type "like \'prefix%\'" prefix=prefix'],
    ],
    ['an array', "(col1 = ANY ('{A,B}'::bpchar[]))", ['in-list col1 "= any \'{A,B}\'"']],
    ['not any', "(col1 <> ALL ('{A,B}'::bpchar[]))", [`other [col1] "col1 <> ALL ('{A,B}'::bpchar[])" negation`]],
    ['a row comparison', '(ROW(a, b) > ROW(1, 2))', ['range a "> 1" open..', 'range b "> 2" open..']],
    ['a pattern operator', "(name ~>=~ 'n'::text)", ['range name "~>=~ \'n\'" closed..']],
    ['not like', "((b)::text !~~ 'x%'::text)", ['other b "!~~ \'x%\'" negation']],
    ['case-insensitive like', "(b ~~* 'x%'::text)", ['other b "~~* \'x%\'" function-or-expression']],
    [
      'a cast of the column to another type',
      "((d)::date = '2020-01-01'::date)",
      ['equality {cast(d as date)} "= \'2020-01-01\'" function-or-expression'],
    ],
    ['a boolean column', 'flag', ['other flag "flag" negation']],
    ['NOT a boolean column', '(NOT flag)', ['other flag "flag" negation']],
    ['a subplan', '(id = (SubPlan 1))', ['equality id "= SubPlan 1"']],
    ['a hashed subplan', '(NOT (hashed SubPlan 1))', ['other [] "hashed SubPlan 1" negation']],
    ['a parameter', '(id = $1)', ['equality id "= $1"']],
    [
      'a join filter',
      '((o.total)::numeric > c.credit)',
      [
        'range {cast(total as numeric)} "> c.credit" open.. refs=credit function-or-expression',
        'range c.credit "< o.total" ..open refs=total',
      ],
    ],
    ['IS DISTINCT FROM', '(a IS NOT DISTINCT FROM 3)', ['equality a "<=> 3"']],
    ['a qualified type', "(name = 'x'::pg_catalog.name)", ['equality name "= \'x\'"']],
    ['type words', "(t > '2020-01-01'::timestamp without time zone)", ['range t "> \'2020-01-01\'" open..']],
  ])('%s', (_, text, expected) => {
    expect(lines(text, 'postgres')).toEqual(expected)
  })
})

test('spans are places in the text', () => {
  const text = "((`t`.`a` > 1234) and (`t`.`b` like 'x%'))"
  expect(predicatesOf(text, 'mysql').map((one) => text.slice(one.span.start, one.span.end))).toEqual([
    '`t`.`a` > 1234',
    "`t`.`b` like 'x%'",
  ])
})

test('deep nesting ends in something not understood, not in a broken stack', () => {
  const text = `${'('.repeat(20_000)}a = 1${')'.repeat(20_000)}`
  expect(predicatesOf(text, 'mysql').map((one) => one.kind)).toEqual(['other'])
})
