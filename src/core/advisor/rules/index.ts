import type { Rule } from '../rule'

/** Every rule, by id; one file each. */
export const rules: readonly Rule[] = []
