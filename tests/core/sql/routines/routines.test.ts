// Protects reading of stored routines: heads, statements, dead branches, and a function written in the place of its call.
import { describe, expect, test } from 'vitest'
import type { Dialect } from '../../../../src/core/engine'
import { callsIn } from '../../../../src/core/sql/routines/calls'
import { constantTruth } from '../../../../src/core/sql/routines/constant-truth'
import { withoutDeadBranches } from '../../../../src/core/sql/routines/dead-branches'
import { functionHead, triggerHead } from '../../../../src/core/sql/routines/heads'
import { inlineCalls } from '../../../../src/core/sql/routines/inline-call'
import { readBody } from '../../../../src/core/sql/routines/read-body'

const deadCode = `BEGIN
  DECLARE r INT DEFAULT 0;
  IF 1=2 THEN SELECT slow('a','b',1) INTO r; END IF;
  IF 2=3 THEN SELECT slow('a','b',10) INTO r; END IF;
  RETURN r;
END`

describe('conditions of literals', () => {
  const cases: readonly (readonly [condition: string, truth: boolean | undefined])[] = [
    ['1=2', false],
    ['(1 = 1)', true],
    ['FALSE', false],
    ['NULL', false],
    ['NOT NULL', undefined],
    ['NOT 0', true],
    ['1=2 AND x > 3', false],
    ['x > 3 OR 2 >= 2', true],
    ['x > 3 OR 1=2', undefined],
    ["'a' = 'A'", undefined],
    ['x', undefined],
    ['1 BETWEEN 2 AND 3', undefined],
    ['0.1 = 0.2', undefined],
  ]
  test.each(cases)('%s is %s', (condition, truth) => {
    expect(constantTruth(condition, 'mysql')).toBe(truth)
  })
})

describe('branches that are never taken', () => {
  const cases: readonly (readonly [name: string, dialect: Dialect, body: string, live: string | undefined])[] = [
    ['two in a function', 'mysql', deadCode, 'BEGIN\n  DECLARE r INT DEFAULT 0;\n  RETURN r;\nEND'],
    ['none', 'mysql', 'BEGIN IF a = 1 THEN SET b = 2; END IF; END', undefined],
    [
      'the only statement of a branch',
      'mysql',
      'BEGIN IF a THEN IF 0 THEN SET b=1; END IF; END IF; END',
      'BEGIN IF a THEN BEGIN END; END IF; END',
    ],
    [
      'a dead first branch leaves the others',
      'mysql',
      'BEGIN IF 1=2 THEN SET a=1; ELSEIF b THEN SET a=2; ELSE SET a=3; END IF; END',
      'BEGIN IF b THEN SET a=2; ELSE SET a=3; END IF; END',
    ],
    [
      'what stands after an always taken one',
      'mysql',
      'BEGIN IF 1=1 THEN SET a=1; SET b=1; ELSEIF c THEN SET a=2; END IF; END',
      'BEGIN SET a=1; SET b=1; END',
    ],
    ['an always taken branch alone is no dead one', 'mysql', 'BEGIN IF 1 THEN SET a=1; END IF; END', undefined],
    [
      'a loop that never turns',
      'mariadb',
      'BEGIN WHILE FALSE DO SET a=1; END WHILE; SET b=1; END',
      'BEGIN SET b=1; END',
    ],
    ['IF as a function is left alone', 'mysql', 'BEGIN SET a = IF(1=2, b, c); END', undefined],
    [
      'PL/pgSQL',
      'postgres',
      'DECLARE r int := 0; BEGIN IF 1=2 THEN SELECT count(*) INTO r FROM form; ELSIF r>1 THEN r:=2; END IF; IF 2=3 THEN r:=4; END IF; RETURN NULL; END',
      'DECLARE r int := 0; BEGIN IF r>1 THEN r:=2; END IF; RETURN NULL; END',
    ],
    ['a text that is not understood', 'mysql', 'BEGIN IF 1=2 THEN SET a=1; END', undefined],
  ]
  test.each(cases)('%s', (_, dialect, body, live) => {
    expect(withoutDeadBranches(body, dialect)?.body).toBe(live)
  })

  test('their conditions are told', () => {
    expect(withoutDeadBranches(deadCode, 'mysql')?.removed).toEqual(['1=2', '2=3'])
  })
})

describe('bodies', () => {
  const cases: readonly (readonly [
    name: string,
    dialect: Dialect,
    body: string,
    types: readonly string[] | undefined,
  ])[] = [
    [
      'a label and a loop',
      'mysql',
      'l1: LOOP SET a = CASE WHEN x THEN 1 ELSE 2 END; LEAVE l1; END LOOP l1',
      ['simple', 'simple'],
    ],
    [
      'REPEAT and CASE',
      'mysql',
      'BEGIN REPEAT SET a=a+1; UNTIL a > 3 END REPEAT; CASE a WHEN 1 THEN SET b=1; ELSE SET b=2; END CASE; END',
      ['loop', 'case'],
    ],
    [
      'a handler with a block',
      'mysql',
      'BEGIN DECLARE CONTINUE HANDLER FOR NOT FOUND BEGIN SET d=1; END; SET a=1; END',
      ['simple'],
    ],
    [
      'FOR of PL/pgSQL',
      'postgres',
      'BEGIN FOR i IN 1..10 LOOP a := a + i; END LOOP; RETURN a; END;',
      ['loop', 'return'],
    ],
    ['EXCEPTION', 'postgres', 'BEGIN a := 1; EXCEPTION WHEN others THEN a := 2; END', ['simple']],
    ['a statement without its end', 'mysql', 'BEGIN SET a=1 END', undefined],
    ['one RETURN', 'mysql', 'RETURN a * b', []],
  ]
  test.each(cases)('%s', (_, dialect, body, types) => {
    const root = readBody(body, dialect)
    const list = root && 'list' in root ? root.list.statements.map(({ type }) => type) : root && []
    expect(list).toEqual(types)
  })
})

