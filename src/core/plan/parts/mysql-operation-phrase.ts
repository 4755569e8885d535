import { readAccessPhrase } from './mysql-access-phrase'
import { addCondition, type Operation } from './mysql-operation'
import { insertWords, mergeWords, operationWords, sameString } from './mysql-operation-words'
import { closingParenthesis, findOutside, listPieces } from './outside-quotes'

/**
 * Reads a phrase of FORMAT=TREE, without its costs:
 *
 *     Index range scan on o using ix_total over (10 <= total), with index condition: (o.total >= 10)
 *     Inner hash join (y.s = x.s), extra conditions: (x.id < y.id)
 *     Sort: o.total DESC, limit input to 10 row(s) per chunk
 */
export function readOperation(phrase: string): Operation {
  const operation: Operation = { label: '', operator: 'other', inputs: 0, conditions: [], rest: {} }
  if (readAccessPhrase(phrase, operation) || readWrite(phrase, operation)) return operation
  if (mergeWords.test(phrase)) {
    operation.label = mergeWords.exec(phrase)?.[0] ?? phrase
    operation.operator = 'access'
    operation.inputs = 1
    leftover(operation, phrase, operation.label.length)
    return operation
  }
  for (const words of operationWords) {
    const begin = words.begins.exec(phrase)
    if (!begin) continue
    operation.label = sameString(begin[0])
    operation.operator = words.operator
    operation.inputs = words.inputs
    leftover(operation, phrase, readTail(operation, phrase, begin[0].length))
    return operation
  }
  operation.label = /^[^:(]*/.exec(phrase)?.[0].trim() || phrase.trim()
  operation.problem = { start: 0, end: phrase.length }
  return operation
}

function leftover(operation: Operation, phrase: string, from: number): void {
  if (phrase.slice(from).trim() !== '') operation.problem = { start: from, end: phrase.length }
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
function readTail(operation: Operation, phrase: string, from: number): number {
  const { rest } = operation
  const tail = phrase.slice(from)
  const take = (pattern: RegExp) => pattern.exec(tail)
  const whole = phrase.length
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

function joinTail(operation: Operation, phrase: string, from: number): number {
  const { rest } = operation
  const joinType = /(?:inner|left) join|semijoin|antijoin|(?:Inner|Left) hash join/.exec(operation.label)?.[0] ?? ''
  rest.join_type = joinType.replace(' hash', '').toLowerCase()
  let at = from
  const strategy = strategies.exec(phrase.slice(at))
  if (strategy) {
    rest.semijoin_strategy = (strategy[1] ?? '').toLowerCase()
    at += strategy[0].length
  }
  const duplicates = /^ with duplicate removal on (.+)$/s.exec(phrase.slice(at))
  if (duplicates) {
    rest.duplicate_removal = duplicates[1] ?? ''
    return phrase.length
  }
  if (phrase.startsWith(' (no condition)', at)) at += ' (no condition)'.length
  const marker = ', extra conditions: '
  const extra = findOutside(phrase, at, (place) => phrase.startsWith(marker, place))
  const end = extra === -1 ? phrase.length : extra
  for (const piece of listPieces(phrase, at, end)) {
    if (!piece.text.startsWith('(') || closingParenthesis(phrase, piece.start) !== piece.end - 1) return piece.start
    addCondition(operation, phrase, piece.start, piece.end, 'join')
  }
  if (extra !== -1) addCondition(operation, phrase, extra + marker.length, phrase.length, 'join')
  return phrase.length
}
