import { Randomness } from '../randomness'

/**
 * The order of one round: every variant once, shuffled from the experiment's seed and the round's number, so that a
 * machine that warms up or slows down hurts all variants alike. Two variants alternate in blocks of two rounds
 * (AB BA or BA AB), so that each runs first equally often.
 * @param count variants
 * @returns places of the variants in the order to run them
 */
export function roundOrder(count: number, round: number, seed: number): readonly number[] {
  const variants = Array.from({ length: count }, (_, at) => at)
  if (count === 2) {
    const first = new Randomness(seed + (round >> 1) * 7919).next() < 0.5
    return first === (round % 2 === 0) ? variants : variants.reverse()
  }
  return new Randomness(seed + round * 7919).shuffled(variants)
}
