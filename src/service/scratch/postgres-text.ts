/** A string literal that means the same whatever standard_conforming_strings is. */
export function quoteLiteral(text: string): string {
  const quoted = text.replace(/'/g, "''")
  return text.includes('\\') ? ` E'${quoted.replace(/\\/g, '\\\\')}'` : `'${quoted}'`
}
