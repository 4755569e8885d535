import type { Access } from './model'

/**
 * One of the range scans below an index merge, as MySQL's executor prints them. The merge above it is the access to the
 * table; its parts are not accesses of their own.
 */
export function isMergePart(access: Access): boolean {
  return (
    access.method !== 'index-merge' && access.indexes.length > 0 && access.indexes.every(({ use }) => use === 'merge')
  )
}
