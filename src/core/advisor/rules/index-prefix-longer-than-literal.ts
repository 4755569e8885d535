import type { Index, Table } from '../../catalog/model'
import { formatCount } from '../../figures'
import type { AccessContext } from '../../keyparts/access-context'
import { resolvedParts } from '../../keyparts/index-parts'
import type { Predicate } from '../../keyparts/predicate'
import { mysqlSeek } from '../../keyparts/seek'
import type { AdviceFacts } from '../facts'
import { type AccessDesign, designsFor } from '../index-design/designs-for'
import type { Advice, Finding } from '../model'
import { isReplaceable, prefixAdvice } from '../prefixes/prefix-advice'
import { separatorAfter } from '../prefixes/separator'
import { rule } from '../rule'

export const indexPrefixLongerThanLiteral = rule({
  id: 'index-prefix-longer-than-literal',
  title: 'The literal is shorter than the prefix that the index holds',
  group: 'index shape',
  families: ['mysql'],
  needs: ['statement', 'catalog', 'plan'],
  limits: {
    leastRows: { value: 1000, about: 'index entries that are read now' },
    leastGain: { value: 2, about: 'times fewer index entries than are read now' },
  },
  doc: {
    when: 'A LIKE has fewer characters before its first wildcard than the index holds of the column, and the index has a further part that is asked for, too.',
    why: 'A literal that fills the prefix means one value of it, so that the next part narrows the read. A shorter one means many values: it is a range, and behind a range nothing narrows. key_len does not show it, and neither does the plan.',
    schema:
      'CREATE TABLE letter (id INT NOT NULL PRIMARY KEY, kind VARCHAR(60) NOT NULL, due INT NOT NULL, body VARCHAR(200)); CREATE INDEX kind_due ON letter (kind(5), due)',
    bad: "SELECT body FROM letter WHERE kind LIKE 'abc%' AND due > 9000",
    better: "SELECT body FROM letter WHERE kind LIKE 'abc%' AND due > 9000",
    remedy: 'DROP INDEX kind_due; CREATE INDEX kind_due ON letter (kind(3), due)',
    notWhen: [
      'Other statements need the longer prefix: with the shorter one they read what begins alike, too.',
      'Many different values begin with the same few characters.',
    ],
    source:
      'MySQL manual, "Range Access Method for Multiple-Part Indexes"; measured on MySQL 5.6 and 9.7 and MariaDB 10.11 with a prefix of 5 and literals of 3 and 6.',
  },
  *check(facts, { leastRows, leastGain }) {
    for (const found of designsFor(facts)) {
      const { table } = found.access
      const short = table.indexes.flatMap((index) => shortLiteral(index, found.access) ?? [])
      const now = Math.min(found.now.entries, estimated(found.access))
      for (const one of short.filter(({ index }) => isReplaceable(index, table))) {
        const after = expectedRows(one, found)
        if (now < leastRows || after * leastGain > now) continue
        yield finding({ ...one, table, now, after }, found.access, facts)
        break
      }
    }
  },
})

interface ShortLiteral {
  readonly index: Index
  readonly at: number
  readonly column: string
  readonly prefixChars: number
  readonly literal: string
  readonly predicate: Predicate
  /** The next part, which the range keeps from narrowing. */
  readonly next: string
}

/** A part that all before it lead to, by a literal that does not fill it, in front of a part with a condition. */
function shortLiteral(index: Index, context: AccessContext): ShortLiteral | undefined {
  const seeks = mysqlSeek(resolvedParts(context.table, index, 'mysql'), context, index.name)
  const at = seeks.findIndex(({ bound }) => bound.kind !== 'bound' || bound.role !== 'equality')
  const seek = seeks[at]
  const behind = seeks[at + 1]
  if (seek?.bound.kind !== 'bound' || behind?.bound.kind !== 'bound' || behind.part.appended) return undefined
  const { shortLiteral: literal, predicates } = seek.bound
  const { columnName: column, prefixChars } = seek.part
  const predicate = predicates.find(({ kind, fixedPrefix }) => kind === 'like' && fixedPrefix === literal)
  const next = behind.part.columnName
  if (!literal || !predicate || column === undefined || prefixChars === undefined || next === undefined)
    return undefined
  return { index, at, column, prefixChars, literal, predicate, next }
}

function estimated({ node }: AccessContext): number {
  return node.estimate.rowsExaminedPerLoop ?? Number.POSITIVE_INFINITY
}

