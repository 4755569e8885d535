import type { RowCount } from '../plan/insight/row-count'
import { changeOf, type RowChange } from '../plan/insight/row-flow'
import type { TableFlow } from '../plan/insight/table-flow'
import { amount, isOne, percent, plural, rowsText, tableOf } from '../plan/insight/words'
import type { Plan } from '../plan/model'
import { orderOf } from '../plan/walk'
import type { Examined } from './verdict-counts'
import { type IndexUsage, usageText } from './verdict-index'

export interface LeadParts {
  /** Accesses that ran, or are expected to. */
  readonly reads: readonly TableFlow[]
  readonly examined: Examined | undefined
  readonly returned: RowCount | undefined
  readonly main: TableFlow | undefined
  readonly usage: IndexUsage | undefined
  /** What the statement does to the rows it finds. */
  readonly change: RowChange | undefined
}

/** The first sentence, without its full stop. */
export function leadSentence(parts: LeadParts): string {
  const { reads, examined, main } = parts
  const verb = examined?.measured ? 'Reads' : 'Expects to read'
  if (main === undefined) return `${verb} an unknown number of rows`
  if (reads.length > 1) return severalReads(parts, main, verb)
  return oneRead(parts, main, verb)
}

function severalReads({ reads, examined, returned, usage, change }: LeadParts, main: TableFlow, verb: string): string {
  const from = placesOf(reads)
  const purpose = purposeOf(examined, returned, change)
  if (examined === undefined) return `${verb} rows ${from}${purpose}; the plan does not tell how many`
  const total = reads.reduce((sum, one) => sum + (one.read?.rows ?? 0), 0)
  const share = main.read === undefined || examined.atLeast || total === 0 ? undefined : main.read.rows / total
  const amountText = examined.atLeast ? `at least ${plural(examined.rows, 'row')}` : rowsText(examined)
  if (share === undefined || share <= 0) return `${verb} ${amountText} ${from}${purpose}`
  const isNamed = reads.some((one) => nameOf(one) !== nameOf(main))
  const how = howOf(main)
  const whose = isNamed ? ` from ${nameOf(main)}` : ''
  const most = whose === '' && how === '' ? '' : `, ${percent(share)} of them${whose}${how}`
  return `${verb} ${amountText} ${from}${purpose}${most}${usageText(main, usage)}`
}

/** "from 3 tables", "in 2 reads of `big`", "in 4 reads of 3 tables". */
function placesOf(reads: readonly TableFlow[]): string {
  // Names stay apart: putting thousands of them together to tell them apart costs more than the sentence.
  const schemas = new Map<string, Set<string>>()
  let tables = 0
  for (const { access } of reads) {
    const schema = (access.schema ?? '').toLowerCase()
    const known = schemas.get(schema) ?? new Set<string>()
    if (known.size === 0) schemas.set(schema, known)
    const before = known.size
    tables += known.add(access.table.toLowerCase()).size - before
  }
  if (tables === reads.length) return `from ${plural(tables, 'table')}`
  if (tables === 1) return `in ${reads.length} reads of \`${reads[0]?.access.table ?? ''}\``
  return `in ${reads.length} reads of ${tables} tables`
}

