import { performance } from 'node:perf_hooks'
import type { Catalog } from '../../src/core/catalog/model'
import { complete } from '../../src/core/sql/complete/complete'
import { hoverAt } from '../../src/core/sql/complete/hover'

const lines = 500
const rounds = 60

/** A statement of 500 lines: joins, and conditions on the tables joined. */
function longStatement(): string {
  const joins = Array.from(
    { length: lines / 5 },
    (_, at) => `LEFT JOIN t${at % 20} a${at} ON a${at}.id = o.ref_${at % 30}`,
  )
  const conditions = Array.from(
    { length: (lines / 5) * 4 },
    (_, at) => `  AND a${at % 100}.col_${at % 25} = ${at} -- ${at}`,
  )
  return `SELECT o.id\nFROM orders o\n${joins.join('\n')}\nWHERE o.id > 0\n${conditions.join('\n')}\n  AND `
}

function catalog(): Catalog {
  const column = (name: string) => ({ name, type: 'int', nullable: true })
  const columns = [column('id'), ...Array.from({ length: 30 }, (_, at) => column(`col_${at}`)), column('ref_1')]
  const names = ['orders', ...Array.from({ length: 20 }, (_, at) => `t${at}`)]
  const indexes = [{ name: 'PRIMARY', unique: true, visible: true, parts: [{ column: 'id', descending: false }] }]
  return { tables: names.map((name) => ({ schema: 'shop', name, columns, indexes, foreignKeys: [] })) }
}

/** Completion and hover in a statement of 500 lines over 101 tables: median and slowest of many. */
export function benchComplete(): readonly string[] {
  const text = longStatement()
  const known = catalog()
  const names = {
    schemas: ['shop'],
    tables: known.tables.map(({ schema, name }) => ({ schema, name, type: 'table' as const })),
  }
  const places = [
    ['completion at the end', text.length],
    ['completion in a join', text.indexOf('o.ref_7') + 5],
  ] as const
  const timed = (what: string, run: () => unknown) => {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const from = performance.now()
      run()
      times.push(performance.now() - from)
    }
    times.sort((a, b) => a - b)
    return `${what.padEnd(32)} median ${(times[rounds / 2] ?? 0).toFixed(1)} ms, 95 % within ${(times[Math.floor(rounds * 0.95)] ?? 0).toFixed(1)} ms`
  }
  const result = [`a statement of ${text.split('\n').length} lines, ${text.length} characters`]
  for (const dialect of ['mysql', 'postgres'] as const) {
    for (const [what, offset] of places)
      result.push(
        timed(`${what}, ${dialect}`, () =>
          complete({ text, offset, dialect, catalog: known, names, database: 'shop' }),
        ),
      )
    const offset = text.indexOf('col_24 =') + 7
    result.push(
      timed(`hover over a condition, ${dialect}`, () =>
        hoverAt({ text, offset, dialect, catalog: known, database: 'shop' }),
      ),
    )
  }
  return result
}
