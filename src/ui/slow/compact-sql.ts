/** Words before a parenthesis that is no call. */
const noCall =
  /^(?:in|values|value|and|or|not|exists|where|on|using|from|join|set|select|by|over|as|into|when|then|else|all|any|some|union|having|with|between|distinct|limit|like|is|row)$/i
const pieces = /'[^']*'|`[^`]*`|"[^"]*"|([\w$]+) \( ?|\( | (?=[),;])| \. /g

/** A fingerprint as people write SQL: `count(*)`, `VALUES (?, ?)`; fingerprints have blanks around every sign. */
export function compactSql(fingerprint: string): string {
  return fingerprint.replace(pieces, (all, word: string | undefined) => {
    if (word !== undefined) return noCall.test(word) ? `${word} (` : `${word}(`
    if (all === '( ') return '('
    if (all === ' . ') return '.'
    return all === ' ' ? '' : all
  })
}
