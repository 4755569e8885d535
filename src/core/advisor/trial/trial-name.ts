import { scratchPrefix } from '../../scratch/model'
import { readScratchName, type ScratchName, scratchName } from '../../scratch/name'

/** Every index of ours on a real table begins with this. */
export const trialPrefix = 'sargable_trial_'

/** The name of an index that is built to be measured; at most 61 characters, and nobody else's names look so. */
export function trialIndexName(name: ScratchName): string {
  return trialPrefix + scratchName(name).slice(scratchPrefix.length)
}

/** What the name of an index says; undefined when it is not one that trialIndexName() gave. */
export function readTrialIndexName(index: string): ScratchName | undefined {
  return index.startsWith(trialPrefix) ? readScratchName(scratchPrefix + index.slice(trialPrefix.length)) : undefined
}
