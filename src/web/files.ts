import { stat } from 'node:fs/promises'
import { join, normalize, sep } from 'node:path'

/**
 * The file below `folder` that a URL path names, or undefined: not there, not a file, or an attempt to leave the folder.
 * @param urlPath as it came over the wire, percent-encoded.
 */
export async function fileOfPath(folder: string, urlPath: string): Promise<string | undefined> {
  const decoded = decodePath(urlPath)
  if (decoded === undefined || decoded.includes('\0')) return undefined
  const base = normalize(folder)
  const file = normalize(join(base, decoded.endsWith('/') ? `${decoded}index.html` : decoded))
  if (!file.startsWith(base + sep)) return undefined
  try {
    return (await stat(file)).isFile() ? file : undefined
  } catch {
    return undefined // not there
  }
}

function decodePath(urlPath: string): string | undefined {
  try {
    return decodeURIComponent(urlPath)
  } catch {
    return undefined // not percent-encoding
  }
}
