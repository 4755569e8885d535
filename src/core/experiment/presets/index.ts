import type { Preset, PresetFacts } from './facts'
import { forcedIndexes } from './forced-indexes'
import type { PresetId, PresetOffer } from './model'
import { mrr } from './mrr'
import { routine } from './routine'
import { triggers } from './triggers'

/** Every preset, in the order in which they are offered. */
export const presets: readonly Preset[] = [forcedIndexes, mrr, triggers, routine]

/** What each preset, or one of them, makes of a statement. */
export function offersOf(facts: PresetFacts, only?: PresetId): readonly PresetOffer[] {
  return presets
    .filter(({ id }) => only === undefined || id === only)
    .map(({ id, title, about, offer }) => ({ id, title, about, ...offer(facts) }))
}

/** The same refusal by each preset, where nothing could be asked at all. */
export function noOffers(because: string, only?: PresetId): readonly PresetOffer[] {
  return presets
    .filter(({ id }) => only === undefined || id === only)
    .map(({ id, title, about }) => ({
      id,
      title,
      about,
      available: false,
      because,
      variants: [],
      scratch: false,
      cautions: [],
    }))
}
