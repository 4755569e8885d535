import type { Catalog } from '../catalog/model'
import { totalBytes } from '../keyparts/column-bytes'
import type { KeyUse } from '../keyparts/model'
import type { Plan, PlanMetrics, PlanNode } from '../plan/model'
import type { Counters } from './model'
import { type RowsRead, rowsReadOf, rowsReturnedBy } from './rows-read'
import type { Verdict } from './verdict-model'

export interface VerdictInput {
  readonly plan: Plan
  readonly metrics: PlanMetrics
  /** Of this plan. */
  readonly keyUse: readonly KeyUse[]
  readonly counters?: Counters | undefined
  readonly catalog: Catalog
}

type Fact = Verdict['facts'][number]

/** How a number was found. Estimated ones are introduced by "about" and have the unit `estimated rows`. */
interface Count {
  readonly rows: number
  readonly measured: boolean
}

/**
 * One sentence in plain words, with the numbers that prove it: how much is read to return how much, and how much of
 * which index is used. Work comes before time; measured and estimated numbers are told apart in the words themselves.
 */
export function verdictOf(input: VerdictInput): Verdict {
  const reads = rowsReadOf(input.plan, input.catalog)
  if (reads.length === 0) return withoutTable(input)
  const returned = returnedRows(input)
  const examined = examinedRows(input, reads)
  const main = mainRead(reads)
  const use = main === undefined ? undefined : chosenUse(input.keyUse, main)
  const usage = use === undefined ? undefined : usageOf(use)
  const change = changeOf(input.plan.root)

  const text = [
    `${sentence({ reads, examined, returned, main, use, usage, change })}.`,
    ...(usage !== undefined && usage.edges.length > 0 ? [edgesSentence(usage)] : []),
    ...sortSentence(input, returned),
  ].join(' ')

  const facts: Fact[] = []
  const rowsUnit = (count: Count) => (count.measured ? 'rows' : 'estimated rows')
  const nodeId = main?.nodeId
  const at = nodeId === undefined ? {} : { nodeId }
  if (usage !== undefined) {
    facts.push({ name: 'usedKeyParts', value: usage.used, unit: 'key parts', ...at })
    facts.push({ name: 'keyParts', value: usage.total, unit: 'key parts', ...at })
    if (usage.usedBytes !== undefined) facts.push({ name: 'usedBytes', value: usage.usedBytes, unit: 'bytes', ...at })
    if (usage.indexBytes !== undefined)
      facts.push({ name: 'indexBytes', value: usage.indexBytes, unit: 'bytes', ...at })
  }
  if (examined !== undefined)
    facts.push({ name: 'rowsExamined', value: examined.rows, unit: rowsUnit(examined), ...at })
  if (returned !== undefined) facts.push({ name: 'rowsReturned', value: returned.rows, unit: rowsUnit(returned) })
  return { text, facts: [...facts, ...metricFacts(input.metrics)] }
}

interface Parts {
  readonly reads: readonly RowsRead[]
  readonly examined: Count | undefined
  readonly returned: Count | undefined
  readonly main: RowsRead | undefined
  readonly use: KeyUse | undefined
  readonly usage: Usage | undefined
  readonly change: string | undefined
}

