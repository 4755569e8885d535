// Protects the words that go with a logged call to where its plan is shown.
import { expect, test } from 'vitest'
import { figuresOf, type LogFigures, logWords, mostlyWaited } from '../../../src/core/digest/log-figures'
import { recognize } from '../../../src/core/paste/recognize'

const all: LogFigures = {
  micros: 21_000_000,
  lockMicros: 20_900_000,
  rowsExamined: 0,
  at: '2026-11-20T14:03:11.000Z',
  user: 'app',
  host: '10.0.3.17',
}

test.each<readonly [LogFigures, string]>([
  [all, '21.0 s, 0 rows examined, 20.9 s waiting (14:03:11, app@10.0.3.17)'],
  [
    { ...all, lockMicros: 0, rowsExamined: 1 },
    '21.0 s, 1 row examined, no waiting for locks (14:03:11, app@10.0.3.17)',
  ],
  [{ micros: 500, rowsExamined: 12_000, rowsSent: 3 }, '500 µs, 12,000 rows examined, 3 sent'],
  [{ micros: 500, user: 'app' }, '500 µs (app)'],
  [{ at: 'yesterday', host: 'web1' }, '(yesterday, web1)'],
  [{}, ''],
])('%j', (figures, words) => {
  expect(logWords(figures)).toBe(words)
})

test.each<readonly [LogFigures, boolean]>([
  [all, true],
  [{ ...all, lockMicros: 10_499_999 }, false],
  [{ ...all, lockMicros: undefined }, false],
  [{ micros: 0, lockMicros: 0 }, false],
])('mostly waited: %j', (figures, waited) => {
  expect(mostlyWaited(figures)).toBe(waited)
})

test('those of a pasted entry', () => {
  const text =
    '# Time: 2026-11-20T14:03:11.000Z\n# User@Host: app[app] @  [10.0.3.17]\n# Query_time: 21.000001  Lock_time: 20.9 Rows_sent: 0  Rows_examined: 0\nuse tpcc;\nSET timestamp=1795157541;\nUPDATE t SET a = 1;\n'
  const [entry] = recognize(text).parts
  expect(figuresOf(entry?.facts ?? {})).toEqual({ ...all, micros: 21_000_001, rowsSent: 0, database: 'tpcc' })
})
