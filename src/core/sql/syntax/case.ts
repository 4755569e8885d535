import { expression } from './expressions'
import type { CaseBranchNode, ExpressionNode } from './model'
import type { Reader } from './reader'

/** `CASE [operand] WHEN … THEN … [ELSE …] END` */
export function caseExpression(r: Reader): ExpressionNode {
  const from = r.at
  r.at++
  const operand = r.word() === 'WHEN' ? undefined : expression(r)
  const branches: CaseBranchNode[] = []
  while (r.word() === 'WHEN') {
    const begin = r.at
    r.at++
    const condition = expression(r)
    r.expect('THEN')
    const result = expression(r)
    branches.push({ type: 'case-branch', from: begin, to: r.at, span: r.span(begin), condition, result })
  }
  if (branches.length === 0) r.fail('WHEN is expected here.')
  const otherwise = r.take('ELSE') ? expression(r) : undefined
  r.expect('END')
  return { type: 'case', from, to: r.at, span: r.span(from), operand, branches, otherwise }
}
