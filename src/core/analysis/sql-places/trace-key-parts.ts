import type { Catalog } from '../../catalog/model'
import type { Family } from '../../engine'
import type { KeyPartUse, KeyUse } from '../../keyparts/model'
import type { Plan } from '../../plan/model'
import { each } from '../../plan/walk'
import type { SqlCondition } from '../../sql/model'
import type { TextSpan } from '../../text-span'
import { readTerms, type TracedStatement } from './read-terms'
import type { StatementTerm } from './statement-conditions'

/**
 * The key uses with the places in the statement that feed their parts: `sqlSpans` of parts that a condition bounds or
 * checks. Parts whose conditions are not certain stay as they are; the given uses are not changed.
 */
export function placedKeyUse(
  keyUse: readonly KeyUse[],
  plans: readonly Plan[],
  statement: TracedStatement,
  catalog?: Catalog,
): readonly KeyUse[] {
  const nodes = plans.map((plan) => new Map([...each(plan.root)].map((node) => [node.id, node])))
  const families = new Map<Family, ReturnType<typeof readTerms>>()
  return keyUse.map((use) => {
    const plan = plans[use.planIndex]
    const node = nodes[use.planIndex]?.get(use.nodeId)
    // A table that was not found in the statement has no conditions that are surely its own.
    const owner = node?.sqlSpan && statement.tables.find(({ span }) => span.start === node.sqlSpan?.start)
    if (plan === undefined || owner === undefined) return use
    const family: Family = plan.source.format.startsWith('postgres') ? 'postgres' : 'mysql'
    const known = families.get(family) ?? readTerms(statement, family, catalog)
    families.set(family, known)
    const name = (owner.alias ?? owner.name).toLowerCase()
    if (known.ambiguous.has(name)) return use
    return { ...use, parts: use.parts.map((part) => placedPart(part, name, known.terms)) }
  })
}

type Kind = SqlCondition['kind']
const kindsOf: Readonly<Partial<Record<KeyPartUse['role'], ReadonlySet<Kind>>>> = {
  equality: new Set<Kind>(['equality', 'join', 'null-test', 'like', 'in-list']),
  'in-list': new Set<Kind>(['in-list', 'other']),
  range: new Set<Kind>(['range', 'like', 'null-test', 'in-list', 'other']),
  'index-filter': new Set<Kind>([
    'equality',
    'range',
    'in-list',
    'like',
    'null-test',
    'join',
    'function-on-column',
    'other',
  ]),
}

function placedPart(part: KeyPartUse, table: string, terms: readonly StatementTerm[]): KeyPartUse {
  const kinds = kindsOf[part.role]
  if (kinds === undefined || part.column === undefined) return part
  const column = `${table}.${part.column.toLowerCase()}`
  const on = terms.filter(
    (term) =>
      !term.branch &&
      term.key !== undefined &&
      term.columns.includes(column) &&
      (term.condition === undefined ? part.role === 'equality' : kinds.has(term.condition.kind)),
  )
  const places = placesOf(part.role === 'equality' ? on.filter((term) => isCompared(term, part)) : on)
  // One equality gives the value; where two could have, which one did is not certain.
  if (places.length === 0 || (part.role === 'equality' && places.length > 1)) return part
  return { ...part, sqlSpans: places }
}

/** Is the part compared with what the term compares its column with? */
function isCompared({ columns }: StatementTerm, { comparedWith }: KeyPartUse): boolean {
  if (comparedWith === undefined || comparedWith === 'func') return true
  const other = /^(?:[^'"()=<>\s]+\.)?([^'"()=<>\s.]+)\.([^'"()=<>\s.]+)$/.exec(comparedWith.replace(/[`"]/g, ''))
  if (other === null || /^\d/.test(comparedWith)) return columns.length === 1
  return columns.includes(`${other[1]}.${other[2]}`.toLowerCase())
}

function placesOf(terms: readonly StatementTerm[]): readonly TextSpan[] {
  const unique = new Map(terms.map(({ span }) => [`${span.start}-${span.end}`, span]))
  return [...unique.values()].sort((a, b) => a.start - b.start)
}
