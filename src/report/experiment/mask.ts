import type { ExperimentDocument } from '../../core/experiment/model'
import type { Plan, PlanNode } from '../../core/plan/model'
import { maskLiterals } from '../../core/sql/edits/mask'
import type { AnyEditContext } from '../../core/sql/edits/model'

/** Makes the context in which a statement is edited; PostgreSQL's needs its grammar. */
export type ContextOf = (sql: string) => AnyEditContext

/** In the place of a statement whose literals cannot be told from the rest. */
const hidden = '-- left out: its literals could not be masked'
const quoted = /'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"/g

/**
 * The document without values: literals of the statements are placeholders; DDL that holds quoted texts, the differing
 * rows, conditions of the plans and the servers' plan texts are left out; what is quoted in sentences becomes `?`.
 */
export function maskDocument(document: ExperimentDocument, contextOf: ContextOf): ExperimentDocument {
  const masked = (sql: string): string => {
    const outcome = maskLiterals(sql, contextOf(sql), 'placeholder')
    return outcome.done ? outcome.sql : hidden
  }
  const { spec, comparisons, failure, verdict, cautions, plans } = document
  return {
    ...document,
    spec: {
      ...spec,
      variants: spec.variants.map((variant) => ({
        ...variant,
        sql: masked(variant.sql),
        ...(variant.label !== undefined && { label: withoutQuoted(variant.label) }),
        ddl: variant.ddl.map(({ apply, undo }) => ({ apply: withoutTexts(apply), undo: withoutTexts(undo) })),
      })),
    },
    comparisons: comparisons.map(({ firstDifferences: _rows, ...comparison }) => comparison),
    ...(failure !== undefined && { failure: withoutQuoted(failure) }),
    verdict: { ...verdict, text: withoutQuoted(verdict.text) },
    cautions: cautions.map(withoutQuoted),
    plans: plans.map(maskPlan),
  }
}

function withoutQuoted(text: string): string {
  return text.replace(quoted, '?')
}

/** Names may be quoted by `"`, and so may texts. */
function withoutTexts(ddl: string): string {
  return /['"]/.test(ddl) ? hidden : ddl
}

function maskPlan({ source: { sql: _sql, ...source }, ...plan }: Plan): Plan {
  return { ...plan, source: { ...source, text: '' }, root: maskNode(plan.root), notes: [] }
}

/** Plans are as deep as they are; a recorded one of an experiment is far from the stack's end. */
function maskNode(node: PlanNode): PlanNode {
  return { ...node, conditions: [], rest: {}, children: node.children.map(maskNode) }
}
