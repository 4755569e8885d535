import { valuesOfSample } from '../core/analysis/value-sets/from-samples'
import type { DigestDocument } from '../core/digest/model'
import type { Dialect } from '../core/engine'
import { fault } from '../core/errors'
import { formatTime } from '../core/figures'
import { fingerprint } from '../core/sql/fingerprint'
import type { Request } from '../service/api'

type Sets = NonNullable<Request<'analyze.valueSets'>['sets']>

const names = { slowest: 'slowest', median: 'median', 'most-rows': 'most rows' } as const

/**
 * The values that a log's samples of a statement have in the places of its placeholders: those of its slowest call, of
 * a middling one, and of the one with most rows. Sets that are the same are one.
 * @throws SargableError `bad-request` where the log has no such call
 */
export function setsFromLog(sql: string, dialect: Dialect, { shapes }: Pick<DigestDocument, 'shapes'>): Sets {
  const shape = fingerprint(sql, dialect)
  const found = shapes.filter((one) => one.fingerprint === shape)
  const sets = new Map<string, Sets[number]>()
  for (const { sql: sample, micros, why } of found.flatMap(({ samples }) => samples)) {
    const values = valuesOfSample(sql, sample, dialect)
    const key = JSON.stringify(values)
    if (values === undefined || sets.has(key)) continue
    sets.set(key, {
      name: [...sets.values()].some(({ name }) => name === names[why]) ? `${names[why]} ${sets.size + 1}` : names[why],
      why: `took ${formatTime(micros / 1000)} in the log`,
      from: 'slow-log',
      values: { positional: [...(values.positional ?? [])], named: { ...(values.named ?? {}) } },
    })
  }
  if (sets.size > 0) return [...sets.values()]
  throw fault(
    'bad-request',
    found.length === 0
      ? 'The log has no call of this statement.'
      : 'The calls in the log have no plain values where the statement has placeholders.',
    { hint: 'The statement must be as in the log, with ? or :name in the place of values.' },
  )
}
