// Protects the preset that takes triggers apart: which copies it makes, in MySQL's words and in PostgreSQL's.
import { expect, test } from 'vitest'
import { type Drawing, offerOf, postgres15 } from './drawn-facts'

const form = 'CREATE TABLE form (id int NOT NULL PRIMARY KEY, day datetime)'
const func3 = `CREATE DEFINER=\`me\`@\`%\` FUNCTION \`func3\`() RETURNS int(11)
    READS SQL DATA
    DETERMINISTIC
BEGIN DECLARE r INT DEFAULT 0; IF 1=2 THEN SELECT slow(1) INTO r; END IF; RETURN r; END`
const slow = 'CREATE FUNCTION `slow`(a INT) RETURNS int(11) NO SQL BEGIN DECLARE b INT DEFAULT a; RETURN b; END'
const au =
  'CREATE DEFINER=`me`@`%` TRIGGER form_au AFTER UPDATE ON form FOR EACH ROW BEGIN DECLARE r INT DEFAULT 0; SELECT func3() INTO r; END'
const drawing: Drawing = {
  sql: 'UPDATE form SET day = NOW() WHERE id > 5',
  schema: form,
  explain: [['form', 'range', 'PRIMARY', '4', null, '30000', 'Using where']],
  triggers: [au],
  functions: [func3, slow],
  more: { writtenRows: 65_536 },
}

async function changes(drawn: Drawing) {
  const { variants } = await offerOf('triggers', drawn)
  return variants.map(({ name, label, ddl }) => [`${name} ${label}`, ...ddl.slice(1).map(({ apply }) => apply)])
}

test('none, empty, the trigger, the function written into it, and without dead branches', async () => {
  const head = 'CREATE TRIGGER `form_au` AFTER UPDATE ON `form` FOR EACH ROW'
  expect(await changes(drawing)).toEqual([
    ['A No trigger'],
    ['B An empty trigger', `${head} BEGIN END`],
    ['C form_au', `${head} BEGIN DECLARE r INT DEFAULT 0; SELECT func3() INTO r; END`],
    [
      'D form_au with func3 written into it',
      `${head} BEGIN DECLARE r INT DEFAULT 0; BEGIN DECLARE func3_r INT DEFAULT 0; IF 1=2 THEN SELECT slow(1) INTO func3_r; END IF; SET r = func3_r; END; END`,
    ],
    [
      'E form_au without dead branches',
      'CREATE FUNCTION `func3_live`() RETURNS int(11)\n    READS SQL DATA\n    DETERMINISTIC\nBEGIN DECLARE r INT DEFAULT 0; RETURN r; END',
      `${head} BEGIN DECLARE r INT DEFAULT 0; SELECT \`func3_live\`() INTO r; END`,
    ],
  ])
})

test('it runs on copies, every variant begins without triggers, and costs are told per row', async () => {
  const offer = await offerOf('triggers', drawing)
  expect(offer).toMatchObject({ available: true, scratch: true, perRun: { count: 65_536, of: 'rows' } })
  for (const { ddl, sql } of offer.variants) {
    expect(ddl[0]).toEqual({ apply: 'DROP TRIGGER IF EXISTS `form_au`', undo: au })
    expect(sql).toBe(drawing.sql)
  }
})

test('two triggers: each by itself and both; only those that the statement fires', async () => {
  const found = await changes({
    ...drawing,
    functions: [],
    triggers: [
      'CREATE TRIGGER bu BEFORE UPDATE ON form FOR EACH ROW SET NEW.day = NOW()',
      'CREATE TRIGGER au AFTER UPDATE ON form FOR EACH ROW SET @a = 1',
      'CREATE TRIGGER ai AFTER INSERT ON form FOR EACH ROW SET @b = 1',
    ],
  })
  expect(found.map(([label]) => label)).toEqual([
    'A No trigger',
    'B 2 empty triggers',
    'C bu',
    'D au',
    'E All triggers',
  ])
})

