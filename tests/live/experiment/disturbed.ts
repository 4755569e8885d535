import { expect } from 'vitest'
import type { ExperimentDocument } from '../../../src/core/experiment/model'

/** The experiment says itself that the server's CPU clock, which is that of the whole process, had others' work in it. */
export function isDisturbed({ cautions }: Pick<ExperimentDocument, 'cautions'>): boolean {
  return cautions.some((caution) => caution.includes('other sessions ran in'))
}

/**
 * Draws an experiment until its first comparison speaks of waiting. Other tests use the servers too: where they were
 * in every draw, all that can be asked is that it took longer, and that the disturbed clock did not decide.
 */
export async function expectWaiting(
  draw: (seed: number) => Promise<ExperimentDocument>,
  mostDraws: number,
): Promise<ExperimentDocument> {
  let document = await draw(1)
  for (let seed = 2; seed <= mostDraws && !document.comparisons[0]?.waiting; seed++) document = await draw(seed)
  const [found] = document.comparisons
  if (!found?.waiting && isDisturbed(document)) {
    expect(found?.clocks.serverWall?.low, JSON.stringify(found)).toBeGreaterThan(1)
    expect(found?.decidedBy).not.toBe('cpu')
    return document
  }
  expect(found?.waiting ?? JSON.stringify(found)).toMatch(/^It waits more/)
  return document
}
