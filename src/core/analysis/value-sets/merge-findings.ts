import type { Advice, Finding } from '../../advisor/model'

/** What was found with one set of values. */
export interface SetFindings {
  readonly name: string
  readonly findings: readonly Finding[]
}

/**
 * The findings of every set: those of the first, then those that only others have. A finding that not all of them have
 * says for which it holds. Nodes of other plans than the first are left out.
 */
export function mergeSetFindings(sets: readonly SetFindings[]): readonly Finding[] {
  const [first] = sets
  if (first === undefined || sets.length === 1) return first?.findings ?? []
  const seen = new Map<string, { readonly finding: Finding; readonly names: string[] }>()
  for (const { name, findings } of sets) {
    for (const finding of findings) {
      const key = keyOf(finding)
      const known = seen.get(key)
      if (known === undefined) {
        seen.set(key, { finding: name === first.name ? finding : withoutNodes(finding), names: [name] })
      } else if (!known.names.includes(name)) known.names.push(name)
    }
  }
  return [...seen.values()].map(({ finding, names }) =>
    names.length === sets.length ? finding : { ...finding, onlyFor: names },
  )
}

/** Two findings are one when they advise the same; without advice, when the same rule speaks in the same words but figures. */
function keyOf({ rule, title, advice }: Finding): string {
  return JSON.stringify(advice.length > 0 ? [rule, advice.map(effectOf)] : [rule, title.replace(/[\d.,]+/g, '#')])
}

function effectOf({ kind, index, variant, title }: Advice): unknown {
  if (index !== undefined) return [kind, index.table, index.parts, index.where ?? '']
  if (variant.ddl.length > 0) return [kind, variant.ddl.map(({ apply }) => apply)]
  return [kind, title, variant.session]
}

function withoutNodes(finding: Finding): Finding {
  return {
    ...finding,
    nodes: [],
    evidence: finding.evidence.map(({ nodeId: _, span: __, ...rest }) => rest),
  }
}