function oneRead({ examined, returned, usage, change }: LeadParts, main: TableFlow, verb: string): string {
  const name = nameOf(main)
  const purpose = purposeOf(examined, returned, change)
  const onlyWhatIsNeeded =
    examined?.measured === true &&
    returned?.measured === true &&
    examined.plusMinus === undefined &&
    examined.rows > 0 &&
    examined.rows <= returned.rows
  const enough = ': it already reads only what it returns'
  const { access } = main
  if (/^(?:Async )?Foreign Scan$/.test(access.accessType)) {
    const fetched = examined === undefined ? 'rows' : rowsText(examined)
    return `${verb} ${fetched} ${main.node.access?.table === '' ? 'from a foreign server' : `of the foreign table ${name}`}${purpose}; what the other server reads for that is not told`
  }
  if (access.accessType === 'Count rows')
    return `Lets the storage engine count the rows of ${name}, which does not tell how many it reads for that`
  switch (access.method) {
    case 'full-scan': {
      const end = onlyWhatIsNeeded ? enough : ': no index is used'
      if (isSample(main)) return `${verb} a sample of ${name}${examined === undefined ? '' : `, ${rowsText(examined)}`}`
      if (examined === undefined) return `${verb} all rows of ${name}${purpose}${end}`
      // One that was stopped early has not read all; "all roughly" is no English.
      const isSome = main.cut || isOne(examined) || examined.rows === 0 || examined.plusMinus !== undefined
      const all = isSome ? '' : 'all '
      if (!examined.measured && all !== '') return `${verb} all rows of ${name} (${amount(examined)})${purpose}${end}`
      return `${verb} ${all}${rowsText(examined)} of ${name}${purpose}${end}`
    }
    case 'constant':
      return `Reads at most one row of ${name}${usageText(main, usage)}`
    default: {
      const entries = access.method !== 'bitmap' && (usage !== undefined || access.indexes.length > 0)
      const amountText =
        examined === undefined
          ? `${entries ? 'index entries' : 'rows'} of ${name} (the plan does not tell how many)`
          : entries
            ? rowsText(examined, 'index entry', 'index entries')
            : `${rowsText(examined)} of ${name}`
      if (onlyWhatIsNeeded && change === undefined) return `${verb} ${amountText}${purpose}${enough}`
      return `${verb} ${amountText}${purpose}${usageText(main, usage)}`
    }
  }
}

function isSample({ access }: TableFlow): boolean {
  return access.accessType === 'Sample Scan'
}

function purposeOf(
  examined: RowCount | undefined,
  returned: RowCount | undefined,
  change: RowChange | undefined,
): string {
  if (change !== undefined) return ` to find the rows to ${change.verb}`
  if (returned === undefined) return ''
  // An estimate that nothing is filtered out says nothing; MySQL 5.6 estimates no filters at all.
  if (!returned.measured && (examined === undefined || returned.rows >= examined.rows)) return ''
  return ` to return ${rowsText(returned)}`
}

function howOf({ access, cut }: TableFlow): string {
  if (access.method === 'full-scan') return cut ? ' without an index' : ' by a full scan'
  return access.method === 'index-scan' && !cut ? ' by a scan of a whole index' : ''
}

/** As code; what a foreign server joins by itself has no name. */
function nameOf({ node }: TableFlow): string {
  const name = tableOf(node)
  return name === undefined ? 'a foreign server' : `\`${name}\``
}

/** What MySQL's TREE and second JSON format have for UPDATE and DELETE of one table. */
const notPrinted = '<not executable by iterator executor>'
/** What MySQL's trees have when every table has at most one row. */
const fetchedBefore = 'Rows fetched before execution'

/** The sentence of a plan that reads no stored table; `planned`: those that it would have read. */
export function withoutTable(plan: Plan, planned: readonly TableFlow[]): string {
  let message: string | undefined
  for (const node of orderOf(plan).nodes) {
    if (node.label === notPrinted) return 'The server does not print in this format how it runs this statement.'
    if (node.label === fetchedBefore && node === plan.root)
      return 'Reads no table while it runs: the server fetches what it needs before the execution.'
    if (message === undefined && typeof node.rest.message === 'string') message = node.rest.message
  }
  const [first, ...others] = planned
  if (first !== undefined) {
    const more = others.length === 0 ? '' : ` and ${plural(others.length, 'other table')}`
    return `Reads nothing: ${nameOf(first)}${more} ${others.length === 0 ? 'was' : 'were'} planned, and no row was asked of ${others.length === 0 ? 'it' : 'them'}.`
  }
  const change = message === undefined ? changeOf(plan) : undefined
  if (change !== undefined) return `Reads no table to ${change.verb} rows.`
  return message === undefined ? 'Reads no table.' : `Reads no table: the server says "${message}".`
}
