/** Plain aliases: the suffix in the field name is the contract, the alias is the reminder. */
export type Milliseconds = number
export type Bytes = number
export type Rows = number
/** 0..1, never 0..100. Parsers divide MySQL's `filtered` by 100 on the way in. */
export type Fraction = number
/** Optimizer cost. Comparable only inside one plan: engines, and versions of one engine, count differently. */
export type CostUnits = number
/** An offset into a JavaScript string, counted in UTF-16 code units. */
export type TextOffset = number
