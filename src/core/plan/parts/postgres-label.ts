import type { PlanNode } from '../model'

/**
 * The words that PostgreSQL's text format prints for a node (explain.c, ExplainNode): "Parallel Seq Scan",
 * "Finalize HashAggregate", "Hash Left Join", "Index Scan Backward". So a plan has the same labels in every format.
 */
export function postgresLabel(type: string, rest: PlanNode['rest'], backward: boolean): string {
  let label = words(type, rest, backward)
  if (rest['Async Capable'] === true) label = `Async ${label}`
  if (rest['Parallel Aware'] === true) label = `Parallel ${label}`
  const mode = rest['Partial Mode']
  return mode === 'Partial' || mode === 'Finalize' ? `${mode} ${label}` : label
}

function words(type: string, rest: PlanNode['rest'], backward: boolean): string {
  const joinType = rest['Join Type']
  switch (type) {
    case 'Aggregate':
      return aggregates[String(rest['Strategy'])] ?? type
    case 'SetOp':
      return `${rest['Strategy'] === 'Hashed' ? 'HashSetOp' : type} ${rest['Command'] ?? ''}`.trimEnd()
    case 'ModifyTable':
      return String(rest['Operation'] ?? type)
    case 'Foreign Scan': {
      const operation = rest['Operation']
      return operation === undefined || operation === 'Select' ? type : `Foreign ${operation}`
    }
    case 'Custom Scan': {
      const provider = rest['Custom Plan Provider']
      return provider === undefined ? type : `${type} (${provider})`
    }
    case 'Nested Loop':
      return joinType === undefined || joinType === 'Inner' ? type : `${type} ${joinType} Join`
    case 'Hash Join':
    case 'Merge Join':
      return joinType === undefined || joinType === 'Inner' ? type : type.replace(' Join', ` ${joinType} Join`)
    case 'Index Scan':
    case 'Index Only Scan':
      return backward ? `${type} Backward` : type
    default:
      return type
  }
}

const aggregates: Readonly<Record<string, string>> = {
  Plain: 'Aggregate',
  Sorted: 'GroupAggregate',
  Hashed: 'HashAggregate',
  Mixed: 'MixedAggregate',
}
