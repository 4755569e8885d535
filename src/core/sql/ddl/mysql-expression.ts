import { atLeast } from '../../engine'
import type { DdlCursor } from './cursor'
import type { DraftTable, SchemaDraft } from './draft'
import type { DdlExpression } from './expression'
import { readDdlExpression } from './expression-reader'
import type { MysqlTarget } from './mysql-charsets'
import { withCharsets } from './mysql-literals'

/**
 * An expression as information_schema prints it: MySQL with all parentheses, MariaDB with those that are needed, both
 * with their own names of functions. What is not understood stays as written, and a note says so.
 * @param resolved the columns were looked up before it was printed, so that MySQL 8 has converted strings to their charsets
 */
export function mysqlExpressionText(
  cursor: DdlCursor,
  table: DraftTable,
  draft: SchemaDraft,
  target: MysqlTarget,
  resolved: boolean,
): string {
  const expression = readDdlExpression(cursor)
  if (expression === undefined) {
    if (resolved) draft.note('This expression is kept as it is written.', cursor.spanFrom(cursor.at))
    return cursor.source(cursor.at, cursor.end)
  }
  const modern = !target.mariadb && atLeast(target.version, 8)
  const read = modern && resolved ? withCharsets(expression, table, !atLeast(target.version, 9)) : expression
  return new Printer(target.mariadb, modern).print(read)
}

/** Names under which both servers keep their functions. */
const bothNames: Readonly<Record<string, string>> = {
  substring: 'substr',
  mid: 'substr',
  day: 'dayofmonth',
  ceil: 'ceiling',
  power: 'pow',
  character_length: 'char_length',
}
const mysqlNames: Readonly<Record<string, string>> = { lcase: 'lower', ucase: 'upper', octet_length: 'length' }
const mariadbNames: Readonly<Record<string, string>> = { lower: 'lcase', upper: 'ucase', length: 'octet_length' }

const comparisons = new Set(['=', '<=>', '<', '<=', '>', '>=', '<>'])
const opposites: Readonly<Record<string, string>> = { '=': '<>', '<>': '=', '<': '>=', '>=': '<', '>': '<=', '<=': '>' }

/** How strongly MariaDB's printed operators bind; higher inside lower needs no parentheses. */
const strengths: Readonly<Record<string, number>> = {
  or: 1,
  xor: 2,
  and: 3,
  '=': 6,
  '<=>': 6,
  '<': 6,
  '<=': 6,
  '>': 6,
  '>=': 6,
  '<>': 6,
  '|': 7,
  '&': 8,
  '<<': 9,
  '>>': 9,
  '+': 10,
  '-': 10,
  '*': 11,
  '/': 11,
  div: 11,
  '%': 11,
  mod: 11,
  '^': 12,
}

class Printer {
  private readonly mariadb: boolean
  /** MySQL 8 prints charsets of strings and compares with 0 where a truth value is wanted. */
  private readonly modern: boolean

  constructor(mariadb: boolean, modern: boolean) {
    this.mariadb = mariadb
    this.modern = modern
  }

  print(expression: DdlExpression): string {
    switch (expression.kind) {
      case 'column':
        return `\`${expression.name.replaceAll('`', '``')}\``
      case 'string':
        return this.string(expression.value, expression.charset ?? 'utf8mb4')
      case 'word':
        return this.word(expression.text)
      case 'call':
        return this.call(expression.name, expression.args)
      case 'unary':
        return this.mariadb ? `${expression.operator}${this.inside(expression.operand, 13)}` : this.signed(expression)
      case 'binary':
        return this.binary(expression.operator, expression.left, expression.right)
      case 'logical':
        return this.wrapped(
          expression.items
            .map((item) => this.truth(item, strengths[expression.operator] ?? 0))
            .join(` ${expression.operator} `),
        )
      case 'not':
        return this.not(expression.operand)
      case 'is':
        return this.is(expression)
      case 'in': {
        const [only] = expression.items
        if (expression.items.length === 1 && only !== undefined) {
          return this.binary(expression.negated ? '<>' : '=', expression.operand, only)
        }
        return this.wrapped(
          `${this.inside(expression.operand, 6)}${negation(expression)} in (${this.list(expression.items)})`,
        )
      }
      case 'between':
        return this.wrapped(
          `${this.inside(expression.operand, 6)}${negation(expression)} between ${this.inside(expression.low, 6)} and ${this.inside(expression.high, 6)}`,
        )
      case 'match':
        return this.match(expression)
      case 'case':
        return this.cases(expression)
      case 'cast':
        return `cast(${this.print(expression.operand)} as ${castType(expression.type)})`
      case 'collate':
        return this.wrapped(`${this.inside(expression.operand, 14)} collate ${expression.collation.toLowerCase()}`)
      case 'interval':
        return `interval ${this.print(expression.amount)} ${expression.unit}`
      case 'extract':
        return `extract(${expression.unit} from ${this.print(expression.operand)})`
      case 'array':
        return this.list(expression.items)
    }
  }

