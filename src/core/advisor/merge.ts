import type { Advice, Evidence, Finding } from './model'

/**
 * Findings that advise the same become one: the first keeps its words and takes over the others' evidence. Of two
 * indexes on one table of which one begins with all parts of the other, the wider is advised by both.
 */
export function mergeFindings(findings: readonly Finding[]): readonly Finding[] {
  const widened = findings.map((finding) => ({
    ...finding,
    advice: finding.advice.map((one) => widest(one, findings)),
  }))
  const merged: Finding[] = []
  for (const finding of widened) {
    const at = merged.findIndex((other) => adviseTheSame(other, finding))
    const before = merged[at]
    if (before) merged[at] = together(before, finding)
    else merged.push(finding)
  }
  return merged.filter((finding) => !isDoneElsewhere(finding, merged)).map((finding) => besideOthers(finding, merged))
}

/** An index that another finding's advice drops as well, or wants to be read, is not dropped by a finding of its own. */
function isDoneElsewhere(finding: Finding, all: readonly Finding[]): boolean {
  const [advice] = finding.advice
  const dropped = advice?.kind === 'drop-index' ? advice.index : undefined
  if (!dropped) return false
  return all.some(
    (other) =>
      other !== finding &&
      other.advice.some(({ kind, index, variant }) => {
        if (isNewIndex(kind) && index?.table === dropped.table)
          return variant.ddl.some(({ apply }) => dropsNamed(apply, dropped.name))
        return kind === 'force-index' && hasWord(variant.sql, dropped.name)
      }),
  )
}

function dropsNamed(ddl: string, name: string): boolean {
  return /\bdrop\b/i.test(ddl) && hasWord(ddl.slice(ddl.search(/\bdrop\b/i)), name)
}

function hasWord(text: string, name: string): boolean {
  return text.split(/[^\p{L}\p{N}_$]+/u).includes(name)
}

/** Two indexes for one reading of one table are two answers to one question: the later one says so. */
function besideOthers(finding: Finding, all: readonly Finding[]): Finding {
  const index = newIndexOf(finding)
  if (index === undefined) return finding
  const earlier = all.slice(0, all.indexOf(finding)).find((other) => {
    const first = newIndexOf(other)
    return first?.table === index.table && other.nodes.some((node) => finding.nodes.includes(node))
  })
  const first = earlier && newIndexOf(earlier)
  if (first === undefined) return finding
  return {
    ...finding,
    explanation: `${finding.explanation} Make this index or the one on (${first.parts.join(', ')}), not both.`,
  }
}

function newIndexOf({ advice: [advice] }: Finding): Advice['index'] {
  return advice && isNewIndex(advice.kind) ? advice.index : undefined
}

function adviseTheSame(one: Finding, other: Finding): boolean {
  const [mine] = one.advice
  const [theirs] = other.advice
  return mine !== undefined && theirs !== undefined && effectOf(mine) === effectOf(theirs)
}

/** What is left of an advice without its words: two with the same effect change the same things. */
function effectOf({ index, variant, kind }: Advice): string {
  if (index && isNewIndex(kind))
    return JSON.stringify([
      index.table,
      index.parts,
      index.method ?? '',
      index.include ?? [],
      index.where ?? '',
      index.method ?? 'btree',
    ])
  return JSON.stringify([variant.sql, variant.session, variant.ddl.map(({ apply }) => apply)])
}

function isNewIndex(kind: Advice['kind']): boolean {
  return kind === 'add-index' || kind === 'reorder-index' || kind === 'extend-index'
}

function widest(advice: Advice, findings: readonly Finding[]): Advice {
  const { index } = advice
  if (!index || !isNewIndex(advice.kind)) return advice
  const wider = findings
    .flatMap((finding) => finding.advice)
    .filter((other) => isNewIndex(other.kind) && other.index !== undefined && beginsWith(other.index, index))
  return wider.reduce((best, other) => (partsOf(other) > partsOf(best) ? other : best), advice)
}

function partsOf({ index }: Advice): number {
  return index?.parts.length ?? 0
}

function beginsWith(wide: NonNullable<Advice['index']>, narrow: NonNullable<Advice['index']>): boolean {
  return (
    wide.table === narrow.table &&
    (wide.where ?? '') === (narrow.where ?? '') &&
    (wide.method ?? 'btree') === (narrow.method ?? 'btree') &&
    (wide.method ?? '') === (narrow.method ?? '') &&
    (narrow.include ?? []).length === 0 &&
    wide.parts.length > narrow.parts.length &&
    narrow.parts.every((part, at) => wide.parts[at] === part)
  )
}

/** Rules that speak whenever an index helps; what another one says of the same index is more to the point. */
const general: ReadonlySet<string> = new Set(['index-missing-prefix'])
const loudness: readonly Finding['severity'][] = ['hint', 'warning', 'problem']

function together(one: Finding, other: Finding): Finding {
  const [first, second] = general.has(one.rule) && !general.has(other.rule) ? [other, one] : [one, other]
  const seen = new Set(first.evidence.map(evidenceKey))
  const loudest = loudness.indexOf(first.severity) < loudness.indexOf(second.severity) ? second : first
  return {
    ...first,
    severity: loudest.severity,
    nodes: [...new Set([...first.nodes, ...second.nodes])],
    evidence: [...first.evidence, ...second.evidence.filter((one) => !seen.has(evidenceKey(one)))],
    ...(second.savableFraction !== undefined && {
      savableFraction: Math.max(first.savableFraction ?? 0, second.savableFraction),
    }),
  }
}

function evidenceKey({ kind, text, nodeId }: Evidence): string {
  return JSON.stringify([kind, text, nodeId])
}
