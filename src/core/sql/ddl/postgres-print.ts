import type { PostgresNode } from './postgres-nodes'
import { printName } from './postgres-type'

/** Prints a node as the server's ruleutils does: all parentheses, or only those that are needed. */
export function printPostgresNode(node: PostgresNode, pretty: boolean): string {
  return new Printer(pretty).print(node, false, 0)
}

/** Functions whose names are keywords. */
const quotedFunctions = new Set(['left', 'right', 'substring', 'overlay', 'position', 'trim', 'char', 'time', 'values'])

class Printer {
  private readonly pretty: boolean

  constructor(pretty: boolean) {
    this.pretty = pretty
  }

  /** @param implied conversions that nobody wrote are shown, too */
  print(node: PostgresNode, implied: boolean, indent: number): string {
    switch (node.kind) {
      case 'column':
        return printName(node.name)
      case 'constant':
        return this.constant(node.text, node.quoted, node.type)
      case 'operator':
        return this.operator(node, indent)
      case 'function': {
        const name = quotedFunctions.has(node.name) ? `"${node.name}"` : printName(node.name)
        return `${name}(${this.list(node.args, indent)})`
      }
      case 'choice':
        return `${node.name}(${this.list(node.args, indent)})`
      case 'standard':
        return this.standard(node, indent)
      case 'logical':
        return this.logical(node, indent)
      case 'test':
        return this.wrapped(`${this.child(node.arg, node, true, indent)} ${node.test}`)
      case 'any':
        return this.wrapped(
          `${this.child(node.left, node, true, indent)} ${node.operator} ${node.word} (${this.child(node.right, node, true, indent)})`,
        )
      case 'cast':
        return this.cast(node, implied, indent)
      case 'array':
        return `ARRAY[${this.list(node.items, indent)}]`
      case 'case':
        return this.cases(node, indent)
    }
  }

  private wrapped(text: string): string {
    return this.pretty ? text : `(${text})`
  }

  private list(nodes: readonly PostgresNode[], indent: number): string {
    return nodes.map((node) => this.print(node, true, indent)).join(', ')
  }

  private child(node: PostgresNode, parent: PostgresNode, implied: boolean, indent: number): string {
    const text = this.print(node, implied, indent)
    return this.pretty && !isSimple(node, parent) ? `(${text})` : text
  }

  private constant(text: string, quoted: boolean, type: string): string {
    if (text === 'NULL' && !quoted) return `NULL::${type}`
    return quoted ? `'${text.replaceAll("'", "''")}'::${type}` : text
  }

  private operator(node: Extract<PostgresNode, { kind: 'operator' }>, indent: number): string {
    const [first, second] = node.args
    const operator = /^[a-z]/.test(node.operator) ? node.operator.toUpperCase() : node.operator
    if (first === undefined) return operator
    if (second === undefined) return this.wrapped(`${operator} ${this.child(first, node, true, indent)}`)
    return this.wrapped(
      `${this.child(first, node, true, indent)} ${operator} ${this.child(second, node, true, indent)}`,
    )
  }

  private logical(node: Extract<PostgresNode, { kind: 'logical' }>, indent: number): string {
    const args = node.args.map((arg) => this.child(arg, node, false, indent))
    return this.wrapped(node.operator === 'NOT' ? `NOT ${args[0]}` : args.join(` ${node.operator} `))
  }

  private standard({ form, args }: Extract<PostgresNode, { kind: 'standard' }>, indent: number): string {
    const [first = '', second = '', third = ''] = args.map((arg) => this.print(arg, false, indent))
    if (form.startsWith('extract ')) return `EXTRACT(${form.slice(8)} FROM ${first})`
    if (form === 'at time zone') return `(${first} AT TIME ZONE ${second})`
    if (form === 'trim') return `TRIM(BOTH FROM ${first})`
    if (form === 'substring') return `SUBSTRING(${first} FROM ${second}${third === '' ? '' : ` FOR ${third}`})`
    return form
  }

  private cast(node: Extract<PostgresNode, { kind: 'cast' }>, implied: boolean, indent: number): string {
    const { arg } = node
    if (node.implied && !implied) return this.print(arg, false, indent)
    const text = this.child(arg, node, false, indent)
    return `${this.pretty ? text : `(${text})`}::${node.type}`
  }

  private cases(node: Extract<PostgresNode, { kind: 'case' }>, indent: number): string {
    const blanks = ' '.repeat(indent)
    const inner = indent + 4
    const line = `\n${' '.repeat(inner)}`
    const branches = node.branches.map(({ when, result }) => {
      return `${line}WHEN ${this.print(when, false, inner)} THEN ${this.print(result, true, inner)}`
    })
    const head = node.arg === undefined ? '' : ` ${this.print(node.arg, true, indent)}`
    const otherwise = node.otherwise === undefined ? 'NULL' : this.print(node.otherwise, true, inner)
    const none = node.otherwise === undefined ? `NULL::${node.type}` : otherwise
    return `\n${blanks}CASE${head}${branches.join('')}${line}ELSE ${none}\n${blanks}END`
  }
}

/** Needs no parentheses inside its parent (the server's isSimpleNode). */
function isSimple(node: PostgresNode, parent: PostgresNode): boolean {
  switch (node.kind) {
    case 'cast':
      return isSimple(node.arg, node)
    case 'operator':
      if (parent.kind === 'operator') return bindsTighter(node, parent)
      return hasOwnParentheses(parent) || parent.kind === 'logical'
    case 'test':
      return hasOwnParentheses(parent) || parent.kind === 'logical'
    case 'logical':
      if (parent.kind !== 'logical') return hasOwnParentheses(parent)
      if (parent.operator === 'NOT') return false
      return node.operator !== 'OR' || parent.operator === 'OR'
    case 'any':
      return hasOwnParentheses(parent)
    default:
      return true
  }
}

function hasOwnParentheses(parent: PostgresNode): boolean {
  return ['function', 'array', 'choice', 'case'].includes(parent.kind)
}

/** Only `+ -` and `* / %` are known to bind differently. */
function bindsTighter(
  node: Extract<PostgresNode, { kind: 'operator' }>,
  parent: Extract<PostgresNode, { kind: 'operator' }>,
): boolean {
  const rank = ({ operator, args }: typeof node) => {
    if (args.length !== 2) return 0
    return operator === '+' || operator === '-' ? 1 : ['*', '/', '%'].includes(operator) ? 2 : 0
  }
  const [own, outer] = [rank(node), rank(parent)]
  if (own === 0 || outer === 0) return false
  return own === outer ? parent.args[0] === node : own > outer
}