/** Entries that meet the conditions on all parts up to the next one. */
function expectedRows({ index, at }: ShortLiteral, { demand }: AccessDesign): number {
  const led = index.parts.slice(0, at + 2).map(({ column }) => column)
  const shares = led.map((name) =>
    Math.min(1, ...demand.columns.flatMap(({ column, share }) => (column === name ? [share] : []))),
  )
  return Math.max(1, (demand.table.rows ?? 1) * shares.reduce((product, share) => product * share, 1))
}

interface Found extends ShortLiteral {
  readonly table: Table
  readonly now: number
  readonly after: number
}

function finding(found: Found, { node }: AccessContext, facts: AdviceFacts): Finding {
  const { table, index, column, prefixChars, literal, next, now, after } = found
  const separator = separatorAfter(table, column, literal, facts.statistics)
  return {
    rule: 'index-prefix-longer-than-literal',
    severity: 'problem',
    title: `\`'${literal}%'\` has ${literal.length} characters, and \`${index.name}\` holds ${prefixChars} of \`${column}\``,
    explanation: `So the condition is a range in \`${index.name}\`, and \`${next}\` behind it does not narrow the read of about ${formatCount(Math.round(now))} entries. With ${literal.length} characters of \`${column}\` the literal fills the prefix, and \`${next}\` narrows: about ${formatCount(Math.round(after))}.`,
    nodes: [node.id],
    evidence: [
      {
        kind: 'key-part',
        text: `${column}(${prefixChars}) of ${index.name}: '${literal}%' has only ${literal.length} characters before the wildcard`,
        value: literal.length,
        unit: 'characters',
        nodeId: node.id,
      },
      {
        kind: 'statistic',
        text: `About ${formatCount(Math.round(now))} entries are read`,
        value: Math.round(now),
        unit: 'rows',
        nodeId: node.id,
      },
    ],
    confidence: 'estimated',
    savableFraction: Math.max(0, 1 - after / Math.max(now, 1)),
    advice: [...(separator === undefined ? [] : withSeparator(found, separator, facts)), shorter(found, facts)],
  }
}

function expectation({ now, after }: Found): NonNullable<Advice['expected']> {
  return { rowsBefore: Math.round(now), rowsAfter: Math.round(after), method: 'statistics' }
}

function shorter(found: Found, facts: AdviceFacts): Advice {
  const { table, index, at, column, literal } = found
  return prefixAdvice(
    { table, index, at, chars: literal.length },
    {
      kind: 'shorten-prefix',
      title: `Hold ${literal.length} characters of \`${column}\` in the index of ${table.name}, as many as the literal has`,
      tradeOffs: [`Searches for longer literals also read what begins with the same ${literal.length} characters.`],
      notWhen: ['Many different values begin with the same few characters.'],
      expected: expectation(found),
    },
    facts,
  )
}

/** The statement names the separator that all values have there: one more character in the index. */
function withSeparator(found: Found, separator: string, facts: AdviceFacts): readonly Advice[] {
  const { table, index, at, column, literal, predicate } = found
  const { start, end } = predicate.span
  const [before, written, behind] = [facts.sql.slice(0, start), facts.sql.slice(start, end), facts.sql.slice(end)]
  const place = written.indexOf(`${literal}%`)
  const longer = `${literal}${separator}`
  // A separator that is a wildcard itself would have to be escaped.
  if (place === -1 || separator === '_' || longer.length > found.prefixChars) return []
  const rewritten = `${written.slice(0, place)}${longer}%${written.slice(place + literal.length + 1)}`
  return [
    prefixAdvice(
      { table, index, at, chars: longer.length },
      {
        kind: 'shorten-prefix',
        title: `Ask for '${longer}%', and hold ${longer.length} characters of \`${column}\` in the index of ${table.name}`,
        sql: `${before}${rewritten}${behind}`,
        equivalence: 'under-stated-facts',
        preconditions: [
          {
            text: `Every value of ${column} that begins with '${literal}' goes on with '${separator}'.`,
            status: 'unknown',
            how: `SELECT COUNT(*) FROM ${table.name} WHERE ${column} LIKE '${literal}%' AND ${column} NOT LIKE '${longer}%' must be 0, today and by contract.`,
          },
        ],
        tradeOffs: [`Searches for longer literals also read what begins with the same ${longer.length} characters.`],
        notWhen: [`Values without '${separator}' may come: the statement would not find them.`],
        expected: expectation(found),
      },
      facts,
    ),
  ]
}