  /** MySQL has parentheses around every operation. */
  private wrapped(text: string): string {
    return this.mariadb ? text : `(${text})`
  }

  /** An operand of something that binds with `strength`. */
  private inside(expression: DdlExpression, strength: number, right = false): string {
    const text = this.print(expression)
    if (!this.mariadb) return text
    const own = strengthOf(expression)
    return own < strength || (right && own === strength) ? `(${text})` : text
  }

  private list(items: readonly DdlExpression[]): string {
    return items.map((item) => this.print(item)).join(',')
  }

  private string(value: string, charset: string): string {
    const escaped = value
      .replaceAll('\\', '\\\\')
      .replaceAll("'", "\\'")
      .replaceAll('\n', '\\n')
      .replaceAll('\r', '\\r')
    // The charset is that of the connection that sent the statement; clients use utf8mb4.
    return `${this.modern ? `_${charset}` : ''}'${this.mariadb || !this.modern ? escaped : escaped.replaceAll("\\'", "'")}'`
  }

  private word(text: string): string {
    const upper = text.toUpperCase()
    if (upper === 'NULL') return 'NULL'
    if (upper === 'TRUE' || upper === 'FALSE') {
      if (this.mariadb) return upper === 'TRUE' ? '1' : '0'
      return this.modern ? upper.toLowerCase() : upper
    }
    return /^[a-z_]+$/i.test(text) ? text.toLowerCase() : text
  }

  private signed({ operator, operand }: Extract<DdlExpression, { kind: 'unary' }>): string {
    return operator === '+' ? this.print(operand) : `${operator}(${this.print(operand)})`
  }

  private call(name: string, args: readonly DdlExpression[]): string {
    const [first, second] = args
    if (first !== undefined && second === undefined && name === 'date') {
      return this.print({ kind: 'cast', operand: first, type: 'date' })
    }
    if (first !== undefined && second !== undefined) {
      if (name === 'mod') return this.binary('%', first, second)
      if (name === 'datediff') {
        const days = (of: DdlExpression): DdlExpression => ({ kind: 'call', name: 'to_days', args: [of] })
        return this.binary('-', days(first), days(second))
      }
      if (second.kind === 'interval' && (name === 'date_add' || name === 'adddate'))
        return this.binary('+', first, second)
      if (second.kind === 'interval' && (name === 'date_sub' || name === 'subdate'))
        return this.binary('-', first, second)
    }
    const own = this.mariadb ? mariadbNames : mysqlNames
    const kept = bothNames[name] ?? name
    return `${own[kept] ?? kept}(${this.list(args)})`
  }

  private binary(operator: string, left: DdlExpression, right: DdlExpression): string {
    if (operator === '->' || operator === '->>') {
      const extract = `json_extract(${this.print(left)},${this.print(right)})`
      return operator === '->' ? extract : `json_unquote(${extract})`
    }
    const strength = strengths[operator] ?? 10
    const a = operator === 'xor' && this.modern ? this.truth(left, strength) : this.inside(left, strength)
    const b = operator === 'xor' && this.modern ? this.truth(right, strength) : this.inside(right, strength, true)
    return this.wrapped(`${a} ${this.operator(operator)} ${b}`)
  }

