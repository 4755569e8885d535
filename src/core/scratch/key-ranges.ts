/** Half-open pieces of a numeric key; the first and the last are open to their ends. */
export interface KeyRange {
  readonly from?: bigint
  readonly to?: bigint
}

/**
 * Splits the values from `lowest` to `highest` into pieces of equal width, so that about `rowsPerPiece` rows lie in each
 * where the keys are spread evenly. Every key lies in exactly one piece, also one that was added meanwhile.
 */
export function keyRanges(lowest: bigint, highest: bigint, rows: number, rowsPerPiece: number): readonly KeyRange[] {
  const width = highest - lowest + 1n
  const wanted = BigInt(Math.min(Math.max(1, Math.ceil(rows / rowsPerPiece)), mostPieces))
  const pieces = wanted > width ? width : wanted
  if (pieces <= 1n) return [{}]
  const edge = (at: bigint) => lowest + (width * at) / pieces
  return Array.from({ length: Number(pieces) }, (_, at) => ({
    ...(at > 0 && { from: edge(BigInt(at)) }),
    ...(at < Number(pieces) - 1 && { to: edge(BigInt(at) + 1n) }),
  }))
}

const mostPieces = 1000
