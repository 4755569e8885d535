import { formatCount } from '../../figures'
import type { KeyUse } from '../../keyparts/model'
import { type AccessDesign, designsFor } from '../index-design/designs-for'
import { indexFinding } from '../index-design/index-advice'
import type { IndexDesign } from '../index-design/model'
import type { Evidence } from '../model'
import { rule } from '../rule'

export const indexCompositeOrder = rule({
  id: 'index-composite-order',
  title: 'The range column stands before the others in the index',
  group: 'index shape',
  families: ['mysql', 'postgres'],
  needs: ['statement', 'catalog', 'plan'],
  limits: {
    leastGain: { value: 2, about: 'times fewer index entries that the new order must read' },
  },
  doc: {
    when: 'The plan reads an index of several parts, a range on one part ends the search, and a later part or another column of the table has a condition that is only checked row by row.',
    why: 'Entries of an index are sorted by its first part, then by the second. Behind a range on the first they are not together any more for the second, so that it cannot narrow the read. With equalities first and one range last every part narrows it.',
    schema:
      'CREATE TABLE mail (id INT NOT NULL PRIMARY KEY, sent INT NOT NULL, kind INT NOT NULL, body VARCHAR(200)); CREATE INDEX sent_kind ON mail (sent, kind)',
    bad: 'SELECT body FROM mail WHERE sent > 1234 AND kind = 7',
    better: 'SELECT body FROM mail WHERE sent > 1234 AND kind = 7',
    remedy: 'CREATE INDEX kind_sent ON mail (kind, sent)',
    notWhen: [
      'The later column hardly narrows: nearly all rows have the same value.',
      'Other statements need the index in its order.',
    ],
    source: 'MySQL manual, "Range Access Method for Multiple-Part Indexes"; PostgreSQL manual, "Multicolumn Indexes".',
  },
  *check(facts, { leastGain }) {
    for (const found of designsFor(facts)) {
      const [design] = found.designs
      const use = facts.keyUse.find(({ chosen, nodeId }) => chosen && nodeId === found.access.node.id)
      const read = use && design ? Math.max(found.now.entries, entriesRead(use, found)) : 0
      if (!design || !use || isOnlyLonger(design)) continue
      if (design.expectedRows * leastGain > read && design.saves < leastSaved) continue
      const stop = rangeThatStops(use)
      const first = design.parts[0]
      if (!stop || first === undefined || first.column === stop.column) continue
      const list = design.parts.map(({ column }) => column).join(', ')
      yield indexFinding(
        'index-composite-order',
        {
          severity: 'problem',
          title: `The range on \`${stop.column}\` ends the search in \`${use.index}\``,
          explanation: `\`${stop.column} ${stop.comparedWith ?? ''}\` is a range, so the parts behind it do not narrow the read of about ${formatCount(Math.round(read))} entries. In the order (${list}) every part narrows it.`,
        },
        found,
        facts,
        [stop.evidence],
      )
    }
  },
})

/** PostgreSQL's plans count what is left when the entries have been checked: what is read goes by the parts that narrow. */
function entriesRead({ parts }: KeyUse, { demand: { table, columns } }: AccessDesign): number {
  const shares = parts
    .filter(({ narrows }) => narrows === 'seek')
    .map((part) => columns.find(({ column }) => column === part.column)?.share ?? 1)
  return (table.rows ?? 0) * shares.reduce((product, share) => product * share, 1)
}

/** An index that is there has this order, with more characters of a column than the literal has: then that is the matter. */
function isOnlyLonger({ parts, table }: IndexDesign): boolean {
  return table.indexes.some(
    (index) =>
      index.parts.length >= parts.length &&
      parts.every(({ column, prefixChars }, at) => {
        const part = index.parts[at]
        const isLonger = prefixChars !== undefined && (part?.prefixChars ?? 0) > prefixChars
        return part?.column === column && (part.prefixChars === prefixChars || isLonger)
      }),
  )
}

/** As many entries may lead to far fewer rows. */
const leastSaved = 0.5

/** The part of the index that is read by a range, with parts behind it that do not narrow. */
function rangeThatStops(use: KeyUse) {
  const declared = use.parts.filter(({ appended, included }) => !appended && included !== true)
  const at = declared.findIndex(({ role, narrows }) => role === 'range' && narrows === 'seek')
  const part = declared[at]
  if (!part || part.column === undefined || declared.length < 2 || at === declared.length - 1) return undefined
  const rest = declared.slice(at + 1)
  if (rest.some(({ narrows }) => narrows === 'seek')) return undefined
  const evidence: Evidence = {
    kind: 'key-part',
    text: `${at + 1} of ${declared.length} parts of ${use.index} narrow the read; ${rest
      .map((one) => one.reason?.text ?? '')
      .filter(Boolean)
      .join(' ')}`.trim(),
    nodeId: use.nodeId,
  }
  return { column: part.column, comparedWith: part.comparedWith, evidence }
}
