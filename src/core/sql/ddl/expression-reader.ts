import { stringValue } from '../string-literal'
import { TokenKind } from '../tokens'
import { DdlCursor } from './cursor'
import type { DdlExpression } from './expression'
import { readPostgresType } from './postgres-type'

/** Deeper nesting is given up before the stack is. */
const maxDepth = 100

/** Binary operators from weak to strong (manuals: "Operator Precedence"). */
const mysqlStrength: Readonly<Record<string, number>> = {
  OR: 1,
  '||': 1,
  XOR: 2,
  AND: 3,
  '&&': 3,
  '=': 6,
  '<=>': 6,
  '>=': 6,
  '>': 6,
  '<=': 6,
  '<': 6,
  '<>': 6,
  '!=': 6,
  '|': 7,
  '&': 8,
  '<<': 9,
  '>>': 9,
  '+': 10,
  '-': 10,
  '*': 11,
  '/': 11,
  DIV: 11,
  '%': 11,
  MOD: 11,
  '^': 12,
  '->': 17,
  '->>': 17,
}
const postgresStrength: Readonly<Record<string, number>> = {
  OR: 1,
  AND: 3,
  '=': 6,
  '>=': 6,
  '>': 6,
  '<=': 6,
  '<': 6,
  '<>': 6,
  '!=': 6,
  '+': 10,
  '-': 10,
  '*': 11,
  '/': 11,
  '%': 11,
  '^': 12,
}
const strengthOfNot = 4
const strengthOfIs = 5
const strengthOfMatch = 6
const strengthOfOthers = 8
const strengthOfCollate = 14
const strengthOfSign = 15

/** Reads the whole of the cursor as one expression; undefined when anything of it is not understood. */
export function readDdlExpression(cursor: DdlCursor): DdlExpression | undefined {
  const reader = new ExpressionReader(new DdlCursor(cursor.code, cursor.at, cursor.end))
  const expression = reader.read(0)
  return reader.cursor.done ? expression : undefined
}

class ExpressionReader {
  readonly cursor: DdlCursor
  private readonly postgres: boolean
  private depth = 0

  constructor(cursor: DdlCursor) {
    this.cursor = cursor
    this.postgres = cursor.code.dialect === 'postgres'
  }

  /** Reads operators that bind stronger than `above`. */
  read(above: number): DdlExpression | undefined {
    if (this.depth >= maxDepth) return undefined
    this.depth++
    let left = this.operand()
    while (left !== undefined && !this.cursor.done) {
      const next: DdlExpression | 'end' | undefined = this.continued(left, above)
      if (next === 'end') break
      left = next
    }
    this.depth--
    return left
  }

  private continued(left: DdlExpression, above: number): DdlExpression | 'end' | undefined {
    const { cursor } = this
    const special = this.special(left, above)
    if (special !== 'none') return special
    const operator = this.operatorHere()
    const strength = operator === '' ? 0 : this.strengthOf(operator)
    if (strength === 0 || strength <= above) return 'end'
    cursor.at++
    const right = this.read(strength)
    if (right === undefined) return undefined
    const lower = operator.toLowerCase()
    if (lower === 'and' || lower === '&&') return logical('and', left, right)
    if (lower === 'or' || (lower === '||' && !this.postgres)) return logical('or', left, right)
    return { kind: 'binary', operator: lower === '!=' ? '<>' : lower, left, right }
  }

  private operatorHere(): string {
    const { cursor } = this
    if (cursor.kind() === TokenKind.operator) return cursor.text()
    return cursor.word()
  }

  private strengthOf(operator: string): number {
    const table = this.postgres ? postgresStrength : mysqlStrength
    const known = table[operator]
    if (known !== undefined) return known
    return this.postgres && this.cursor.kind() === TokenKind.operator && operator !== '::' ? strengthOfOthers : 0
  }

  /** What follows an operand and is no plain operator. */
  private special(left: DdlExpression, above: number): DdlExpression | 'end' | 'none' | undefined {
    const { cursor } = this
    if (this.postgres && cursor.takeText('::')) {
      const type = readPostgresType(cursor, 'public')
      return type && { kind: 'cast', operand: left, type: type.text }
    }
    if (cursor.is('COLLATE')) {
      if (above >= strengthOfCollate) return 'end'
      cursor.at++
      const collation = cursor.dotted().slice(-1)[0]
      return collation === undefined ? undefined : { kind: 'collate', operand: left, collation }
    }
    if (this.postgres && cursor.is('AT', 'TIME', 'ZONE')) {
      if (above >= 13) return 'end'
      cursor.at += 3
      const zone = this.read(13)
      return zone && { kind: 'binary', operator: 'at time zone', left, right: zone }
    }
    if (cursor.is('IS')) return above >= strengthOfIs ? 'end' : this.is(left)
    const offset = cursor.is('NOT') ? 1 : 0
    const word = cursor.word(offset)
    if (!matchWords.has(word)) return 'none'
    if (above >= strengthOfMatch) return 'end'
    cursor.at += offset + 1
    return this.matched(left, word, offset === 1)
  }

