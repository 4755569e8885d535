import { dialectOf } from '../../core/engine'
import { type Comparability, comparabilityOf, samenessOf } from '../../core/experiment/comparability'
import type { Comparison } from '../../core/experiment/model'
import { printedOtherwise, type ResultColumn } from '../../core/experiment/printed-values'
import { RowDifferences } from '../../core/experiment/row-differences'
import { RowsChecksum } from '../../core/experiment/rows-checksum'
import { readMysqlStatement } from '../../core/keyparts/mysql-reading'
import type { Meaning } from '../../core/sql/meaning/model'
import { postgresMeaning } from '../read-statements'
import type { ReadyVariant } from './bench'
import { rowText } from './row-text'
import { namingVariant } from './variant-faults'

/** Differing rows that are shown of each side. */
const shownRows = 5
/** Rows of the differing part that are looked at one by one. */
const mostRows = 20_000

export type SamenessOf = Pick<Comparison, 'sameResult' | 'sameResultBecause' | 'firstDifferences'>

interface Taken {
  readonly variant: ReadyVariant
  readonly comparability: Comparability
  readonly rows: RowsChecksum
  readonly columns: readonly ResultColumn[]
}

/**
 * One untimed round: every variant runs once and its rows are summed up as they come. Where a variant's rows differ,
 * both run once more to find the first differing ones. Memory stays the same for any number of rows.
 * @returns by the variant's name; nothing of the baseline
 */
export async function samenessRound(
  ready: readonly ReadyVariant[],
  signal: AbortSignal,
): Promise<Readonly<Record<string, SamenessOf>>> {
  if (ready.some(({ changesRows }) => changesRows)) return changesRound(ready, signal)
  const taken: Taken[] = []
  for (const variant of ready) {
    const rows = new RowsChecksum()
    const columns = await eachRow(variant, (row) => rows.add(row), signal)
    taken.push({ variant, rows, columns, comparability: await comparabilityIn(variant) })
  }
  const [baseline, ...others] = taken
  const found: Record<string, SamenessOf> = {}
  for (const other of baseline ? others : []) {
    if (!baseline) continue
    const printed = otherwisePrinted(baseline, other)
    const judged = samenessOf(baseline, other, printed)
    const differs = judged.sameResult === 'different' && printed === undefined && !baseline.rows.sameRows(other.rows)
    const firstDifferences = differs ? await firstDifferencesOf(baseline, other, signal) : undefined
    found[other.variant.variant.name] = { ...judged, ...(firstDifferences && { firstDifferences }) }
  }
  return found
}

/** Writing statements have no rows: that they change as many is necessary, but not enough. */
async function changesRound(
  ready: readonly ReadyVariant[],
  signal: AbortSignal,
): Promise<Readonly<Record<string, SamenessOf>>> {
  const found: Record<string, SamenessOf> = {}
  let before: number | undefined
  for (const { variant, statement } of ready) {
    try {
      const { rows } = await statement.time(signal)
      if (before === undefined) before = rows
      else found[variant.name] = changesOf(before, rows)
    } catch (thrown) {
      throw namingVariant(thrown, variant.name)
    }
  }
  return found
}

function changesOf(before: number, after: number): SamenessOf {
  const [one, other] = [before, after].map((rows) => rows.toLocaleString('en'))
  return before === after
    ? { sameResult: 'unchecked', sameResultBecause: `Both change ${one} rows; what they write was not compared.` }
    : { sameResult: 'different', sameResultBecause: `The baseline changes ${one} rows, the variant ${other}.` }
}

async function firstDifferencesOf(
  baseline: Taken,
  other: Taken,
  signal: AbortSignal,
): Promise<Comparison['firstDifferences']> {
  const differences = new RowDifferences(baseline.rows.differingPart(other.rows, mostRows))
  await eachRow(baseline.variant, (row) => differences.add('baseline', row), signal)
  await eachRow(other.variant, (row) => differences.add('variant', row), signal)
  return differences.first(shownRows).map(({ only, row, cut }) => ({ only, row: rowText(row, cut) }))
}

async function eachRow(
  { variant, statement }: ReadyVariant,
  take: (row: Uint8Array) => void,
  signal: AbortSignal,
): Promise<readonly ResultColumn[]> {
  try {
    return await statement.eachRow(take, signal)
  } catch (thrown) {
    throw namingVariant(thrown, variant.name)
  }
}

/** Results of one connection are printed by the same code under the same settings of the session. */
function otherwisePrinted(baseline: Taken, other: Taken): string | undefined {
  const [one, two] = [baseline.variant.bench, other.variant.bench]
  if (one === two) return undefined
  return printedOtherwise(
    { engine: one.session.identity, columns: baseline.columns },
    { engine: two.session.identity, columns: other.columns },
  )
}

async function comparabilityIn(ready: ReadyVariant): Promise<Comparability> {
  const { sql, bench, catalog } = ready
  const dialect = dialectOf(bench.session.identity.product)
  return comparabilityOf(sql, dialect, await meaningIn(ready), catalog)
}

async function meaningIn({ sql, bench, catalog }: ReadyVariant): Promise<Meaning | undefined> {
  const { identity } = bench.session
  const dialect = dialectOf(identity.product)
  if (dialect === 'postgres') return (await postgresMeaning(sql))?.(catalog)
  return readMysqlStatement(sql, dialect, catalog, identity)?.meaning
}
