import { readAccessPhrase } from './mysql-access-phrase'
import { addCondition, type Operation, type Phrase } from './mysql-operation'
import { insertWords, lengthOfWords, mergeWords, operationWords, sameString } from './mysql-operation-words'
import { closingParenthesis, findOutside, listPieces } from './outside-quotes'

/**
 * Reads a phrase of FORMAT=TREE, without its costs:
 *
 *     Index range scan on o using ix_total over (10 <= total), with index condition: (o.total >= 10)
 *     Inner hash join (y.s = x.s), extra conditions: (x.id < y.id)
 *     Sort: o.total DESC, limit input to 10 row(s) per chunk
 *
 * @param start where the phrase stands in its text (UTF-16 code units): the places of conditions count from there
 * @param keepsConditions false where the conditions are told elsewhere too, and need not be taken out of the phrase
 */
export function readOperation(text: string, start = 0, keepsConditions = true): Operation {
  const known = text.length <= longestWords ? wordsOnly.get(text) : undefined
  if (known) return { ...known, conditions: [], rest: { ...known.rest } }
  const operation = readWords({ text, start, keepsConditions })
  const isWords = text.length <= longestWords && /^[A-Za-z ]+$/.test(text)
  if (isWords && !operation.access && !operation.problem && wordsOnly.size < maxWordsOnly) {
    wordsOnly.set(text, { ...operation, rest: { ...operation.rest } })
  }
  return operation
}

/** Phrases without conditions and numbers, such as `Nested loop inner join`: what they say is always the same. */
const wordsOnly = new Map<string, Operation>()
const maxWordsOnly = 200
const longestWords = 40