function sentence(parts: Parts): string {
  const { reads, examined, returned, main, use, usage, change } = parts
  const purpose = purposeOf(examined, returned, change)
  const verb = examined?.measured ? 'Reads' : 'Expects to read'
  if (main === undefined) return `${verb} an unknown number of rows${purpose}`
  if (reads.length > 1) {
    const share = examined === undefined || main.rows === undefined ? undefined : main.rows / totalOf(reads)
    const amount = examined === undefined ? 'rows' : `${amountOf(examined)} rows`
    const most =
      share === undefined || !(share > 0) ? '' : `, ${percent(share)} of them from \`${nameOf(main)}\`${howOf(main)}`
    return `${verb} ${amount} from ${reads.length} tables${purpose}${most}${usageText(main, use, usage)}`
  }
  const onlyWhatIsNeeded =
    examined?.measured === true && returned?.measured === true && change === undefined && examined.rows <= returned.rows
  switch (main.access.method) {
    case 'full-scan':
      return `${verb} ${examined === undefined ? 'all rows' : `all ${amountOf(examined)} rows`} of \`${nameOf(main)}\`${purpose}${
        onlyWhatIsNeeded ? ': it already reads only what it returns' : ': no index is used'
      }`
    case 'constant':
      return `${verb.replace('Expects to read', 'Reads')} at most one row of \`${nameOf(main)}\`${usageText(main, use, usage)}`
    default: {
      const what = use === undefined && main.access.indexes.length === 0 ? 'rows' : 'index entries'
      const amount = examined === undefined ? `${what} of \`${nameOf(main)}\`` : `${amountOf(examined)} ${what}`
      if (onlyWhatIsNeeded) return `${verb} ${amount}${purpose}: it already reads only what it returns`
      return `${verb} ${amount}${purpose}${usageText(main, use, usage)}`
    }
  }
}

function usageText(read: RowsRead, use: KeyUse | undefined, usage: Usage | undefined): string {
  if (use === undefined || usage === undefined) return withoutDefinition(read)
  if (usage.used === 0 && usage.edges.length === 0)
    return usage.skipped.length > 0
      ? `: \`${use.index}\` is stepped through value by value`
      : `: no part of \`${use.index}\` narrows the read, it is walked in its order`
  const bytes =
    usage.usedBytes === undefined || !usage.indexBytes
      ? ''
      : ` (${number(usage.usedBytes)} of ${plural(usage.indexBytes, 'byte')})`
  const parts = usage.total === 1 ? 'its only key part' : `${usage.used} of its ${usage.total} key parts`
  const skipped = usage.skipped.map((name) => `\`${name}\``).join(' and ')
  return `: \`${use.index}\` is used for ${parts}${bytes}${skipped === '' ? '' : `, stepping over ${skipped} value by value`}`
}

/** What a plan alone says of its index, when the index's definition is not known. */
function withoutDefinition(read: RowsRead): string {
  const index = read.access.indexes.find((one) => one.use !== 'rowid-filter')
  if (index === undefined) return ''
  if (read.access.method === 'index-scan') return `: \`${index.name}\` is walked in its order`
  const parts = index.usedKeyParts ?? []
  const bytes = index.keyLengthBytes === undefined ? '' : ` (${plural(index.keyLengthBytes, 'byte')})`
  if (parts.length === 0) return `: \`${index.name}\` is used${bytes}`
  const names = parts.map((name) => `\`${name}\``).join(', ')
  return `: \`${index.name}\` is used for its ${parts.length === 1 ? 'key part' : 'key parts'} ${names}${bytes}`
}

function edgesSentence(usage: Usage): string {
  const names = usage.edges.map((name) => `\`${name}\``).join(' and ')
  return `${names} ${usage.edges.length === 1 ? 'narrows' : 'narrow'} only the edges of the range.`
}

