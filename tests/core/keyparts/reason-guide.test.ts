// Protects the page of reasons: it is what the code says, and its examples are those that are run on real servers.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reasonGuides, reasonGuideText } from '../../../src/core/keyparts/reason-guide'
import { mysqlCases } from '../../kit/key-reason-cases'

const page = join(import.meta.dirname, '../../../docs/key-parts.md')

test('docs/key-parts.md is the guide; SARGABLE_WRITE_DOCS=1 writes it', () => {
  if (process.env['SARGABLE_WRITE_DOCS'] === '1') writeFileSync(page, reasonGuideText())
  expect(readFileSync(page, 'utf8')).toBe(reasonGuideText())
})

/** Long lists of values stand in the page by their first ones. */
const shortened = (sql: string) => sql.replace(/'b1', 'b2'.*\)/, "'b1', … 250 values)")

test.each(Object.entries(reasonGuides))(
  'the example of %s is run on real servers, and says so',
  (code, { example }) => {
    const proofs = mysqlCases.filter((one) => one.code === code && shortened(one.yes) === example.sql)
    expect(proofs).toHaveLength(1)
    expect(example.says).toMatch(proofs[0]?.says ?? /^$/)
    expect(proofs[0]?.part.endsWith(`.${example.part}`)).toBe(true)
  },
)
