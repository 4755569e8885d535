/** Kinds of a statement's last token that matter to the next one. */
export const lastNone = 0
export const lastWord = 1
export const lastName = 2
export const lastString = 3
export const lastLiteral = 4
export const lastOperator = 5
export const lastOpen = 6
export const lastClose = 7
export const lastComma = 8
export const lastDot = 9
