// Protects long pasted plans: told by head and end alone, as the same as when the whole text is looked through.
import { describe, expect, test } from 'vitest'
import { longPlan } from '../../../src/core/paste/long-plan'
import { recognize } from '../../../src/core/paste/recognize'

const scan = '{ "Node Type": "Seq Scan", "Relation Name": "t", "Plan Rows": 1 }'
const scans = (count: number) => Array.from({ length: count }, () => scan).join(',\n')
const postgres = (count: number) => `[ { "Plan": { "Node Type": "Append", "Plans": [\n${scans(count)}\n] } } ]`
const mysql = `{ "query_block": { "select_id": 1, "table": { "table_name": "t", "access_type": "ALL", "attached_condition": "${'x'.repeat(400_000)}" } } }`

describe('a long plan', () => {
  test.each([
    ['of PostgreSQL', postgres(6000), 'postgres', 'postgres-json'],
    ['with blank lines around it', `\n\n${postgres(6000)}\n\n`, 'postgres', 'postgres-json'],
    ['of MySQL', mysql, 'mysql', 'mysql-json-v1'],
  ])('%s is told without looking through it', (_title, text, dialect, format) => {
    const part = longPlan(text)
    expect(part).toMatchObject({ kind: 'plan', dialect, format, facts: { characters: text.trim().length } })
    expect(part?.span).toEqual({ start: text.search(/\S/), end: text.trimEnd().length })
    expect(recognize(text).parts).toEqual([part])
  })

  test.each([
    ['short', postgres(10)],
    ['followed by a statement', `${postgres(6000)}\nSELECT 1;`],
    ['cut off', postgres(6000).slice(0, -20)],
    ['a trace', `{ "steps": [ { "join_optimization": { "steps": [ "${'x'.repeat(400_000)}" ] } } ] }`],
    ['JSON of something else', `[ "${'x'.repeat(400_000)}" ]`],
    ['blank', ' '.repeat(400_000)],
  ])('%s is none', (_title, text) => expect(longPlan(text)).toBeUndefined())
})
