/** Words after which a value must come: a `?` there is a placeholder, a `-` there is a sign. */
const words: ReadonlySet<string> = new Set(
  (
    'ALL AND ANY BETWEEN BINARY BY CASE CHECK DISTINCT DIV DO ELSE ELSEIF ESCAPE EXISTS FOR FROM HAVING IF ILIKE IN ' +
    'INTERVAL INTO IS LIKE LIMIT MOD NOT OFFSET ON OR REGEXP RETURN RETURNING RLIKE ROW SELECT SET SIMILAR SOME ' +
    'SYMMETRIC THEN TO UNTIL USING VALUES WHEN WHERE WHILE WITH XOR'
  ).split(' '),
)

/** Takes an upper-case word. */
export function expectsOperand(word: string): boolean {
  return words.has(word)
}
