import type { Catalog } from '../../core/catalog/model'
import type { Dialect, EngineIdentity } from '../../core/engine'
import { type Comparability, comparabilityOf, samenessOf } from '../../core/experiment/comparability'
import type { Comparison } from '../../core/experiment/model'
import { RowDifferences } from '../../core/experiment/row-differences'
import { RowsChecksum } from '../../core/experiment/rows-checksum'
import { readMysqlStatement } from '../../core/keyparts/mysql-reading'
import type { Meaning } from '../../core/sql/meaning/model'
import { namingVariant } from '../consent'
import { postgresMeaning } from '../read-statements'
import type { ReadyVariant } from './bench'
import { rowText } from './row-text'

/** Differing rows that are shown of each side. */
const shownRows = 5
/** Rows of the differing part that are looked at one by one. */
const mostRows = 20_000

export type SamenessOf = Pick<Comparison, 'sameResult' | 'sameResultBecause' | 'firstDifferences'>

interface Taken {
  readonly variant: ReadyVariant
  readonly comparability: Comparability
  readonly rows: RowsChecksum
  readonly columns: readonly string[]
}

/**
 * One untimed round: every variant runs once and its rows are summed up as they come. Where a variant's rows differ,
 * both run once more to find the first differing ones. Memory stays the same for any number of rows.
 * @returns by the variant's name; nothing of the baseline
 */
export async function samenessRound(
  ready: readonly ReadyVariant[],
  engine: EngineIdentity,
  catalog: Catalog,
  signal: AbortSignal,
): Promise<Readonly<Record<string, SamenessOf>>> {
  const dialect: Dialect =
    engine.family === 'postgres' ? 'postgres' : engine.product === 'mariadb' ? 'mariadb' : 'mysql'
  const taken: Taken[] = []
  for (const variant of ready) {
    const rows = new RowsChecksum()
    const columns = await eachRow(variant, (row) => rows.add(row), signal)
    const meaning = await meaningOf(variant.variant.sql, dialect, engine, catalog)
    const comparability = comparabilityOf(variant.variant.sql, dialect, meaning, catalog)
    taken.push({ variant, rows, columns, comparability })
  }
  const [baseline, ...others] = taken
  const found: Record<string, SamenessOf> = {}
  for (const other of baseline ? others : []) {
    if (!baseline) continue
    const judged = samenessOf(baseline, other)
    const differs = judged.sameResult === 'different' && !baseline.rows.sameRows(other.rows)
    const firstDifferences = differs ? await firstDifferencesOf(baseline, other, signal) : undefined
    found[other.variant.variant.name] = { ...judged, ...(firstDifferences && { firstDifferences }) }
  }
  return found
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
): Promise<readonly string[]> {
  try {
    return await statement.eachRow(take, signal)
  } catch (thrown) {
    throw namingVariant(thrown, variant.name)
  }
}

async function meaningOf(
  sql: string,
  dialect: Dialect,
  engine: EngineIdentity,
  catalog: Catalog,
): Promise<Meaning | undefined> {
  if (dialect === 'postgres') return (await postgresMeaning(sql))?.(catalog)
  return readMysqlStatement(sql, dialect, catalog, engine)?.meaning
}
