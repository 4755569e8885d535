import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/**
 * Pairs of plans as servers printed them: `<server>/<case>.<form>` → text. The same two tables on each server; the
 * case says what is different: an index ignored, the join order forced, one or two key parts, a sort, work_mem, planner
 * switches, partitions pruned. Recorded by tests/core/plan/diff/record.mjs.
 */
const recorded = z
  .record(z.string(), z.string())
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'recorded.json'), 'utf8')))

export function recordedPlan(name: string): string {
  const text = recorded[name]
  if (text === undefined) throw new Error(`No plan ${name} is recorded; there are ${Object.keys(recorded).join(', ')}`)
  return text
}

export const recordedNames: readonly string[] = Object.keys(recorded)