interface Usage {
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

/** Counts declared parts only: what the engine appends and what is only included is no key part that one could use. */
function usageOf(use: KeyUse): Usage {
  const declared = use.parts.filter((part) => !part.appended && part.included !== true)
  const bytesOf = (parts: typeof declared) =>
    parts.reduce<number | undefined>(
      (sum, part) =>
        sum === undefined || part.keyLenBytes === undefined ? undefined : sum + totalBytes(part.keyLenBytes),
      0,
    )
  const used = declared.filter((part) => part.narrows === 'seek')
  return {
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

function purposeOf(examined: Count | undefined, returned: Count | undefined, change: string | undefined): string {
  if (change !== undefined) return ` to find the rows to ${change}`
  if (returned === undefined) return ''
  // An estimate that nothing is filtered out says nothing; MySQL 5.6 estimates no filters at all.
  if (!returned.measured && (examined === undefined || returned.rows >= examined.rows)) return ''
  return ` to return ${amountOf(returned)} ${returned.rows === 1 ? 'row' : 'rows'}`
}

function sortSentence(input: VerdictInput, returned: Count | undefined): readonly string[] {
  const sort = findSort(input.plan.root)
  if (sort === undefined) return []
  if (sort.actual !== undefined) {
    const rows = (sort.children[0]?.actual ?? sort.actual).rowsPerLoop * (sort.children[0]?.actual ?? sort.actual).loops
    const where = (sort.actual.sortMethod ?? '').includes('external') ? ' on disk' : ''
    return [`Then sorts ${plural(Math.round(rows), 'row')}${where}.`]
  }
  const counted = input.counters?.values['Sort_rows']
  const estimated = sort.children[0]?.estimate.rowsPerLoop ?? sort.estimate.rowsPerLoop
  if (estimated !== undefined && input.counters === undefined)
    return [`Then sorts about ${plural(Math.round(estimated), 'row')}.`]
  if (counted !== undefined) return [`Then sorts, keeping ${plural(counted, 'row')}.`]
  return returned === undefined ? ['Then sorts.'] : ['Then sorts the result.']
}

function withoutTable(input: VerdictInput): Verdict {
  const message = firstMessage(input.plan.root)
  if (findNode(input.plan.root, (node) => node.label === notPrinted))
    return { text: 'The server does not print in this format how it runs this statement.', facts: [] }
  const change = changeOf(input.plan.root)
  const text =
    change !== undefined
      ? `Reads no table to ${change} rows.`
      : message === undefined
        ? 'Reads no table.'
        : `Reads no table: the server says "${message}".`
  return { text, facts: metricFacts(input.metrics) }
}

/** What MySQL's TREE and second JSON format have for UPDATE and DELETE of one table. */
const notPrinted = '<not executable by iterator executor>'

/** The server's own message in place of a table: "Impossible WHERE", "No tables used". */
function firstMessage(root: PlanNode): string | undefined {
  return findNode(root, (node) => typeof node.rest['message'] === 'string')?.rest['message']?.toString()
}

function returnedRows(input: VerdictInput): Count | undefined {
  if (input.counters !== undefined) return { rows: input.counters.rowsReturned, measured: true }
  const { source } = input.plan
  // MySQL's plans by table have no node for LIMIT, DISTINCT and aggregates; their estimate is of rows before those.
  const isPrinted =
    /^postgres|^mysql-(?:tree|json-v2)$/.test(source.format) ||
    !/\b(?:group\s+by|distinct|limit|(?:sum|count|avg|min|max|group_concat)\s*\()/i.test(source.sql ?? '')
  const returned = rowsReturnedBy(input.plan)
  return returned?.measured === true || isPrinted ? returned : undefined
}

/** The server's counter where it counted anything; it says 0 for some scans that the handler counters show. */
function examinedRows(input: VerdictInput, reads: readonly RowsRead[]): Count | undefined {
  const counters = input.counters
  if (counters !== undefined) {
    if (counters.rowsExamined !== undefined && counters.rowsExamined > 0)
      return { rows: counters.rowsExamined, measured: true }
    const handlers = Object.entries(counters.values)
      .filter(([name]) => name.startsWith('Handler_read_'))
      .reduce((sum, [, value]) => sum + value, 0)
    if (handlers > 0) return { rows: handlers, measured: true }
    if (counters.rowsExamined !== undefined && counters.rowsReturned === 0) return { rows: 0, measured: true }
  }
  if (reads.some((read) => read.rows === undefined)) return undefined
  return { rows: totalOf(reads), measured: reads.every((read) => read.measured) }
}

/** The access that reads most; the first one when nothing tells. */
function mainRead(reads: readonly RowsRead[]): RowsRead | undefined {
  return reads.reduce<RowsRead | undefined>(
    (most, read) => (most === undefined || (read.rows ?? 0) > (most.rows ?? 0) ? read : most),
    undefined,
  )
}

function chosenUse(keyUse: readonly KeyUse[], read: RowsRead): KeyUse | undefined {
  return (
    keyUse.find((use) => use.chosen && use.nodeId === read.nodeId) ??
    (read.access.method === 'bitmap'
      ? keyUse.find((use) => use.chosen && read.nodeIds.includes(use.nodeId))
      : undefined)
  )
}

function metricFacts(metrics: PlanMetrics): readonly Fact[] {
  const facts: Fact[] = []
  let hottest: { nodeId: string; share: number } | undefined
  let worst: { nodeId: string; ratio: number } | undefined
  for (const [nodeId, metric] of Object.entries(metrics)) {
    const share = metric.selfTimeFraction
    if (share !== undefined && (hottest === undefined || share > hottest.share)) hottest = { nodeId, share }
    const ratio = metric.rowsRatio
    if (ratio === undefined || ratio <= 0) continue
    if (worst === undefined || Math.abs(Math.log(ratio)) > Math.abs(Math.log(worst.ratio))) worst = { nodeId, ratio }
  }
  if (hottest !== undefined)
    facts.push({ name: 'hottestShare', value: hottest.share, unit: 'fraction of time', nodeId: hottest.nodeId })
  if (worst !== undefined)
    facts.push({ name: 'rowsRatio', value: worst.ratio, unit: 'actual ÷ estimated rows', nodeId: worst.nodeId })
  return facts
}

/** The change that a DML statement makes to the rows it finds. */
function changeOf(root: PlanNode): 'update' | 'delete' | 'insert' | undefined {
  const node = findNode(
    root,
    (one) => one.operator === 'update' || one.operator === 'delete' || one.operator === 'insert',
  )
  if (node?.operator === 'update' || node?.operator === 'delete' || node?.operator === 'insert') return node.operator
  const marked = findNode(root, (one) => one.rest['update'] === true || one.rest['delete'] === true)
  return marked === undefined ? undefined : marked.rest['update'] === true ? 'update' : 'delete'
}

/** The sort of the statement itself, not of a subquery in it. */
function findSort(root: PlanNode): PlanNode | undefined {
  let node: PlanNode | undefined = root
  while (node !== undefined && node.operator !== 'sort') {
    if (node.access !== undefined) return undefined
    node = node.children.find((child) => child.relation === 'outer' || child.relation === 'input')
  }
  return node
}

function findNode(root: PlanNode, matches: (node: PlanNode) => boolean): PlanNode | undefined {
  const waiting = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (matches(node)) return node
    for (let at = node.children.length - 1; at >= 0; at--) {
      const child = node.children[at]
      if (child !== undefined) waiting.push(child)
    }
  }
  return undefined
}

function howOf(read: RowsRead): string {
  if (read.access.method === 'full-scan') return ' by a full scan'
  return read.access.method === 'index-scan' ? ' by a scan of a whole index' : ''
}

function nameOf(read: RowsRead): string {
  const { table, alias } = read.access
  return alias === undefined ? table : alias
}

function totalOf(reads: readonly RowsRead[]): number {
  return reads.reduce((sum, read) => sum + (read.rows ?? 0), 0)
}

function amountOf(count: Count): string {
  return count.measured ? number(count.rows) : `about ${number(count.rows)}`
}

function plural(count: number, noun: string): string {
  return `${number(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** Whole, with thousands separators. */
function number(value: number): string {
  return Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+(?!\d))/g, ',')
}

function percent(fraction: number): string {
  const value = fraction * 100
  return `${value >= 99.95 || value < 10 ? value.toFixed(value >= 99.95 ? 0 : 1) : Math.round(value)} %`
}
