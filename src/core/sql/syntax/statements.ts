import { TokenKind } from '../tokens'
import { assignments } from './assignments'
import { bitExpression } from './expressions'
import { insert } from './insert'
import { query, queryAfterWith } from './queries'
import type { Reader } from './reader'
import type { ExplainNode, OtherNode, StatementNode } from './statement-model'
import { deletion, update } from './update-delete'
import { withClause } from './with'
import { otherVerbs } from './words'

/** A statement of any kind; whatever cannot be one is opaque. */
export function statement(r: Reader): StatementNode {
  const from = r.at
  switch (r.word()) {
    case 'SELECT':
    case 'VALUES':
    case 'TABLE':
      return query(r)
    case 'WITH': {
      const list = withClause(r)
      if (r.word() === 'UPDATE') return update(r, from, list)
      if (r.word() === 'DELETE') return deletion(r, from, list)
      return queryAfterWith(r, from, list)
    }
    case 'INSERT':
    case 'REPLACE':
      return insert(r)
    case 'UPDATE':
      return update(r, from, undefined)
    case 'DELETE':
      return deletion(r, from, undefined)
    case 'EXPLAIN':
    case 'DESCRIBE':
    case 'DESC':
      return explain(r)
    case 'ANALYZE':
      return analyzesStatement(r) ? explain(r) : other(r)
    case 'SET':
      return r.word(1) === 'STATEMENT' && r.isName(2) ? setStatement(r) : other(r)
    default:
      if (r.kind() === TokenKind.openParen && r.opensQuery()) return query(r)
      return other(r)
  }
}

/** The rest of the statement, whole. A first word that no server knows is an error. */
function other(r: Reader): OtherNode {
  const from = r.at
  const verb = r.word()
  const label = r.isOperator(':', 1)
  if (!otherVerbs.has(verb) && !label) r.fail('No statement begins with this.')
  r.at = r.code.length
  return { type: 'other', from, to: r.at, span: r.span(from), verb }
}

/** MariaDB: `ANALYZE SELECT …`, not `ANALYZE TABLE t`. */
function analyzesStatement(r: Reader): boolean {
  const word = r.word(1)
  return word === 'FORMAT' || (word !== 'TABLE' && explained.has(word)) || r.kind(1) === TokenKind.openParen
}

const explained: ReadonlySet<string> = new Set('SELECT WITH INSERT REPLACE UPDATE DELETE VALUES TABLE'.split(' '))

/** `EXPLAIN FORMAT=JSON statement`, `DESCRIBE table column`, `EXPLAIN FOR CONNECTION 5`, MariaDB's `ANALYZE statement`. */
function explain(r: Reader): ExplainNode | OtherNode {
  const from = r.at
  const word = r.word()
  const verb = word === 'EXPLAIN' || word === 'DESCRIBE' || word === 'ANALYZE' ? word : 'DESC'
  r.at++
  let analyze = verb === 'ANALYZE'
  let format: string | undefined
  for (;;) {
    if (r.word() === 'ANALYZE' && !analyze) {
      analyze = true
      r.at++
    } else if (r.word() === 'FORMAT' && r.isOperator('=', 1)) {
      r.at += 2
      if ((!r.isName() && r.kind() !== TokenKind.string) || explained.has(r.word())) break
      format = r.takeAnyName().name.toUpperCase()
    } else if ((r.word() === 'EXTENDED' || r.word() === 'PARTITIONS') && beginsStatement(r, 1)) {
      r.at++
    } else if (r.word() === 'INTO' && r.kind(1) === TokenKind.userVariable) {
      r.at += 2
    } else if (r.word() === 'FOR' && (r.word(1) === 'SCHEMA' || r.word(1) === 'DATABASE')) {
      r.at = Math.min(r.at + 3, r.code.length)
    } else {
      break
    }
  }
  if (!beginsStatement(r, 0)) return describes(r, from, verb)
  const inner = r.nested(() => statement(r))
  return { type: 'explain', from, to: r.at, span: r.span(from), verb, analyze, format, statement: inner }
}

function beginsStatement(r: Reader, offset: number): boolean {
  return explained.has(r.word(offset)) || r.opensQuery(offset)
}

/** `DESCRIBE t`, `DESC t 'a%'`, `EXPLAIN FOR CONNECTION 5`: kept whole. */
function describes(r: Reader, from: number, verb: string): OtherNode {
  if (r.take('FOR')) {
    r.take('CONNECTION')
    bitExpression(r)
  } else if (r.dottedName() === undefined) {
    r.fail('A statement or a table is expected here.')
  } else if (!r.takeKind(TokenKind.string) && r.isName()) {
    r.at++
  }
  if (!r.atEnd) r.fail('This does not fit here.')
  r.at = r.code.length
  return { type: 'other', from, to: r.at, span: r.span(from), verb }
}

/** MariaDB: `SET STATEMENT a = 1, b = 2 FOR statement` */
function setStatement(r: Reader): StatementNode {
  const from = r.at
  r.at += 2
  const assigned = assignments(r)
  r.expect('FOR')
  const inner = r.nested(() => statement(r))
  return { type: 'set-statement', from, to: r.at, span: r.span(from), assignments: assigned, statement: inner }
}