function readWords(phrase: Phrase): Operation {
  const { text } = phrase
  const operation: Operation = {
    label: '',
    operator: 'other',
    inputs: 0,
    access: undefined,
    conditions: [],
    rest: {},
    problem: undefined,
  }
  if (readAccessPhrase(phrase, operation) || readWrite(text, operation)) return operation
  if (mergeWords.test(text)) {
    operation.label = mergeWords.exec(text)?.[0] ?? text
    operation.operator = 'access'
    operation.inputs = 1
    leftover(operation, text, operation.label.length)
    return operation
  }
  for (const words of operationWords) {
    const length = lengthOfWords(words.begins, text)
    if (length === -1) continue
    operation.label = sameString(text.slice(0, length))
    operation.operator = words.operator
    operation.inputs = words.inputs
    leftover(operation, text, readTail(operation, phrase, length))
    return operation
  }
  operation.label = /^[^:(]*/.exec(text)?.[0].trim() || text.trim()
  operation.problem = { start: 0, end: text.length }
  return operation
}

function leftover(operation: Operation, phrase: string, from: number): void {
  if (from < phrase.length && phrase.slice(from).trim() !== '') operation.problem = { start: from, end: phrase.length }
}

function readWrite(phrase: string, operation: Operation): boolean {
  const insert = insertWords.exec(phrase)
  if (!insert) return false
  operation.label = insert[1] ?? ''
  operation.operator = 'insert'
  operation.inputs = 1
  if (insert[1] === 'Replace') operation.rest.replace = true
  operation.access = {
    table: phrase.slice(insert[0].length),
    method: 'none',
    covering: false,
    backward: false,
    multiRangeRead: false,
    indexCondition: false,
  }
  return true
}

/** Reads what stands behind the words of a step; gives the place behind what was understood. */
function readTail(operation: Operation, phrase: Phrase, from: number): number {
  const { rest } = operation
  const tail = phrase.text.slice(from)
  const take = (pattern: RegExp) => pattern.exec(tail)
  const whole = phrase.text.length
  switch (operation.operator) {
    case 'filter':
      addCondition(operation, phrase, from + 2, whole, 'row-filter')
      return whole
    case 'hash-join':
    case 'nested-loop':
    case 'semi-join':
    case 'anti-join':
    case 'batched-key-access':
      return joinTail(operation, phrase, from)
    case 'sort': {
      const limit = take(/, limit input to (\d+) row\(s\) per chunk$/)
      rest.sort_fields = tail.slice(2, limit?.index)
      if (limit) rest.per_chunk_limit = Number(limit[1])
      return whole
    }
    case 'limit': {
      const found = take(/^: (\d+)(?:\/(\d+))? row\(s\)( \(no early end due to SQL_CALC_FOUND_ROWS\))?$/)
      if (!found) return from
      const isOffset = operation.label === 'Offset'
      const offset = Number(isOffset ? found[1] : (found[2] ?? 0))
      if (!isOffset) rest.limit = Number(found[1]) + offset
      rest.limit_offset = offset
      if (found[3]) rest.count_all_rows = true
      return whole
    }
    case 'aggregate':
      if (operation.label === 'Aggregate using temporary table') return from
      rest.functions = operation.label === 'Group' ? tail.slice(2, -1) : tail.slice(2).trim()
      return tail.endsWith(')') || operation.label !== 'Group' ? whole : from
    case 'window':
      rest.functions = tail.slice(2).trim()
      return whole
    case 'union':
    case 'materialize':
    case 'temporary-table':
      return from + materializeTail(operation, tail)
    case 'distinct':
      rest.duplicates_of = tail.trim()
      return whole
    case 'delete':
    case 'update':
      rest.tables = tail.replace(/^ from /, '').trim()
      return whole
    case 'result': {
      const cause = take(/^ \((.*)\)(?:, aggregated into one output row)?$/s)
      if (cause && operation.label.startsWith('Zero')) rest.message = cause[1] ?? ''
      return cause || tail === '' ? whole : from
    }
    case 'other': {
      const known = take(/^: Index lookup unless .+ IS NULL$/s) ?? take(/^ \(row from .+\)$/s)
      if (known) rest.detail = tail.replace(/^[: (]+|\)$/g, '')
      return known ? whole : from
    }
    default:
      return from
  }
}

/** A CTE's name, deduplication, and the tables whose rows empty the temporary table. Gives the length understood. */
function materializeTail(operation: Operation, tail: string): number {
  const { rest } = operation
  const isCte = operation.label.endsWith('CTE')
  const isSchema = operation.label.startsWith('Fill')
  const found =
    /^(.*?)( if needed)?( \(query plan printed elsewhere\))?( with deduplication)?(?: \(invalidate on row from (.*)\))?$/s.exec(
      tail,
    )
  if (!found) return 0
  const name = found[1]?.trim() ?? ''
  if (name !== '' && !isCte && !isSchema) return 0
  if (isCte) rest.cte = name
  if (isSchema) rest.table_name = name
  if (found[3]) {
    rest.printed_elsewhere = true
    operation.inputs = 0
  }
  if (found[4]) rest.deduplication = true
  if (found[5]) rest.cache_invalidators = found[5]
  return tail.length
}

const strategies = /^ \((FirstMatch|LooseScan|firstmatch|loosescan)\)/

function joinTail(operation: Operation, phrase: Phrase, from: number): number {
  const { rest } = operation
  const { text } = phrase
  rest.join_type = joinTypeOf(operation.label)
  let at = from
  const strategy = strategies.exec(text.slice(at))
  if (strategy) {
    rest.semijoin_strategy = (strategy[1] ?? '').toLowerCase()
    at += strategy[0].length
  }
  const duplicates = /^ with duplicate removal on (.+)$/s.exec(text.slice(at))
  if (duplicates) {
    rest.duplicate_removal = duplicates[1] ?? ''
    return text.length
  }
  if (text.startsWith(' (no condition)', at)) at += ' (no condition)'.length
  const marker = ', extra conditions: '
  const extra = findOutside(text, at, (place, code) => code === comma && text.startsWith(marker, place))
  const end = extra === -1 ? text.length : extra
  for (const piece of listPieces(text, at, end)) {
    if (!piece.text.startsWith('(') || closingParenthesis(text, piece.start) !== piece.end - 1) return piece.start
    addCondition(operation, phrase, piece.start, piece.end, 'join')
  }
  if (extra !== -1) addCondition(operation, phrase, extra + marker.length, text.length, 'join')
  return text.length
}

const comma = 44

function joinTypeOf(label: string): string {
  const words = /(?:inner|left) join|semijoin|antijoin|(?:Inner|Left) hash join/.exec(label)?.[0] ?? ''
  return words.replace(' hash', '').toLowerCase()
}
