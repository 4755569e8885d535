import { ratioWords } from '../plan/diff/number-words'

/** Costs within 1 % are equal to the planner (pathnode.c, STD_FUZZ_FACTOR); other things decide then. */
const fuzz = 1.01

export function isTie(chosen: number, other: number): boolean {
  return other <= chosen * fuzz && chosen <= other * fuzz
}

/** How many times the chosen cost, in brackets behind a cost: ` (×3.1)`, ` (×1.04)`; empty where there is no telling. */
export function timesText(chosen: number, other: number): string {
  const words = ratioWords(chosen, other)
  if (words === undefined || words === '=') return ''
  return words === '≈' ? ` (×${(other / chosen).toFixed(2)})` : ` (${words})`
}
