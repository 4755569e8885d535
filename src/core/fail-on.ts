import { fault } from './errors'

/** `path op value` joined by and/or (and binds tighter), as `--fail-on` takes it. */
export type Condition = Comparison | Joined

interface Comparison {
  readonly kind: 'comparison'
  readonly path: readonly string[]
  readonly operator: Operator
  readonly value: number | string
}

interface Joined {
  readonly kind: 'and' | 'or'
  readonly parts: readonly Condition[]
}

type Operator = '>' | '>=' | '<' | '<=' | '==' | '!='

const comparison =
  /^([A-Za-z_][\w.]*)\s*(>=|<=|==|!=|>|<)\s*(?:(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|"([^"]*)"|([A-Za-z][\w-]*))$/

/**
 * Reads an expression such as `comparisons.ratio > 1.05 or findings.severity == problem`.
 * @throws SargableError `bad-request` with the piece that is not a comparison.
 */
export function parseCondition(text: string): Condition {
  const alternatives = text.split(/\s+or\s+/).map((part) => joined('and', part.split(/\s+and\s+/).map(parseComparison)))
  return joined('or', alternatives)
}

/**
 * True when the document meets the condition. A path over a list means any element of it.
 * @throws SargableError `unknown-field` when the path leads nowhere in this document.
 */
export function conditionHolds(condition: Condition, document: unknown): boolean {
  if (condition.kind === 'comparison') {
    const { path, operator, value } = condition
    return valuesAt(document, path, 0).some((found) => compare(found, operator, value))
  }
  const holds = (part: Condition) => conditionHolds(part, document)
  return condition.kind === 'and' ? condition.parts.every(holds) : condition.parts.some(holds)
}

function parseComparison(text: string): Condition {
  const match = comparison.exec(text.trim())
  const operator = match?.[2]
  const path = match?.[1]?.split('.')
  if (!match || !path || !isOperator(operator))
    throw fault('bad-request', `"${text.trim()}" is not "path operator value".`, {
      hint: 'For example: findings.severity == problem, or counters.rowsExamined > 100000.',
    })
  const value = match[3] === undefined ? (match[4] ?? match[5] ?? '') : Number(match[3])
  return { kind: 'comparison', path, operator, value }
}

function isOperator(text: string | undefined): text is Operator {
  return text !== undefined && ['>', '>=', '<', '<=', '==', '!='].includes(text)
}

function joined(kind: Joined['kind'], parts: readonly Condition[]): Condition {
  const [only] = parts
  return parts.length === 1 && only ? only : { kind, parts }
}

function valuesAt(value: unknown, path: readonly string[], depth: number): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((element: unknown) => valuesAt(element, path, depth))
  const key = path[depth]
  if (key === undefined) return [value]
  if (typeof value !== 'object' || value === null || !(key in value))
    throw fault('unknown-field', `This document has no field "${path.slice(0, depth + 1).join('.')}".`)
  return valuesAt((value as Readonly<Record<string, unknown>>)[key], path, depth + 1)
}

function compare(found: unknown, operator: Operator, wanted: number | string): boolean {
  if (operator === '==') return found === wanted
  if (operator === '!=') return found !== wanted
  if (typeof found !== 'number' || typeof wanted !== 'number') return false
  if (operator === '>') return found > wanted
  if (operator === '>=') return found >= wanted
  if (operator === '<') return found < wanted
  return found <= wanted
}
