// Protects: a text is cut into the statements that a client would send, bodies of routines whole.
import { expect, test } from 'vitest'
import type { Dialect } from '../../../src/core/engine'
import { splitStatements } from '../../../src/core/sql/statements'
import { tokenize } from '../../../src/core/sql/tokenizer'

type Row = readonly [what: string, dialect: Dialect, text: string, statements: readonly string[]]

const rows: readonly Row[] = [
  ['one without a delimiter', 'mysql', 'SELECT 1', ['SELECT 1']],
  ['the delimiter is not part of it', 'mysql', ' SELECT 1 ; ', ['SELECT 1']],
  ['two', 'postgres', 'SELECT 1; SELECT 2', ['SELECT 1', 'SELECT 2']],
  ['empty ones are dropped', 'mysql', ';; -- x\n; SELECT 1;;', ['SELECT 1']],
  ['nothing', 'mysql', ' /* x */ -- y', []],
  ['comments around are not part of it', 'mysql', '-- a\n/* b */ SELECT /* c */ 1 -- d\n;', ['SELECT /* c */ 1']],
  ['a hint in front is', 'postgres', '/*+ SeqScan(t) */ SELECT 1;', ['/*+ SeqScan(t) */ SELECT 1']],
  ['an executable comment is', 'mysql', '/*!40101 SET NAMES utf8 */;', ['/*!40101 SET NAMES utf8 */']],
  ['a delimiter in a string', 'mysql', 'SELECT \';\'; SELECT ";"', ["SELECT ';'", 'SELECT ";"']],
  ['a delimiter in a comment', 'mysql', 'SELECT 1 -- ;\n+ 1', ['SELECT 1 -- ;\n+ 1']],
  ['a delimiter in a dollar quote', 'postgres', 'DO $$ a; b; $$; SELECT 1', ['DO $$ a; b; $$', 'SELECT 1']],
  ['\\G', 'mysql', 'SELECT 1\\G SELECT 2\\g', ['SELECT 1', 'SELECT 2']],
  ['psql commands part statements', 'postgres', '\\d t\nSELECT 1\n\\g\nSELECT 2;', ['SELECT 1', 'SELECT 2']],
  [
    'COPY data is no statement',
    'postgres',
    'COPY t FROM stdin;\na;b\n\\.\nSELECT 1;',
    ['COPY t FROM stdin', 'SELECT 1'],
  ],
  [
    'DELIMITER',
    'mysql',
    'DELIMITER //\nSELECT 1; SELECT 2//\nDELIMITER ;\nSELECT 3;',
    ['SELECT 1; SELECT 2', 'SELECT 3'],
  ],
  [
    'DELIMITER $$',
    'mysql',
    'DELIMITER $$\nCREATE TRIGGER a BEFORE INSERT ON t FOR EACH ROW BEGIN SET @a = 1; END$$\nDELIMITER ;',
    ['CREATE TRIGGER a BEFORE INSERT ON t FOR EACH ROW BEGIN SET @a = 1; END'],
  ],
  [
    'a procedure without DELIMITER',
    'mysql',
    'CREATE PROCEDURE p() BEGIN SELECT 1; SELECT 2; END; SELECT 3',
    ['CREATE PROCEDURE p() BEGIN SELECT 1; SELECT 2; END', 'SELECT 3'],
  ],
  [
    'IF inside',
    'mysql',
    'CREATE PROCEDURE p() BEGIN IF a THEN SELECT 1; ELSEIF b THEN SELECT 2; ELSE SELECT 3; END IF; END; SELECT 4',
    ['CREATE PROCEDURE p() BEGIN IF a THEN SELECT 1; ELSEIF b THEN SELECT 2; ELSE SELECT 3; END IF; END', 'SELECT 4'],
  ],
  [
    'the function IF',
    'mysql',
    'CREATE PROCEDURE p() BEGIN SELECT IF(a, 1, 2); SET b = IF(c, 1, 2); END; SELECT 4',
    ['CREATE PROCEDURE p() BEGIN SELECT IF(a, 1, 2); SET b = IF(c, 1, 2); END', 'SELECT 4'],
  ],
  [
    'IF with a parenthesis',
    'mysql',
    'CREATE PROCEDURE p() BEGIN IF (a) THEN SELECT 1; END IF; END; SELECT 4',
    ['CREATE PROCEDURE p() BEGIN IF (a) THEN SELECT 1; END IF; END', 'SELECT 4'],
  ],
  [
    'CASE expression and statement',
    'mysql',
    'CREATE PROCEDURE p() BEGIN SET a = CASE WHEN b THEN IF(c, 1, 2) ELSE 3 END; CASE x WHEN 1 THEN SELECT 1; END CASE; END; SELECT 4',
    [
      'CREATE PROCEDURE p() BEGIN SET a = CASE WHEN b THEN IF(c, 1, 2) ELSE 3 END; CASE x WHEN 1 THEN SELECT 1; END CASE; END',
      'SELECT 4',
    ],
  ],
  [
    'loops',
    'mysql',
    'CREATE PROCEDURE p() BEGIN l: LOOP LEAVE l; END LOOP; WHILE a DO SET b = 1; END WHILE; REPEAT SET c = 1; UNTIL d END REPEAT; END; SELECT 4',
    [
      'CREATE PROCEDURE p() BEGIN l: LOOP LEAVE l; END LOOP; WHILE a DO SET b = 1; END WHILE; REPEAT SET c = 1; UNTIL d END REPEAT; END',
      'SELECT 4',
    ],
  ],
  [
    'the function REPEAT',
    'mysql',
    "CREATE PROCEDURE p() BEGIN SELECT REPEAT('a', 3); END; SELECT 4",
    ["CREATE PROCEDURE p() BEGIN SELECT REPEAT('a', 3); END", 'SELECT 4'],
  ],
  [
    'a trigger whose body is one IF',
    'mysql',
    'CREATE TRIGGER r AFTER INSERT ON t FOR EACH ROW IF NEW.a THEN SET @a = 1; SET @b = 2; END IF; SELECT 4',
    ['CREATE TRIGGER r AFTER INSERT ON t FOR EACH ROW IF NEW.a THEN SET @a = 1; SET @b = 2; END IF', 'SELECT 4'],
  ],
  [
    'a trigger whose body is one statement',
    'mysql',
    'CREATE TRIGGER r AFTER INSERT ON t FOR EACH ROW SET @a = 1; SELECT 4',
    ['CREATE TRIGGER r AFTER INSERT ON t FOR EACH ROW SET @a = 1', 'SELECT 4'],
  ],
  [
    'a function with a definer',
    'mysql',
    'CREATE DEFINER=`a`@`b` FUNCTION f() RETURNS INT BEGIN RETURN 1; END; SELECT 4',
    ['CREATE DEFINER=`a`@`b` FUNCTION f() RETURNS INT BEGIN RETURN 1; END', 'SELECT 4'],
  ],
  [
    'FOR UPDATE in a body',
    'mysql',
    'CREATE PROCEDURE p() BEGIN SELECT a FROM t FOR UPDATE; END; SELECT 4',
    ['CREATE PROCEDURE p() BEGIN SELECT a FROM t FOR UPDATE; END', 'SELECT 4'],
  ],
  [
    'an event',
    'mysql',
    'CREATE EVENT e ON SCHEDULE EVERY 1 DAY DO BEGIN DELETE FROM t; END; SELECT 4',
    ['CREATE EVENT e ON SCHEDULE EVERY 1 DAY DO BEGIN DELETE FROM t; END', 'SELECT 4'],
  ],
  ['CREATE TABLE has no body', 'mysql', 'CREATE TABLE t (a int); SELECT 4', ['CREATE TABLE t (a int)', 'SELECT 4']],
  ['BEGIN starts a transaction', 'mysql', 'BEGIN; SELECT 1; COMMIT', ['BEGIN', 'SELECT 1', 'COMMIT']],
  [
    'BEGIN NOT ATOMIC',
    'mariadb',
    'BEGIN NOT ATOMIC SELECT 1; SELECT 2; END; SELECT 3',
    ['BEGIN NOT ATOMIC SELECT 1; SELECT 2; END', 'SELECT 3'],
  ],
  ['BEGIN in MariaDB', 'mariadb', 'BEGIN; SELECT 1; COMMIT', ['BEGIN', 'SELECT 1', 'COMMIT']],
  [
    'FOR loop',
    'mariadb',
    'CREATE PROCEDURE p() BEGIN FOR i IN 1..3 DO SELECT i; END FOR; END; SELECT 4',
    ['CREATE PROCEDURE p() BEGIN FOR i IN 1..3 DO SELECT i; END FOR; END', 'SELECT 4'],
  ],
  [
    'BEGIN ATOMIC',
    'postgres',
    'CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT 1; SELECT 2; END; SELECT 3',
    ['CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT 1; SELECT 2; END', 'SELECT 3'],
  ],
  [
    'a rule with several actions',
    'postgres',
    'CREATE RULE r AS ON INSERT TO t DO (DELETE FROM u; DELETE FROM v); SELECT 3',
    ['CREATE RULE r AS ON INSERT TO t DO (DELETE FROM u; DELETE FROM v)', 'SELECT 3'],
  ],
]

test.each(rows)('%s (%s)', (_what, dialect, text, statements) => {
  const tokens = tokenize(text, dialect)
  const found = splitStatements(tokens).map(({ span }) => text.slice(span.start, span.end))
  expect(found).toEqual(statements)
})
