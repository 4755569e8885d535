// Protects what is said of the right to make scratch schemas, from the lines of SHOW GRANTS of real servers.
import { expect, test } from 'vitest'
import { createsScratchSchemas } from '../../../src/core/dialects/mysql-grants'

const usage = "GRANT USAGE ON *.* TO 'u'@'%' IDENTIFIED BY PASSWORD '*00'"

test.each<readonly [string, readonly string[], boolean]>([
  ['all rights on all', ["GRANT ALL PRIVILEGES ON *.* TO 'u'@'%' WITH GRANT OPTION"], true],
  ['CREATE among others', ['GRANT SELECT, INSERT, CREATE, DROP ON *.* TO `u`@`%`'], true],
  ['only CREATE VIEW', ['GRANT SELECT, CREATE VIEW, CREATE USER ON *.* TO `u`@`%`'], false],
  ['nothing', [usage], false],
  ['a database', [usage, "GRANT ALL PRIVILEGES ON `shop`.* TO 'u'@'%'"], false],
  ['our prefix', [usage, "GRANT ALL PRIVILEGES ON `sargable\\_scratch\\_%`.* TO 'u'@'%'"], true],
  ['a wider prefix', [usage, "GRANT ALL PRIVILEGES ON `sargable%`.* TO 'u'@'%'"], true],
  ['our prefix, reading', [usage, "GRANT SELECT ON `sargable\\_scratch\\_%`.* TO 'u'@'%'"], false],
  ['another prefix', [usage, "GRANT ALL PRIVILEGES ON `sargable.scratch%`.* TO 'u'@'%'"], false],
  ['a table', [usage, "GRANT ALL PRIVILEGES ON `shop`.`orders` TO 'u'@'%'"], false],
  ['rights of administration', ['GRANT BACKUP_ADMIN,CONNECTION_ADMIN ON *.* TO `u`@`%`'], false],
  ['a role, whose rights are not listed', ['GRANT USAGE ON *.* TO `u`@`%`', 'GRANT `writers`@`%` TO `u`@`%`'], true],
])('%s', (_what, grants, expected) => {
  expect(createsScratchSchemas(grants)).toBe(expected)
})
