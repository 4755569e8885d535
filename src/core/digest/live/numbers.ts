const picosecondsPerMicro = 1_000_000n

/** Picoseconds as microseconds with decimals; exact beyond 2^53 picoseconds, which are two and a half hours. */
export function microsOfPicos(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const picos = BigInt(text)
  return Number(picos / picosecondsPerMicro) + Number(picos % picosecondsPerMicro) / 1e6
}

/** Seconds since 1970, with decimals, as whole microseconds. */
export function microsOfSeconds(text: string | undefined): number | undefined {
  const found = /^(\d+)(?:\.(\d+))?$/.exec(text ?? '')
  if (found === null || Number(found[1]) === 0) return undefined
  return Number(found[1]) * 1_000_000 + Number((found[2] ?? '').slice(0, 6).padEnd(6, '0'))
}

/** `838:59:59.000123` as microseconds. */
export function microsOfTime(text: string | undefined): number | undefined {
  const found = /^(\d+):(\d\d):(\d\d)(?:\.(\d{1,6}))?$/.exec(text ?? '')
  if (found === null) return undefined
  const seconds = (Number(found[1]) * 60 + Number(found[2])) * 60 + Number(found[3])
  return seconds * 1_000_000 + Number((found[4] ?? '').padEnd(6, '0'))
}

/** A counter, or 0. */
export function countOf(text: string | undefined): number {
  return text === undefined ? 0 : Number(text)
}
