import { TokenKind } from '../tokens'
import type { CaretInCode } from './caret'
import { functionWords, isOfDialect } from './function-words'
import { keywordsAt } from './keyword-words'
import type { CompletionRequest, Proposal } from './model'
import { before } from './operand-before'
import { namesSomething } from './propose-names'

/** Keywords and functions that may stand at the caret. */
export function proposeWords(caret: CaretInCode, { dialect }: CompletionRequest): readonly Proposal[] {
  const { clause, expectsTable, block } = caret.place
  const stands = before(caret)
  if (clause === 'index-hint' || clause === 'using' || namesSomething(caret)) return []
  if (clause === 'start') {
    const isBegin = stands === 'start' || caret.code.kind(caret.at - 1) === TokenKind.openParen
    return keywordProposals(
      block.verb === undefined || isBegin
        ? keywordsAt('statement', 'operand', dialect)
        : keywordsAt('start', 'after', dialect),
      isBegin ? 1 : 20,
    )
  }
  if (expectsTable) return keywordProposals(keywordsAt('from', 'table', dialect), 40)
  if (clause === 'from') return keywordProposals(keywordsAt('from', 'after', dialect), 1)
  if (stands === 'operand') return keywordProposals(keywordsAt(clause, 'after', dialect), 1)
  // A subquery may begin behind a parenthesis.
  const opensQuery =
    caret.code.kind(caret.at - 1) === TokenKind.openParen &&
    /^(?:IN|EXISTS|ANY|ALL|SOME)$/.test(caret.code.word(caret.at - 2))
  const isExists = caret.code.word(caret.at - 2) === 'EXISTS'
  const query: readonly Proposal[] = opensQuery
    ? [{ label: 'SELECT', insert: 'SELECT', kind: 'keyword', rank: isExists ? 0 : 14 }]
    : []
  if (clause === 'insert-columns') return query
  return [...query, ...keywordProposals(keywordsAt(clause, 'operand', dialect), 60), ...functionProposals(dialect)]
}

function keywordProposals(words: ReturnType<typeof keywordsAt>, rank: number): readonly Proposal[] {
  return words.map(({ word, about }, at) => ({
    label: word,
    insert: word,
    kind: 'keyword',
    about,
    rank: rank + at / 100,
  }))
}

function functionProposals(dialect: CompletionRequest['dialect']): readonly Proposal[] {
  return functionWords
    .filter((word) => isOfDialect(word, dialect))
    .map(({ name, signature, about }, at) => ({
      label: name,
      insert: signature.includes('(') ? (signature === 'COUNT(*)' ? signature : `${name}()`) : name,
      kind: 'function',
      detail: signature,
      about,
      rank: 50 + at / 1000,
    }))
}
