import type { Index, Table } from '../../catalog/model'
import { formatFraction } from '../../figures'
import { columnTypeOf } from '../../keyparts/column-type'
import type { AdviceFacts, ColumnStatistics } from '../facts'
import type { Finding } from '../model'
import { literalsOn } from '../prefixes/literals'
import { isReplaceable, prefixAdvice } from '../prefixes/prefix-advice'
import { rule } from '../rule'

/** A prefix must be this much shorter than what is held now. */
const shorterBy = 2
/** The commonest beginning may be this much commoner than the commonest value, or hold so few rows. */
const bucketGrows = 2
const smallBucket = 0.01
/** Nobody keeps more of a text in an index. */
const longestPrefix = 255

export const indexPrefixLength = rule({
  id: 'index-prefix-length',
  title: 'An index holds more, or less, of a text than tells its values apart',
  group: 'index shape',
  families: ['mysql'],
  needs: ['catalog', 'statistics'],
  limits: {
    leastSelectivity: { value: 0.95, about: 'part of the distinct values that the prefix must tell apart, 0 to 1' },
    poorSelectivity: { value: 0.5, about: 'part of the distinct values below which a prefix is too short, 0 to 1' },
    leastChars: { value: 16, about: 'characters that an index holds of a text and that are worth fewer' },
    leastRows: { value: 1000, about: 'rows of the table' },
  },
  doc: {
    when: 'Counting shows that the first few characters of a text tell its values apart nearly as well as all of it, and an index holds more; or that an index holds so few that values fall together.',
    why: 'Shorter entries are more to a page. But entries that begin alike are read together, each with its row.',
    schema:
      'CREATE TABLE page (id INT NOT NULL PRIMARY KEY, address VARCHAR(200) NOT NULL, hits INT NOT NULL); CREATE INDEX address ON page (address)',
    bad: "SELECT hits FROM page WHERE address = '000777/some/longer/address/of/a/page'",
    better: "SELECT hits FROM page WHERE address = '000777/some/longer/address/of/a/page'",
    remedy: 'DROP INDEX address; CREATE INDEX address ON page (address(6))',
    notWhen: [
      'Statements sort or group by the column, or read it from the index alone: a prefix can do neither.',
      'The index is unique: a prefix would forbid values that only begin alike.',
      'Literals of other statements are shorter than the prefix.',
    ],
    source: 'MySQL manual, "Column Prefix Key Parts".',
  },
  *check(facts, limits) {
    const { statistics } = facts
    for (const table of statistics ? (facts.catalog?.tables ?? []) : []) {
      if ((table.rows ?? 0) < limits.leastRows) continue
      for (const index of table.indexes.filter((one) => isReplaceable(one, table))) {
        if (isReadOtherwise(index, table, facts)) continue
        for (const at of index.parts.keys()) {
          const found = statistics && lengthFor({ table, index, at }, statistics, facts, limits)
          if (found) yield finding(found, facts)
        }
      }
    }
  },
})

/** It is read here for its order, or without the table: a prefix could do neither. */
function isReadOtherwise({ name }: Index, { name: table }: Table, { keyUse, accesses }: AdviceFacts): boolean {
  return keyUse.some(({ chosen, table: read, index, nodeId, parts }) => {
    if (!chosen || read !== table || index !== name) return false
    const access = accesses.find(({ node }) => node.id === nodeId)
    return access?.access.covering === true || parts.some(({ role }) => role === 'order' || role === 'cover')
  })
}

interface Place {
  readonly table: Table
  readonly index: Index
  readonly at: number
}

interface Length extends Place {
  readonly column: string
  /** Characters that the index holds now; undefined for all. */
  readonly now: number | undefined
  readonly chars: number
  /** Part of the distinct values that they tell apart. */
  readonly selectivity: number
  readonly before: number
  /** The curve as it was counted, for the evidence. */
  readonly curve: string
  readonly source: string
}

