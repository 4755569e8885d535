import { totalBytes } from '../keyparts/column-bytes'
import type { KeyUse } from '../keyparts/model'
import type { TableFlow } from '../plan/insight/table-flow'
import { conditionsText, plural, wholeNumber } from '../plan/insight/words'
import type { PlanNode } from '../plan/model'

/** How much of an index an access uses, counted in its declared parts. */
export interface IndexUsage {
  readonly use: KeyUse
  /** Declared parts that bound the whole read. */
  readonly used: number
  readonly total: number
  readonly usedBytes?: number | undefined
  readonly indexBytes?: number | undefined
  /** Names of declared parts that narrow only the range's edges. */
  readonly edges: readonly string[]
  /** Names of declared parts that a skip scan steps over. */
  readonly skipped: readonly string[]
}

/** The chosen index of an access and what of it is used; undefined when the index's definition is not known. */
export function usageOf(keyUse: readonly KeyUse[], read: TableFlow): IndexUsage | undefined {
  const use =
    keyUse.find((one) => one.chosen && one.nodeId === read.nodeId) ??
    (read.access.method === 'bitmap'
      ? keyUse.find((one) => one.chosen && one.nodeId.startsWith(`${read.nodeId}.`))
      : undefined)
  if (use === undefined) return undefined
  // What the engine appends and what is only included is no key part that one could use.
  const declared = use.parts.filter((part) => !part.appended && part.included !== true)
  const bytesOf = (parts: typeof declared) =>
    parts.reduce<number | undefined>(
      (sum, part) =>
        sum === undefined || part.keyLenBytes === undefined ? undefined : sum + totalBytes(part.keyLenBytes),
      0,
    )
  const used = declared.filter((part) => part.narrows === 'seek')
  return {
    use,
    used: used.length,
    total: declared.length,
    usedBytes: bytesOf(used),
    indexBytes: bytesOf(declared),
    edges: declared.filter((part) => part.narrows === 'edges').map(nameOfPart),
    skipped: declared.filter((part) => part.role === 'skipped').map(nameOfPart),
  }
}

function nameOfPart(part: KeyUse['parts'][number]): string {
  return part.column ?? part.expression ?? ''
}

/** The end of the first sentence: ": `t_msg` is used for 1 of its 2 key parts (4 of 11 bytes)". */
export function usageText(read: TableFlow, usage: IndexUsage | undefined): string {
  if (usage === undefined) return withoutDefinition(read)
  const { use } = usage
  if (usage.used === 0 && usage.edges.length === 0)
    return usage.skipped.length > 0
      ? `: \`${use.index}\` is stepped through value by value`
      : `: no part of \`${use.index}\` narrows the read, it is walked in its order`
  const bytes =
    usage.usedBytes === undefined || !usage.indexBytes
      ? ''
      : ` (${wholeNumber(usage.usedBytes)} of ${plural(usage.indexBytes, 'byte')})`
  const parts = usage.total === 1 ? 'its only key part' : `${usage.used} of its ${usage.total} key parts`
  const skipped = usage.skipped.map((name) => `\`${name}\``).join(' and ')
  return `: \`${use.index}\` is used for ${parts}${bytes}${skipped === '' ? '' : `, stepping over ${skipped} value by value`}`
}

export function edgesSentence({ edges }: IndexUsage): string {
  const names = edges.map((name) => `\`${name}\``).join(' and ')
  return `${names} ${edges.length === 1 ? 'narrows' : 'narrow'} only the edges of the range.`
}

/** What a plan alone says of its index, when the index's definition is not known. */
function withoutDefinition(read: TableFlow): string {
  const { access, node } = read
  if (access.method === 'bitmap') return bitmapText(node)
  const indexes = access.indexes.filter((one) => one.use !== 'rowid-filter')
  const [index] = indexes
  if (index === undefined) return ''
  if (access.method === 'index-merge' && indexes.length > 1)
    return `: ${listed(indexes.map((one) => one.name))} are merged`
  if (access.method === 'index-scan') return `: \`${index.name}\` is walked in its order`
  if (access.method === 'skip-scan') return `: \`${index.name}\` is stepped through value by value`
  if (access.method === 'fulltext') return `: \`${index.name}\` is searched`
  const parts = index.usedKeyParts ?? []
  const bytes = index.keyLengthBytes === undefined ? '' : ` (${plural(index.keyLengthBytes, 'byte')})`
  if (parts.length > 0) {
    const names = parts.map((name) => `\`${name}\``).join(', ')
    return `: \`${index.name}\` is used for its ${parts.length === 1 ? 'key part' : 'key parts'} ${names}${bytes}`
  }
  const seek = conditionsText(seekConditions(node), node)
  return `: \`${index.name}\` is used${seek === undefined ? '' : ` for ${seek}`}${bytes}`
}

/** PostgreSQL's bitmap is made by one index scan, or by several that are combined. */
function bitmapText(node: PlanNode): string {
  const scans: PlanNode[] = []
  const waiting = [...node.children]
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (next.access?.accessType === 'Bitmap Index Scan') scans.push(next)
    else waiting.push(...next.children.filter((child) => child.relation === 'input'))
  }
  const names = [...new Set(scans.flatMap((scan) => scan.access?.indexes.map((index) => index.name) ?? []))]
  if (names.length === 0) return ''
  if (names.length > 1) return `: ${listed(names)} are combined in a bitmap`
  const [scan] = scans
  const seek = scan === undefined ? undefined : conditionsText(seekConditions(scan), node)
  return `: \`${names[0]}\` is used${seek === undefined ? '' : ` for ${seek}`}`
}

function seekConditions(node: PlanNode): PlanNode['conditions'] {
  return node.conditions.filter((one) => one.checkedAt === 'index-seek')
}

function listed(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``)
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} and ${quoted[quoted.length - 1]}`
}
