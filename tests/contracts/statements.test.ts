// Protects: every statement that was recorded is understood: its tokens are its text and no part of it is opaque.

import { expect, test } from 'vitest'
import type { Dialect } from '../../src/core/engine'
import { parseSql } from '../../src/core/sql/syntax/parse'
import { tokenize } from '../../src/core/sql/tokenizer'
import { recordedPlans } from './fixtures'

/** Statement and EXPLAIN texts of the recordings, each once per dialect. */
const texts = new Map<string, { readonly sql: string; readonly dialect: Dialect }>()
for (const { server, statement, context } of recordedPlans()) {
  const dialect: Dialect = server.startsWith('pg') ? 'postgres' : server.startsWith('mariadb') ? 'mariadb' : 'mysql'
  for (const sql of [statement, context.sql ?? '']) texts.set(`${dialect} ${sql}`, { sql, dialect })
}
const statements = [...texts.values()]

test('there are hundreds of them in each dialect', () => {
  for (const dialect of ['mysql', 'mariadb', 'postgres']) {
    expect(statements.filter((one) => one.dialect === dialect).length).toBeGreaterThan(200)
  }
})

test('tokens put together are the statement', () => {
  for (const { sql, dialect } of statements) {
    const tokens = tokenize(sql, dialect)
    let joined = ''
    for (let at = 0; at < tokens.count; at++) joined += tokens.textOf(at)
    expect(joined).toBe(sql)
  }
})

test('MySQL and MariaDB statements parse without an error or an opaque piece', () => {
  const missed = statements.flatMap(({ sql, dialect }) =>
    dialect === 'postgres'
      ? []
      : parseSql(sql, dialect).flatMap((tree) => [
          ...(tree.error ? [`${dialect} ${sql}: ${tree.error.message}`] : []),
          ...tree.notes.map(({ message }) => `${dialect} ${sql}: ${message}`),
        ]),
  )
  expect(missed).toEqual([])
})