  private is(left: DdlExpression): DdlExpression | undefined {
    const { cursor } = this
    cursor.at++
    const negated = cursor.take('NOT')
    if (cursor.take('DISTINCT', 'FROM')) {
      const right = this.read(strengthOfMatch)
      return right && { kind: 'binary', operator: `is ${negated ? 'not ' : ''}distinct from`, left, right }
    }
    const what = cursor.word().toLowerCase()
    if (!['null', 'true', 'false', 'unknown'].includes(what)) return undefined
    cursor.at++
    return { kind: 'is', operand: left, what, negated }
  }

  private matched(operand: DdlExpression, word: string, negated: boolean): DdlExpression | undefined {
    const { cursor } = this
    if (word === 'IN') {
      const inside = cursor.group()
      const items = inside && this.list(inside)
      return items && { kind: 'in', operand, items, negated }
    }
    if (word === 'BETWEEN') {
      const low = this.read(strengthOfMatch)
      const high = cursor.take('AND') ? this.read(strengthOfMatch) : undefined
      return low && high && { kind: 'between', operand, low, high, negated }
    }
    const pattern = this.read(strengthOfMatch)
    const operator = word === 'RLIKE' ? 'regexp' : word.toLowerCase()
    return pattern && { kind: 'match', operator, operand, pattern, negated }
  }

  private list(inside: DdlCursor): readonly DdlExpression[] | undefined {
    const items: DdlExpression[] = []
    for (const item of inside.items()) {
      const one = this.within(item)
      if (one === undefined) return undefined
      items.push(one)
    }
    return items
  }

  /** A part in parentheses, to its end. */
  private within(part: DdlCursor): DdlExpression | undefined {
    const reader = new ExpressionReader(part)
    reader.depth = this.depth + 1
    const expression = reader.read(0)
    return part.done ? expression : undefined
  }

  private operand(): DdlExpression | undefined {
    const { cursor } = this
    switch (cursor.kind()) {
      case TokenKind.openParen: {
        const inside = cursor.group()
        return inside && this.within(inside)
      }
      case TokenKind.number:
        return this.word()
      case TokenKind.string: {
        const text = cursor.text()
        cursor.at++
        const value = stringValue(text, cursor.code.dialect)
        return value === undefined || text.startsWith('_') ? undefined : { kind: 'string', value }
      }
      case TokenKind.quotedName:
        return this.named()
      case TokenKind.operator: {
        const operator = cursor.text()
        if (!['-', '+', '~', '!'].includes(operator)) return undefined
        cursor.at++
        const operand = this.read(strengthOfSign)
        if (operator === '!') return operand && { kind: 'not', operand }
        return operand && { kind: 'unary', operator, operand }
      }
      case TokenKind.word:
        return this.wordOperand()
      default:
        return undefined
    }
  }

  private word(): DdlExpression {
    const text = this.cursor.text()
    this.cursor.at++
    return { kind: 'word', text }
  }

  private wordOperand(): DdlExpression | undefined {
    const { cursor } = this
    if (constants.has(cursor.word())) return this.word()
    if (cursor.take('NOT')) {
      const operand = this.read(strengthOfNot)
      return operand && { kind: 'not', operand }
    }
    if (cursor.take('CASE')) return this.cases()
    if (cursor.is('CAST') && cursor.kind(1) === TokenKind.openParen) return this.cast()
    if (!this.postgres && cursor.take('BINARY')) {
      const operand = this.read(strengthOfSign)
      return operand && { kind: 'cast', operand, type: 'binary' }
    }
    if (!this.postgres && cursor.take('INTERVAL')) {
      const amount = this.read(0)
      const unit = cursor.word().toLowerCase()
      cursor.at++
      return amount && { kind: 'interval', amount, unit }
    }
    if (this.postgres && cursor.is('ARRAY') && cursor.kind(1) === TokenKind.openBracket) return this.array()
    // A typed literal: DATE '2020-01-01'.
    if (this.postgres && cursor.kind(1) === TokenKind.string) {
      const type = readPostgresType(cursor, 'public')
      const operand = this.operand()
      return type && operand && { kind: 'cast', operand, type: type.text }
    }
    return this.named()
  }

  private named(): DdlExpression | undefined {
    const { cursor } = this
    const path = cursor.dotted()
    const name = path[path.length - 1]
    if (name === undefined) return undefined
    if (cursor.kind() !== TokenKind.openParen) return { kind: 'column', name }
    const inside = cursor.group()
    return inside && this.call(this.postgres ? name : name.toLowerCase(), inside)
  }

