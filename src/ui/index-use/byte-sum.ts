import type { Catalog } from '../../core/catalog/model'
import type { KeyPartUse } from '../../core/keyparts/model'

/** Bytes of one part in key_len: data, length prefix and NULL flag; absent where the server has no such bytes. */
export function partBytes(part: KeyPartUse): number | undefined {
  const bytes = part.keyLenBytes
  return bytes && bytes.dataBytes + bytes.lengthPrefixBytes + bytes.nullFlagBytes
}

const characterType = /^(?:var)?char\((\d+)\)/i

/**
 * Characters of the part and bytes per character, where the data bytes are such a product: from the index's prefix, or
 * from the column's declared length.
 */
function charactersOf(part: KeyPartUse, type: string | undefined): number | undefined {
  return part.prefixChars ?? (type === undefined ? undefined : numberOf(characterType.exec(type)?.[1]))
}

function numberOf(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits)
}

/** The type of the part's column, where the catalog holds it. */
export function partType(catalog: Catalog, table: string, part: KeyPartUse): string | undefined {
  if (part.column === undefined) return undefined
  return catalog.tables.find((one) => one.name === table)?.columns.find((one) => one.name === part.column)?.type
}

/**
 * The sum behind a part's bytes, as `5×1 + 2 + 0`: data, two bytes of length where the type varies, one NULL flag.
 * `type` is the column's full type.
 */
export function sumOfPart(part: KeyPartUse, type: string | undefined): string | undefined {
  const bytes = part.keyLenBytes
  if (!bytes) return undefined
  const characters = charactersOf(part, type)
  const perCharacter = characters ? bytes.dataBytes / characters : 0
  const data =
    characters && Number.isInteger(perCharacter) && perCharacter > 0
      ? `${characters}×${perCharacter}`
      : `${bytes.dataBytes}`
  const length = bytes.lengthPrefixBytes === 0 ? '' : ` + ${bytes.lengthPrefixBytes}`
  return `${data}${length} + ${bytes.nullFlagBytes}`
}

/** The whole sum of the given parts: `5×1 + 2 + 0 = 7`, `(5×1 + 2 + 0) + (4 + 0) = 11`. */
export function sumOfParts(
  parts: readonly KeyPartUse[],
  typeOf: (part: KeyPartUse) => string | undefined,
): string | undefined {
  let total = 0
  const sums: string[] = []
  for (const part of parts) {
    const bytes = partBytes(part)
    const sum = sumOfPart(part, typeOf(part))
    if (bytes === undefined || sum === undefined) return undefined
    total += bytes
    sums.push(sum)
  }
  if (sums.length === 0) return undefined
  return `${sums.length === 1 ? sums[0] : sums.map((sum) => `(${sum})`).join(' + ')} = ${total}`
}
