const simple: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

/**
 * The text between the quotes of a JSON string, decoded. Escapes that JSON does not know stay as they are: MariaDB
 * writes bytes of conditions as `\xDF` inside JSON strings.
 */
export function unescapeJson(raw: string): string {
  if (!raw.includes('\\')) return raw
  return raw.replace(/\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g, (whole: string, hex?: string, letter?: string) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
    return simple[letter ?? ''] ?? whole
  })
}