describe('heads', () => {
  test('SHOW CREATE FUNCTION', () => {
    const text =
      "CREATE DEFINER=`me`@`%` FUNCTION `lev`(s1 VARCHAR(255), s2 ENUM('a','b') CHARSET latin1, n INT) RETURNS varchar(20) CHARSET latin1\n    NO SQL\n    DETERMINISTIC\n    COMMENT 'x'\nBEGIN RETURN 1; END"
    const head = functionHead(text, 'mysql')
    expect(head && text.slice(head.body.start, head.body.end)).toBe('BEGIN RETURN 1; END')
    expect(head && text.slice(head.name.start, head.name.end)).toBe('`lev`')
    expect(head?.definer && text.slice(head.definer.start, head.definer.end)).toBe('DEFINER=`me`@`%` ')
    expect(head?.returns).toBe('varchar(20) CHARSET latin1')
    expect(head?.parameters).toEqual([
      { name: 's1', type: 'VARCHAR(255)' },
      { name: 's2', type: "ENUM('a','b') CHARSET latin1" },
      { name: 'n', type: 'INT' },
    ])
  })
  test('SHOW CREATE TRIGGER', () => {
    const text =
      'CREATE DEFINER=CURRENT_USER() TRIGGER shop.au AFTER UPDATE ON `shop`.`form` FOR EACH ROW FOLLOWS other SET @a = 1'
    const head = triggerHead(text, 'mysql')
    expect(head && text.slice(head.body.start, head.body.end)).toBe('SET @a = 1')
    expect(head && text.slice(head.table.start, head.table.end)).toBe('`shop`.`form`')
    expect(head?.order && text.slice(head.order.start, head.order.end)).toBe('FOLLOWS other')
    expect(head && text.slice(head.name.start, head.name.end)).toBe('shop.au')
  })
})

test('calls have their arguments and their schema', () => {
  const text = 'SELECT shop.f(a, g(1, 2)), h() FROM t'
  const shown = callsIn(text, 'mysql').map(({ schema, name, args }) => [
    schema,
    name,
    args.map(({ start, end }) => text.slice(start, end)),
  ])
  expect(shown).toEqual([
    ['shop', 'f', ['a', 'g(1, 2)']],
    [undefined, 'g', ['1', '2']],
    [undefined, 'h', []],
  ])
})

describe('a function in the place of its call', () => {
  const func3 = { name: 'func3', parameters: [], body: deadCode }
  const product = {
    name: 'f',
    parameters: [
      { name: 'a', type: 'INT' },
      { name: 'b', type: 'INT' },
    ],
    body: 'RETURN a*b',
  }
  test('SELECT … INTO, with a variable of the same name', () => {
    expect(inlineCalls('BEGIN DECLARE r INT DEFAULT 0; SELECT func3() INTO r; END', func3, 'mysql')).toEqual({
      done: true,
      body: "BEGIN DECLARE r INT DEFAULT 0; BEGIN DECLARE func3_r INT DEFAULT 0; IF 1=2 THEN SELECT slow('a','b',1) INTO func3_r; END IF; IF 2=3 THEN SELECT slow('a','b',10) INTO func3_r; END IF; SET r = func3_r; END; END",
    })
  })
  test('SET with a part of an expression', () => {
    expect(inlineCalls('BEGIN SET NEW.x = 1 + f(NEW.a, 2); END', product, 'mysql')).toEqual({
      done: true,
      body: 'BEGIN BEGIN DECLARE f_a INT DEFAULT NEW.a; DECLARE b INT DEFAULT 2; SET NEW.x = 1 + (f_a*b); END; END',
    })
  })
  const refused: readonly (readonly [name: string, body: string, callee: typeof product, because: RegExp])[] = [
    ['in a condition', 'BEGIN IF f(1,2) THEN SET a=1; END IF; END', product, /in a condition/],
    ['beside a table', 'BEGIN INSERT INTO log SELECT f(1,2) FROM t; END', product, /more than set a variable/],
    ['twice in a statement', 'BEGIN SET a = f(1,2) + f(3,4); END', product, /more than once/],
    [
      'with two RETURNs',
      'BEGIN SET a = f(1,2); END',
      { ...product, body: 'BEGIN IF a THEN RETURN 1; END IF; RETURN 2; END' },
      /more than one place/,
    ],
    ['that calls itself', 'BEGIN SET a = f(1,2); END', { ...product, body: 'RETURN f(a, b)' }, /calls itself/],
    ['not called', 'BEGIN SET a = g(1,2); END', product, /not called/],
  ]
  test.each(refused)('not %s', (_, body, callee, because) => {
    const outcome = inlineCalls(body, callee, 'mysql')
    expect(outcome.done ? outcome.body : outcome.because).toMatch(because)
  })
})
