import { expect, test } from 'vitest'
import type { KeyPartUse, KeyUse } from '../../src/core/keyparts/model'
import type { ReasonCase } from './key-reason-cases'

/** Adds a test for each case of this server: the reason stands in the one statement and not in the other. */
export function checkReasons(
  cases: readonly ReasonCase[],
  server: string,
  read: (sql: string) => Promise<readonly KeyUse[]>,
): void {
  const partOf = async (sql: string, place: string): Promise<KeyPartUse> => {
    const [table, index, ...name] = place.split('.')
    const use = (await read(sql)).find((one) => one.table === table && one.index === index)
    const part = use?.parts.find((one) => (one.column ?? one.expression) === name.join('.'))
    if (part === undefined) throw new Error(`No part ${place} in ${sql}`)
    return part
  }
  test.each(cases.filter(({ on }) => on === undefined || on.includes(server)))('$code: $name', async (one) => {
    const given = await partOf(one.yes, one.part)
    expect({ code: given.reason?.code, text: given.reason?.text }).toEqual({
      code: one.code,
      text: expect.stringMatching(one.says),
    })
    const from = given.reason?.evidence?.map((each) => each.from) ?? []
    expect(one.from.filter((each) => !from.includes(each))).toEqual([])
    expect((await partOf(one.no, one.part)).reason?.code).not.toBe(one.code)
  })
}
