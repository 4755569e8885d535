// Protects: a trace is found in what clients print around it, and its places stay those of the pasted text.
import { describe, expect, test } from 'vitest'
import { SargableError } from '../../../src/core/errors'
import { parseTrace } from '../../../src/core/trace/pasted'

const json = `{
  "steps": [
    {
      "join_optimization": {
        "select#": 1,
        "steps": [
          {
            "rows_estimation": [
              {
                "table": "\`t\`",
                "range_analysis": {
                  "table_scan": { "rows": 10, "cost": 2.5 },
                  "potential_range_indexes": [{ "index": "ix", "usable": false, "cause": "not_applicable" }]
                }
              }
            ]
          }
        ]
      }
    }
  ]
}`

const pasted: readonly (readonly [what: string, text: string, truncatedBytes: number])[] = [
  ['bare', json, 0],
  ['with a byte order mark and blanks', `\ufeff\n  ${json}\n`, 0],
  [
    'by \\G',
    `*************************** 1. row ***************************\n            QUERY: EXPLAIN SELECT 1\n            TRACE: ${json}\nMISSING_BYTES_BEYOND_MAX_MEM_SIZE: 12\n          INSUFFICIENT_PRIVILEGES: 0\n`,
    12,
  ],
  [
    'in borders',
    `+---+\n| QUERY | TRACE |\n+---+\n| SELECT 1 | ${json} |                       7 |          0 |\n+---+\n1 row in set`,
    7,
  ],
  [
    'tab separated with escapes',
    `QUERY\tTRACE\tMISSING_BYTES_BEYOND_MAX_MEM_SIZE\tINSUFFICIENT_PRIVILEGES\nSELECT '{'\t${json.replaceAll('\n', '\\n')}\t3\t0\n`,
    3,
  ],
  ['with end markers', json.replace(/\]\n\}$/, '] /* steps */\n}'), 0],
]

describe('what people paste', () => {
  test.each(pasted)('%s', (_, text, truncatedBytes) => {
    const trace = parseTrace(text)
    expect(trace).toMatchObject({ kind: 'trace', truncatedBytes, notes: [] })
    expect(trace.cutAt).toBeUndefined()
    const [table] = trace.tables
    expect(table).toMatchObject({ table: 't', rows: 10, scanCost: 2.5 })
    const way = table?.alternatives.find((one) => one.index === 'ix')
    expect(way).toMatchObject({ usable: false, cause: 'not_applicable' })
    expect(text.slice(way?.span.start, way?.span.end)).toMatch(/^\{ "index": "ix".*\}$/)
  })

  test('what is no trace is refused with its place', () => {
    expect(() => parseTrace('SELECT 1')).toThrow(SargableError)
    try {
      parseTrace('SELECT 1')
    } catch (thrown) {
      expect(thrown).toMatchObject({
        fault: { code: 'unreadable-text', span: { start: 0, end: 0 }, line: 1, column: 1 },
      })
    }
  })
})
