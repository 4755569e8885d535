import { letterOf, mostVariants } from './draft'
import type { Run } from './experiments'

/** The place of the variant that a refused run speaks of: its faults begin with the variant's letter. */
export function refusedAt(run: Run): number | undefined {
  if (run.state !== 'refused') return undefined
  for (let place = 0; place < mostVariants; place++)
    if (run.fault.message.startsWith(`${letterOf(place)}: `)) return place
  return undefined
}

/** What is wrong with that variant, without its letter. */
export function faultWords(run: Run): string | undefined {
  if (run.state !== 'refused') return undefined
  const { message, line, column } = run.fault
  const where = line === undefined ? '' : ` Line ${line}, column ${column ?? 1}.`
  return `${message.replace(/^[A-H]: /, '')}${where}`
}
