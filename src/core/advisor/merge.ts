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
  return merged
}

function adviseTheSame(one: Finding, other: Finding): boolean {
  const [mine] = one.advice
  const [theirs] = other.advice
  return mine !== undefined && theirs !== undefined && effectOf(mine) === effectOf(theirs)
}

/** What is left of an advice without its words: two with the same effect change the same things. */
function effectOf({ index, variant, kind }: Advice): string {
  if (index && isNewIndex(kind))
    return JSON.stringify([index.table, index.parts, index.include ?? [], index.where ?? ''])
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
    wide.parts.length > narrow.parts.length &&
    narrow.parts.every((part, at) => wide.parts[at] === part)
  )
}

function together(first: Finding, second: Finding): Finding {
  const seen = new Set(first.evidence.map(evidenceKey))
  return {
    ...first,
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