/** The length that one part should have, where it clearly should have another. */
function lengthFor(
  place: Place,
  statistics: ColumnStatistics,
  facts: AdviceFacts,
  limits: Readonly<Record<'leastSelectivity' | 'poorSelectivity' | 'leastChars', number>>,
): Length | undefined {
  const { table, index, at } = place
  const part = index.parts[at]
  const type = columnTypeOf(table.columns.find(({ name }) => name === part?.column)?.type ?? '')
  const column = part?.column
  if (column === undefined || !/^(?:var)?char$|text$/.test(type.name) || isSorted(table, column, facts))
    return undefined
  const whole = statistics.distinct(table, column)
  if (whole === undefined || whole === 0) return undefined
  const now = part?.prefixChars
  const held = now ?? type.numbers[0] ?? Number.POSITIVE_INFINITY
  const points = curveOf(table, column, statistics, Math.min(now === undefined ? held : longestPrefix, longestPrefix))
  const ratio = (distinct: number) => Math.min(1, distinct / whole)
  const commonest = statistics.commonest(table, column) ?? 0
  const enough = points.find(
    ({ distinct, commonest: bucket = 0 }) =>
      ratio(distinct) >= limits.leastSelectivity && bucket <= Math.max(commonest * bucketGrows, smallBucket),
  )
  if (!enough) return undefined
  // A literal that is shorter than the prefix would be a range.
  if (literalsOn(table, column, facts).some((literal) => literal.length < enough.chars)) return undefined
  const before = now === undefined ? 1 : ratio(points.find(({ chars }) => chars === now)?.distinct ?? whole)
  const tooLong = held >= limits.leastChars && enough.chars * shorterBy <= held
  const tooShort = now !== undefined && enough.chars > now && before < limits.poorSelectivity
  if (!tooLong && !tooShort) return undefined
  return {
    ...place,
    column,
    now,
    chars: enough.chars,
    selectivity: ratio(enough.distinct),
    before,
    curve: points
      .filter(({ chars }) => chars <= enough.chars)
      .slice(-4)
      .map(({ chars, distinct }) => `${chars}: ${formatFraction(ratio(distinct))}`)
      .join(', '),
    source: statistics.source(table, column) ?? 'counted',
  }
}

interface Point {
  readonly chars: number
  readonly distinct: number
  readonly commonest: number | undefined
}

/** Distinct beginnings by their length, as far as they were counted. */
function curveOf(table: Table, column: string, statistics: ColumnStatistics, most: number): readonly Point[] {
  return Array.from({ length: most }, (_, at) => at + 1).flatMap((chars) => {
    const distinct = statistics.distinct(table, column, chars)
    return distinct === undefined ? [] : [{ chars, distinct, commonest: statistics.commonest(table, column, chars) }]
  })
}

/** ORDER BY or GROUP BY names the column. */
function isSorted(table: Table, column: string, { tables }: AdviceFacts): boolean {
  const name = column.toLowerCase()
  return tables.some(
    ({ table: own, scope }) =>
      own === table && [...scope.orderBy, ...scope.groupBy].some((item) => item.column?.name.toLowerCase() === name),
  )
}

function finding(found: Length, facts: AdviceFacts): Finding {
  const { table, index, column, now, chars, selectivity, before, curve, source } = found
  const isLonger = now !== undefined && chars > now
  const held = now === undefined ? 'all' : `${now} characters`
  return {
    rule: 'index-prefix-length',
    severity: isLonger ? 'warning' : 'hint',
    title: isLonger
      ? `\`${index.name}\` holds too little of \`${column}\`: ${now} characters`
      : `${chars} characters of \`${column}\` would do in \`${index.name}\``,
    explanation: `\`${index.name}\` holds ${held} of \`${column}\`, which ${isLonger ? `tells ${formatFraction(before)} of its values apart` : 'makes each entry longer than it need be'}. The first ${chars} characters tell ${formatFraction(selectivity)} of them apart.`,
    nodes: facts.keyUse.flatMap(({ chosen, index: name, table: read, nodeId }) =>
      chosen && name === index.name && read === table.name ? [nodeId] : [],
    ),
    evidence: [
      { kind: 'statistic', text: `Distinct values of ${column} by the first characters: ${curve} (${source})` },
      { kind: 'index', text: `${index.name} holds ${held} of ${column}` },
    ],
    confidence: 'estimated',
    savableFraction: isLonger ? 1 - before / selectivity : 0,
    advice: [
      prefixAdvice(
        found,
        {
          kind: isLonger ? 'lengthen-prefix' : 'shorten-prefix',
          title: `Hold ${chars} characters of \`${column}\` in the index of ${table.name}`,
          tradeOffs: isLonger
            ? ['Longer entries: fewer of them to a page.']
            : ['The index cannot give the order of the column any more, nor its values without the row.'],
          notWhen: ['Literals of other statements are shorter than the prefix.'],
          expected: { method: 'statistics' },
        },
        facts,
      ),
    ],
  }
}