test('a function that cannot be written into the trigger is told', async () => {
  const { cautions, variants } = await offerOf('triggers', {
    ...drawing,
    functions: ['CREATE FUNCTION func3() RETURNS int BEGIN IF @a THEN RETURN 1; END IF; RETURN 2; END'],
  })
  expect(cautions).toContain('Not written into form_au: func3 returns from more than one place.')
  expect(variants.map(({ label }) => label)).toEqual(['No trigger', 'An empty trigger', 'form_au'])
})

test.each<readonly [string, Drawing, RegExp]>([
  ['a SELECT fires none', { ...drawing, sql: 'SELECT * FROM form' }, /INSERT, UPDATE, DELETE and REPLACE/],
  ['a table without triggers', { ...drawing, triggers: [] }, /form has no trigger/],
  [
    'triggers of other events',
    { ...drawing, sql: 'DELETE FROM form WHERE id > 5' },
    /no trigger that this statement fires/,
  ],
])('%s', async (_, drawn, because) => {
  const offer = await offerOf('triggers', drawn)
  expect(offer).toMatchObject({ available: false, variants: [] })
  expect(offer.because).toMatch(because)
})

test('PostgreSQL: an empty function of our own, and the dead branches of the trigger’s one', async () => {
  const body = 'BEGIN IF 1=2 THEN PERFORM count(*) FROM form; END IF; RETURN NEW; END'
  const { variants } = await offerOf('triggers', {
    engine: postgres15,
    sql: 'UPDATE form SET day = now() WHERE id > 5',
    schema: 'CREATE TABLE form (id int PRIMARY KEY, day timestamp)',
    plan: 'Update on form  (cost=0.00..1.00 rows=0 width=0)\n  ->  Seq Scan on form  (cost=0.00..1.00 rows=9 width=14)\n        Filter: (id > 5)',
    more: {
      triggers: [
        {
          name: 'bu',
          table: 'form',
          timing: 'BEFORE',
          events: ['INSERT', 'UPDATE'],
          each: 'row',
          definition:
            "CREATE TRIGGER bu BEFORE INSERT OR UPDATE ON public.form FOR EACH ROW EXECUTE FUNCTION f_dead('x')",
          calls: 'f_dead',
        },
      ],
      routines: [
        {
          schema: 'public',
          name: 'f_dead',
          definition: `CREATE OR REPLACE FUNCTION public.f_dead()\n RETURNS trigger\n LANGUAGE plpgsql\nAS $function$${body}$function$\n`,
          returns: 'trigger',
          parameters: [],
          language: 'plpgsql',
          body,
          writes: false,
          immutable: false,
        },
      ],
    },
  })
  expect(variants.map(({ label, ddl }) => [label, ...ddl.map(({ apply }) => apply)])).toEqual([
    ['No trigger', 'DROP TRIGGER IF EXISTS "bu" ON "form"'],
    [
      'An empty trigger',
      'DROP TRIGGER IF EXISTS "bu" ON "form"',
      "CREATE FUNCTION sargable_empty() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
      'CREATE TRIGGER bu BEFORE INSERT OR UPDATE ON public.form FOR EACH ROW EXECUTE FUNCTION "sargable_empty"()',
    ],
    [
      'bu',
      'DROP TRIGGER IF EXISTS "bu" ON "form"',
      "CREATE TRIGGER bu BEFORE INSERT OR UPDATE ON public.form FOR EACH ROW EXECUTE FUNCTION f_dead('x')",
    ],
    [
      'bu without dead branches',
      'DROP TRIGGER IF EXISTS "bu" ON "form"',
      'CREATE FUNCTION "f_dead_live"()\n RETURNS trigger\n LANGUAGE plpgsql\nAS $function$BEGIN RETURN NEW; END$function$\n',
      'CREATE TRIGGER bu BEFORE INSERT OR UPDATE ON public.form FOR EACH ROW EXECUTE FUNCTION "f_dead_live"()',
    ],
  ])
})