  private call(name: string, inside: DdlCursor): DdlExpression | undefined {
    const lower = name.toLowerCase()
    if (lower === 'extract') {
      const unit = inside.text().replace(/'/g, '').toLowerCase()
      inside.at++
      if (!inside.take('FROM')) return undefined
      const operand = this.within(inside)
      return operand && { kind: 'extract', unit, operand }
    }
    if (!this.postgres && lower === 'convert') {
      const [operand, type] = inside.items()
      const read = operand && this.within(operand)
      return read && type && { kind: 'cast', operand: read, type: wordsOf(type) }
    }
    if (lower === 'position') return this.position(inside)
    const sqlForm = this.postgres && hasWord(inside, 'FROM')
    const args = this.arguments(inside)
    return args && { kind: 'call', name, args, ...(sqlForm && { sqlForm }) }
  }

  /** What commas separate, or the words of `SUBSTRING(s FROM 2 FOR 3)`. */
  private arguments(inside: DdlCursor): readonly DdlExpression[] | undefined {
    const args: DdlExpression[] = []
    while (!inside.done) {
      const from = inside.at
      while (!inside.done && inside.kind() !== TokenKind.comma && !inside.is('FROM') && !inside.is('FOR')) inside.skip()
      const arg = this.within(new DdlCursor(inside.code, from, inside.at))
      if (arg === undefined) return undefined
      args.push(arg)
      inside.at++
    }
    return args
  }

  /** `POSITION(a IN b)` */
  private position(inside: DdlCursor): DdlExpression | undefined {
    const start = inside.at
    while (!inside.done && !inside.is('IN')) inside.skip()
    const what = this.within(new DdlCursor(inside.code, start, inside.at))
    const where = inside.take('IN') ? this.within(inside) : undefined
    if (what === undefined || where === undefined) return undefined
    return this.postgres ? undefined : { kind: 'call', name: 'locate', args: [what, where] }
  }

  private cast(): DdlExpression | undefined {
    const { cursor } = this
    cursor.at++
    const inside = cursor.group()
    if (inside === undefined) return undefined
    const reader = new ExpressionReader(inside)
    reader.depth = this.depth + 1
    const operand = reader.read(0)
    if (operand === undefined || !inside.take('AS')) return undefined
    if (!this.postgres) return { kind: 'cast', operand, type: wordsOf(inside) }
    const type = readPostgresType(inside, 'public')
    return type && { kind: 'cast', operand, type: type.text }
  }

  private array(): DdlExpression | undefined {
    const { cursor } = this
    cursor.at += 2
    const items: DdlExpression[] = []
    while (!cursor.done && cursor.kind() !== TokenKind.closeBracket) {
      const item = this.read(0)
      if (item === undefined) return undefined
      items.push(item)
      if (cursor.kind() === TokenKind.comma) cursor.at++
    }
    cursor.at++
    return { kind: 'array', items }
  }

  private cases(): DdlExpression | undefined {
    const { cursor } = this
    const operand = cursor.is('WHEN') ? undefined : this.read(0)
    const branches: { when: DdlExpression; result: DdlExpression }[] = []
    while (cursor.take('WHEN')) {
      const when = this.read(0)
      const result = cursor.take('THEN') ? this.read(0) : undefined
      if (when === undefined || result === undefined) return undefined
      branches.push({ when, result })
    }
    const otherwise = cursor.take('ELSE') ? this.read(0) : undefined
    if (!cursor.take('END') || branches.length === 0) return undefined
    return { kind: 'case', operand, branches, otherwise }
  }
}

const matchWords = new Set(['IN', 'BETWEEN', 'LIKE', 'ILIKE', 'REGEXP', 'RLIKE'])
const constants = new Set(
  'NULL TRUE FALSE CURRENT_DATE CURRENT_TIMESTAMP CURRENT_TIME CURRENT_USER LOCALTIME LOCALTIMESTAMP'.split(' '),
)

function logical(operator: 'and' | 'or', left: DdlExpression, right: DdlExpression): DdlExpression {
  const items = left.kind === 'logical' && left.operator === operator ? left.items : [left]
  return { kind: 'logical', operator, items: [...items, right] }
}

/** The rest of a cursor in lower case, words one blank apart, parentheses tight. */
function wordsOf(cursor: DdlCursor): string {
  let text = ''
  for (; !cursor.done; cursor.at++) {
    const piece = cursor.text().toLowerCase()
    const tight = text === '' || /[(,]$/.test(text) || /^[(),]$/.test(piece)
    text += tight ? piece : ` ${piece}`
  }
  return text
}

/** Does this word stand outside the inner parentheses? */
function hasWord(cursor: DdlCursor, word: string): boolean {
  return cursor.items().some((item) => {
    while (!item.done && !item.is(word)) item.skip()
    return !item.done
  })
}
