import { fault } from '../errors'
import { fromBase64, toBase64 } from './base64'
import { DigestSum, sumOfDocument } from './digest-sum'
import { digestDocument } from './document'
import type { DigestDocument } from './model'
import { joinRanges, type RangeDigest } from './range'
import { parseLinePrefix } from './readers/line-prefix'

/** The document of a range of a log: with what its neighbours need. */
export function rangeDocument(range: RangeDigest): DigestDocument {
  const document = digestDocument(range.sum)
  const { startByte, endByte, head, tail, allHead, database, last, dependent } = range
  const ends = {
    startByte,
    endByte,
    head: toBase64(head),
    ...(allHead && { allHead }),
    tail: toBase64(tail),
    ...(range.log.prefix !== undefined && { prefix: range.log.prefix.text }),
    database,
    ...(last && { last }),
    ...(dependent && { dependent }),
  }
  return { ...document, sources: document.sources.map((source) => ({ ...source, parts: [ends] })) }
}

/**
 * One digest of several, in any order. Digests of ranges of one log (told by its name) are joined where they touch.
 * @throws SargableError `bad-request` when a range between is missing, or shapes were left out of a digest
 */
export function mergeDocuments(documents: readonly DigestDocument[]): DigestDocument {
  const sum = new DigestSum()
  const ranges = new Map<string, RangeDigest[]>()
  for (const document of documents) {
    const range = rangeOfDocument(document)
    if (range === undefined) sum.absorb(sumOfDocument(document))
    else {
      const name = document.sources[0]?.name ?? ''
      ranges.set(name, [...(ranges.get(name) ?? []), range])
    }
  }
  for (const [name, parts] of ranges) {
    const [first, ...rest] = parts.sort((a, b) => a.startByte - b.startByte)
    if (first === undefined) continue
    let joined = first
    for (const next of rest) {
      if (next.startByte !== joined.endByte)
        throw fault('bad-request', `Of ${name} the bytes ${joined.endByte} to ${next.startByte} are missing.`)
      joined = joinRanges(joined, next)
    }
    if (joined.startByte === 0 && joined.last) sum.absorb(joined.sum)
    else if (ranges.size === 1 && sum.sources.length === 0) return rangeDocument(joined)
    else throw fault('bad-request', `Of ${name} only the bytes ${joined.startByte} to ${joined.endByte} are here.`)
  }
  return digestDocument(sum)
}

/** The range that `rangeDocument` wrote; undefined for the digest of a whole log. */
export function rangeOfDocument(document: DigestDocument): RangeDigest | undefined {
  const [source] = document.sources
  const [ends] = source?.parts ?? []
  if (source === undefined || ends === undefined) return undefined
  const { parts: _, ...rest } = source
  return {
    log: {
      flavor: source.flavor ?? 'mysql-slow',
      ...(ends.prefix !== undefined && { prefix: parseLinePrefix(ends.prefix) }),
    },
    sum: sumOfDocument({ ...document, sources: [rest] }),
    startByte: ends.startByte,
    endByte: ends.endByte,
    head: fromBase64(ends.head),
    allHead: ends.allHead ?? false,
    tail: fromBase64(ends.tail),
    database: ends.database ?? '',
    last: ends.last ?? false,
    dependent: ends.dependent ?? false,
  }
}