  private operator(operator: string): string {
    if (operator === 'div') return 'DIV'
    if (operator === '%' || operator === 'mod') return this.mariadb ? 'MOD' : '%'
    return operator
  }

  /** Where a truth value is wanted, other values are compared with 0. */
  private truth(expression: DdlExpression, strength: number): string {
    if (isTruth(expression) || (!this.modern && !this.mariadb)) return this.inside(expression, strength)
    const text = this.inside(expression, 6)
    return this.mariadb ? `${text} <> 0` : `(0 <> ${text})`
  }

  private not(operand: DdlExpression): string {
    if (operand.kind === 'not') return this.truth(operand.operand, 0)
    if (operand.kind === 'binary') {
      const opposite = opposites[operand.operator]
      if (opposite !== undefined) return this.binary(opposite, operand.left, operand.right)
    }
    if (operand.kind === 'in' || operand.kind === 'between' || operand.kind === 'is') {
      return this.print({ ...operand, negated: !operand.negated })
    }
    if (operand.kind === 'match') return this.match({ ...operand, negated: !operand.negated })
    if (isTruth(operand) || (!this.modern && !this.mariadb)) return this.wrapped(`not(${this.print(operand)})`)
    return this.mariadb ? `${this.inside(operand, 6)} = 0` : `(0 = ${this.print(operand)})`
  }

  private is({ operand, what, negated }: Extract<DdlExpression, { kind: 'is' }>): string {
    if (what === 'null' && !negated && !this.mariadb && !this.modern) return `isnull(${this.print(operand)})`
    return this.wrapped(`${this.inside(operand, 6)} is ${negated ? 'not ' : ''}${what}`)
  }

  private match(expression: Extract<DdlExpression, { kind: 'match' }>): string {
    const { operator, negated } = expression
    const operand = this.inside(expression.operand, 6)
    const pattern = this.inside(expression.pattern, 6)
    if (this.mariadb) return `${operand} ${negated ? ' not ' : ''}${operator} ${pattern}`
    const text =
      operator === 'regexp' && this.modern
        ? `regexp_like(${operand},${pattern})`
        : `(${operand} ${operator} ${pattern})`
    return negated ? `(not(${text}))` : text
  }

  private cases({ operand, branches, otherwise }: Extract<DdlExpression, { kind: 'case' }>): string {
    const head = operand === undefined ? '' : ` ${this.print(operand)}`
    const list = branches.map(({ when, result }) => ` when ${this.print(when)} then ${this.print(result)}`).join('')
    const rest = otherwise === undefined ? '' : ` else ${this.print(otherwise)}`
    return this.wrapped(`case${head}${list}${rest} end`)
  }
}

function negation({ negated }: { readonly negated: boolean }): string {
  return negated ? ' not' : ''
}

function isTruth(expression: DdlExpression): boolean {
  if (expression.kind === 'binary') return comparisons.has(expression.operator) || expression.operator === 'xor'
  return ['logical', 'not', 'is', 'in', 'between', 'match'].includes(expression.kind)
}

/** Of MariaDB's text; things that need no parentheses anywhere are strongest. */
function strengthOf(expression: DdlExpression): number {
  switch (expression.kind) {
    case 'binary':
      return expression.operator.startsWith('->') ? 20 : (strengths[expression.operator] ?? 10)
    case 'logical':
      return strengths[expression.operator] ?? 1
    case 'not':
    case 'is':
    case 'in':
    case 'between':
    case 'match':
      return 6
    case 'unary':
      return 13
    case 'collate':
      return 14
    default:
      return 20
  }
}

/** Types of CAST as printed: characters with the connection's charset, bytes as characters without one. */
function castType(type: string): string {
  const text = type.replace(/^(signed|unsigned) integer$/, '$1').replace(/^decimal$/, 'decimal(10,0)')
  if (text === 'binary') return 'char charset binary'
  if (/^binary\(/.test(text)) return `${text.replace('binary', 'char')} charset binary`
  return /^char(?:\(\d+\))?$/.test(text) ? `${text} charset utf8mb4` : text.replace(/ character set /, ' charset ')
}
