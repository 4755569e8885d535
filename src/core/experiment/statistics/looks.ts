/**
 * An experiment is looked at while it runs. Each look may call a difference by chance, so each gets a part of the 5 %:
 * alpha spending after Lan & DeMets (Biometrika 70, 1983) with the Pocock-like function α·ln(1 + (e − 1)·t), t the share
 * of the pairs that are there. The levels below are those two-sided ones at which, without any difference, a look calls
 * one exactly as often as it may, given that none before it did (the recursion of Armitage, McPherson & Rowe, J. R.
 * Statist. Soc. A 132, 1969). The interval at a look's level is then valid whenever the experiment ends.
 */
const levels: Readonly<Record<number, readonly number[]>> = {
  1: [0.05],
  2: [0.031006, 0.027738],
  3: [0.017869, 0.017908, 0.026009],
  4: [0.009728, 0.010515, 0.016974, 0.025645],
  5: [0.0051, 0.005735, 0.01004, 0.016789, 0.02555],
}

export interface Look {
  /** The look takes place when this many pairs are there. */
  readonly pairs: number
  /** How often an interval may miss at this look. */
  readonly level: number
}

/** Looks at `minPairs` and each time that the number of pairs has doubled, up to `maxPairs`; at most five. */
export function looksOf(minPairs: number, maxPairs: number): readonly Look[] {
  const pairs: number[] = []
  for (let next = minPairs; next < maxPairs && pairs.length < 4; next *= 2) pairs.push(next)
  pairs.push(Math.max(minPairs, maxPairs))
  const spent = levels[pairs.length] ?? []
  return pairs.map((count, at) => ({ pairs: count, level: spent[at] ?? 0.05 }))
}
