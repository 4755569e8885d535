import type { Finding } from './model'

/** Whether following a finding can make this statement cheaper; upkeep of its tables helps others. */
export function helpsStatement({ savableFraction }: Finding): boolean {
  return savableFraction !== 0
}
