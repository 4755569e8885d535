import { performance } from 'node:perf_hooks'
import { measuredForm } from '../../core/dialects/postgres'
import type { Version } from '../../core/engine'
import { fault } from '../../core/errors'
import type { MeasureResult } from '../engine'
import type { Admitted } from './admit'
import { ask, explainAll } from './explain'
import type { FencedRun } from './fenced-run'
import { countWork } from './plan-counters'

/** @throws SargableError `production-refused`, `not-allowed`, or `bad-request` for `$n` without values. */
export function checkMeasurable(statement: Admitted, production: boolean, mayWrite = false): void {
  if (production) {
    throw fault('production-refused', 'On a production connection nothing is run to be measured.', {
      hint: 'Look at the plan, or measure on a copy of the server.',
    })
  }
  if (!mayWrite && (statement.form !== 'select' || statement.locks || statement.readOnly === 'no')) {
    throw fault('not-allowed', 'Only a statement that reads can be measured.', {
      hint: 'Explain it, or measure the SELECT that finds the same rows.',
    })
  }
  if (statement.parameters > 0) {
    throw fault('bad-request', 'The statement has parameters ($1 …) without values.', {
      hint: 'Write values in their place to measure it; EXPLAIN works without.',
    })
  }
}

/**
 * Plans as explain() gives them, then one run by EXPLAIN (ANALYZE), all inside the read-only transaction that `run`
 * has begun. The statement runs once; its rows are made and counted on the server and not sent.
 */
export async function measureStatement(run: FencedRun, version: Version, statement: Admitted): Promise<MeasureResult> {
  const plain = await explainAll(run, version, statement)
  const form = measuredForm(version)
  const startedAt = performance.now()
  const measured = await ask(run, form, statement, true)
  const clientMs = performance.now() - startedAt
  const cautions = [...plain.cautions]
  cautions.push('The time is that of EXPLAIN (ANALYZE), which reads the clock at every node; the rows were not sent.')
  if (statement.readOnly === 'unknown') {
    cautions.push('The statement calls something that could write; the read-only transaction would have refused it.')
  }
  return {
    outputs: [...plain.outputs, measured],
    cautions,
    counters: { ...countWork(measured.text ?? ''), global: [], clientMs },
  }
}
